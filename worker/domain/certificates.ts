import type { HonorBasis, HonorType } from './codes.ts'
import { type Day, germanDateInWords } from './dates.ts'
import type { FieldMessages } from './errors.ts'
import { type CountedOffice, type HonorRule, rulesBySeries } from './honors.ts'
import { normaliseName } from './names.ts'
import { findUnknownPlaceholders, replacePlaceholders } from './placeholders.ts'

/** The placeholders in the text of a certificate. */
export const certificatePlaceholders = [
  '{Name}',
  '{Ehrung}',
  '{Jahre}',
  '{Ämter}',
  '{Datum}',
] as const
type Placeholder = (typeof certificatePlaceholders)[number]

/** The text of a certificate when the guild has not written its own; honor and name are printed above it. */
export const defaultCertificates: Record<HonorBasis, string> = {
  membershipYears:
    'für {Jahre} Jahre Treue zu unserer Zunft.\nWir danken und gratulieren herzlich.',
  dutyYears:
    'für {Jahre} Jahre im Amt: {Ämter}.\nWir danken für alles, was in dieser Zeit geleistet wurde.',
  parades: 'für {Jahre} Sprünge mit unserer Zunft.\nWir danken und gratulieren herzlich.',
  manual: 'für besondere Verdienste um unsere Zunft.\nWir danken von Herzen.',
}

/** The guild's own text for an honor, else the default text; both with placeholders. */
export function certificateText(rule: Pick<HonorRule, 'basis' | 'certificateText'>): string {
  return rule.certificateText || defaultCertificates[rule.basis]
}

/**
 * Whether the honor usually comes with a certificate of the guild: not when an association awards it, nor for the
 * orders that are counted by parades, unless the guild has written a text for them.
 */
export function needsCertificate(
  rule: Pick<HonorRule, 'basis' | 'issuer' | 'certificateText'>,
): boolean {
  return rule.issuer === '' && (rule.basis !== 'parades' || rule.certificateText !== '')
}

/** The values that replace the placeholders of a certificate. */
export type CertificateValues = {
  /** The member's name: "Anna Häußler". */
  name: string
  /** The guild's name for the honor. */
  honor: string
  /** The years, or the Sprünge of an honor for parades; null for an honor that is given by hand. */
  count: number | null
  offices: readonly CountedOffice[]
  /** The day of the assembly. */
  date: Day
}

/** The text of a certificate with its placeholders replaced. Braces in a person's name are no placeholders. */
export function certificateWords(text: string, certified: CertificateValues): string {
  const words: Record<Placeholder, string> = {
    '{Name}': certified.name,
    '{Ehrung}': certified.honor,
    '{Jahre}': certified.count === null ? '' : String(certified.count),
    '{Ämter}': certified.offices.map(({ label, years }) => `${label} ${years}`).join(', '),
    '{Datum}': germanDateInWords(certified.date),
  }
  return replacePlaceholders(text, words)
}

/** The placeholders that have a value for an honor of this basis. */
export function placeholdersFor(basis: HonorBasis): Placeholder[] {
  return certificatePlaceholders.filter((one) => {
    if (one === '{Jahre}') return basis !== 'manual'
    return one !== '{Ämter}' || basis === 'dutyYears'
  })
}

/**
 * The German sentence on a placeholder in the text that has no value for honors of this basis; null when all have
 * one.
 */
export function certificateProblem(basis: HonorBasis, text: string): string | null {
  const known = placeholdersFor(basis)
  const [unknown] = findUnknownPlaceholders(known, text)
  if (unknown === undefined) return null
  const isKnown = certificatePlaceholders.some((one) => one === unknown)
  const what = isKnown
    ? `${unknown} gibt es bei dieser Grundlage nicht`
    : `${unknown} kennen wir nicht`
  return `${what}. Es gibt ${known.join(', ')}.`
}

/**
 * The problems of some honor rules, keyed by path: `honorRules.3.threshold`.
 * @param stored the guild's whole table; the steps of a series must ascend across given and stored rules
 */
export function honorRuleProblems(
  given: readonly HonorRule[],
  stored: readonly HonorRule[] = [],
): FieldMessages {
  const problems: FieldMessages = {}
  const seen = new Set<HonorType>()
  const types = new Set(given.map(({ type }) => type))
  const all = [...stored.filter(({ type }) => !types.has(type)), ...given]
  const isAlike = (one: HonorRule, other: HonorRule) =>
    normaliseName(one.label) === normaliseName(other.label)
  // An unchanged label is accepted: honors with equal labels may date from before equal labels were rejected.
  const keepsLabel = (rule: HonorRule) =>
    stored.some((before) => before.type === rule.type && isAlike(before, rule))
  given.forEach((rule, index) => {
    const at = (field: keyof HonorRule) => `honorRules.${index}.${field}`
    if (seen.has(rule.type)) problems[at('type')] = 'Diese Ehrung steht zweimal in der Tabelle.'
    seen.add(rule.type)
    if (rule.basis !== 'manual' && rule.threshold === null) {
      problems[at('threshold')] = 'Gib an, ab wie vielen die Ehrung fällig ist.'
    }
    if (rule.basis === 'dutyYears' && rule.duties.length === 0) {
      problems[at('duties')] = 'Wähle mindestens ein Amt, das zählt.'
    }
    if (
      !keepsLabel(rule) &&
      all.some((other) => other.type !== rule.type && isAlike(other, rule))
    ) {
      problems[at('label')] = 'Eine Ehrung mit diesem Namen gibt es schon.'
    }
    const unprintable = certificateProblem(rule.basis, rule.certificateText)
    if (unprintable !== null) problems[at('certificateText')] = unprintable
  })
  for (const [lower, higher] of rulesBySeries(all).flatMap(stepsOutOfOrder)) {
    const index = given.indexOf(higher)
    if (index >= 0) {
      const message = `Diese Stufe kommt nach „${lower.label}“ und muss darüber liegen.`
      problems[`honorRules.${index}.threshold`] ??= message
    } else {
      const message = `Diese Stufe kommt vor „${higher.label}“ und muss darunter liegen.`
      problems[`honorRules.${given.indexOf(lower)}.threshold`] ??= message
    }
  }
  return problems
}

/** Pairs of steps with the same basis whose thresholds do not ascend; manual honors are skipped. */
function stepsOutOfOrder(steps: readonly HonorRule[]): [HonorRule, HonorRule][] {
  return steps.flatMap((higher, index) => {
    if (higher.basis === 'manual') return []
    const lower = steps.slice(0, index).findLast(({ basis }) => basis === higher.basis)
    if (!lower?.threshold || !higher.threshold || higher.threshold > lower.threshold) return []
    return [[lower, higher] as [HonorRule, HonorRule]]
  })
}
