import type { GuildCodes } from '#web/data/guild.ts'
import { asCode, asDay, type ConflictWords, type FieldWords } from '#web/lib/conflict-words.ts'
import { groupedIban } from '#web/lib/iban.ts'
import type { Duty, HonorType } from '#worker/domain/codes.ts'
import { isSameValue, settingsUnits } from '#worker/domain/conflicts.ts'
import { ageInWords, type FeeRule } from '#worker/domain/fees.ts'
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

type Table = 'feeRules' | 'honorRules'
/** Fields without a conflict dialog: if another user has changed one, then to the value that is wanted. */
type YesOrNo = 'passkeysRequired' | 'passkeysRequiredFrom' | 'passkeyRule' | 'cashAtCheckIn'

const asAge = (age: number | null) => (age === null ? 'keine Regel' : `${age} Jahre`)

/** Labels and values for the conflict dialog of the settings. */
const words: ConflictWords = {
  name: { label: 'Name' },
  address: { label: 'Anschrift' },
  ...legalWords,
  creditorName: { label: sepaLabels.creditorName },
  creditorId: { label: sepaLabels.creditorId },
  creditorIban: { label: sepaLabels.creditorIban, show: groupedIban },
  creditorBic: { label: sepaLabels.creditorBic },
  sepaLeadDays: { label: sepaLabels.sepaLeadDays, show: daysInWords },
  assemblyDate: { label: 'Datum', show: asDay },
  selfCancel: { label: 'Selbst absagen', show: asCode(selfCancelLabels) },
  selfCancelDays: { label: 'Tage vor dem Umzug' },
  minAge: { label: 'Mindestalter', show: asAge },
  guardianBelow: { label: 'Begleitung nötig unter', show: asAge },
  guardianConsentText: { label: 'Text der Einwilligung' },
  familyCapInCent: {
    label: 'Höchstens je Familie',
    show: (cents: number | null) => (cents === null ? 'keine Grenze' : germanEuro(cents)),
  },
} satisfies FieldWords<Omit<GuildSettings, Table | YesOrNo | keyof typeof legalLabels>>

export const settingsConflictRules = { units: settingsUnits, words }

/** @param elsewhere years that are not edited here: their rows are kept */
export function feeConflictRules(elsewhere: ReadonlySet<number>) {
  const show = (rules: readonly FeeRule[], others: readonly FeeRule[]) =>
    rules
      .filter(({ validFrom }) => !elsewhere.has(validFrom))
      .filter((rule) => !others.some((other) => isSameValue(rule, other)))
      .map(feeInWords)
      .join('\n') || 'Ohne diese Zeilen'
  return { units: settingsUnits, words: { feeRules: { label: 'Beiträge', show } } }
}

/** "Ab 2027: Aktiv ab 18, 20,00 €" */
function feeInWords({ validFrom, state, amountInCent, ...ages }: FeeRule): string {
  const who = `${membershipStateLabels[state]} ${ageInWords(ages)}`.trim()
  return `Ab ${validFrom}: ${who}, ${germanEuro(amountInCent)}`
}

/** The rules for conflicts about the given honor's rule; the other rules are kept as they are. */
export function honorRuleConflictRules(type: HonorType, offices: GuildCodes<Duty>) {
  const show = (rules: readonly HonorRule[]) => {
    const rule = rules.find((one) => one.type === type)
    return rule ? ruleInWords(rule, offices) : ''
  }
  return { units: settingsUnits, words: { honorRules: { label: 'Regeln für Ehrungen', show } } }
}

/** "Obernarr: Amtsjahre, ab 15, alle, verliehen von VSAN" */
function ruleInWords(
  { label, basis, threshold, duties, ...rule }: HonorRule,
  offices: GuildCodes<Duty>,
): string {
  const counted = [
    basisLabels[basis],
    threshold !== null && `ab ${threshold}`,
    basis === 'dutyYears' && dutiesInWords(duties, offices),
    rule.issuer && `verliehen von ${rule.issuer}`,
    rule.certificateText && `auf der Urkunde „${rule.certificateText}“`,
  ]
  return `${label}: ${counted.filter(Boolean).join(', ')}`
}
