import type { FieldMessages } from '#worker/domain/errors.ts'
import type { GuildSettings, SettingsChange } from '#worker/guild/guild.contract.ts'

export const sepaLabels = {
  creditorName: 'Kontoinhaber',
  creditorId: 'Gläubiger-ID',
  creditorIban: 'IBAN',
  creditorBic: 'BIC',
  sepaLeadDays: 'Vorlauf',
} as const satisfies Partial<Record<keyof GuildSettings, string>>

export type SepaDraft = Record<keyof typeof sepaLabels, string>

export function sepaDraftOf(stored: GuildSettings): SepaDraft {
  const { creditorName, creditorId, creditorIban, creditorBic, sepaLeadDays } = stored
  return { creditorName, creditorId, creditorIban, creditorBic, sepaLeadDays: `${sepaLeadDays}` }
}

type Read = { change: SettingsChange } | { problems: FieldMessages }

/** What can be sent; whether it is acceptable is left to the server. */
export function readSepa({ sepaLeadDays, ...texts }: SepaDraft): Read {
  const typed = sepaLeadDays.trim()
  if (!/^\d+$/.test(typed)) {
    return { problems: { sepaLeadDays: 'Das ist keine ganze Zahl. Schreib sie so: 14' } }
  }
  return { change: { ...texts, sepaLeadDays: Number(typed) } }
}

/** "14 Tage" */
export function daysInWords(count: number): string {
  return count === 1 ? '1 Tag' : `${count} Tage`
}
