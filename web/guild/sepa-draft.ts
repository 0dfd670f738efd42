import { readFields, requiredNumber } from '#web/lib/typed.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'

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

export function readSepa(draft: SepaDraft) {
  return readFields(draft, {
    sepaLeadDays: requiredNumber('Das ist keine ganze Zahl. Schreib sie so: 14'),
  })
}

export function daysInWords(count: number): string {
  return count === 1 ? '1 Tag' : `${count} Tage`
}
