import { asCode, asDay, type ConflictWords, type FieldWords } from '#web/lib/conflict-words.ts'
import { groupedIban } from '#web/lib/iban.ts'
import { settingsUnits } from '#worker/domain/conflicts.ts'
import { ageInWords, type FeeRule } from '#worker/domain/fees.ts'
import { isSame } from '#worker/domain/given.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { membershipStateLabels, selfCancelLabels } from '#worker/domain/labels.ts'
import { legalLabels } from '#worker/domain/legal.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { basisLabels, dutiesInWords } from './honor-rule-words.ts'
import { daysInWords, sepaLabels } from './sepa-draft.ts'

const legalWords: ConflictWords = Object.fromEntries(
  Object.entries(legalLabels).map(([field, label]) => [field, { label }]),
)

/** Where two people have changed the same card of the settings. */
const words: ConflictWords = {
  name: { label: 'Name' },
  address: { label: 'Anschrift' },
  ...legalWords,
  creditorName: { label: sepaLabels.creditorName },
  creditorId: { label: sepaLabels.creditorId },
  creditorIban: { label: sepaLabels.creditorIban, show: groupedIban },
  creditorBic: { label: sepaLabels.creditorBic },
  sepaLeadDays: { label: sepaLabels.sepaLeadDays, show: daysInWords },
  feeRules: { label: 'Beiträge', show: feesInWords },
  assemblyDate: { label: 'Datum', show: asDay },
  honorRules: { label: 'Regeln für Ehrungen', show: rulesInWords },
  selfCancel: { label: 'Selbst absagen', show: asCode(selfCancelLabels) },
  selfCancelDays: { label: 'Tage vor dem Umzug' },
} satisfies FieldWords<Omit<GuildSettings, keyof typeof legalLabels>>

export const sharedSettings = { units: settingsUnits, words }

/** Of a long table only what the other one has not. */
function feesInWords(rules: readonly FeeRule[], others: readonly FeeRule[]): string {
  const rows = rules.filter((rule) => !others.some((other) => isSame(rule, other)))
  const lines = rows.map(({ validFrom, state, amountInCent, ...ages }) => {
    const who = `${membershipStateLabels[state]} ${ageInWords(ages)}`.trim()
    return `Ab ${validFrom}: ${who}, ${germanEuro(amountInCent)}`
  })
  return lines.join('\n') || 'Ohne diese Zeilen'
}

function rulesInWords(rules: readonly HonorRule[], others: readonly HonorRule[]): string {
  const changed = rules.filter((rule) => !others.some((other) => isSame(rule, other)))
  return changed.map(ruleInWords).join('\n')
}

/** "Obernarr: Amtsjahre, ab 15, alle" */
function ruleInWords({ label, basis, threshold, duties }: HonorRule): string {
  const counted = [
    basisLabels[basis],
    threshold !== null && `ab ${threshold}`,
    basis === 'dutyYears' && dutiesInWords(duties),
  ]
  return `${label}: ${counted.filter(Boolean).join(', ')}`
}
