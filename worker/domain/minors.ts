import { type Day, fullYears } from './dates.ts'
import type { FieldMessages } from './errors.ts'

// docs/rules.md, "Kinder und Jugendliche": ages count on the day of the parade.

/** The text that guardians consent to, until the guild writes its own. */
export const defaultConsentText =
  'Ich bin erziehungsberechtigt oder habe deren Erlaubnis. Ich begleite die Minderjährigen beim Umzug und bin am Tag unter dieser Nummer erreichbar.'

/** The age rules in force for a parade on `date`; null = no such rule. */
export type AgeRule = { date: Day; minAge: number | null; guardianBelow: number | null }

export type Guardian = {
  name: string
  phone: string
  consent: boolean
  /** The version of the text that was consented to; left out: the present one. */
  version?: number | undefined
}

/** Who accompanies the people of a request; `withoutGuardian`: staff confirm that minors take part without one. */
export type Accompaniment = { guardian: Guardian | null; withoutGuardian?: boolean }

export const noGuardian: Guardian = { name: '', phone: '', consent: false }

/** The fields of a guardian that are typed. */
export const guardianTexts = [
  { field: 'name', label: 'Name der Begleitung', type: 'text' },
  { field: 'phone', label: 'Telefon am Umzugstag', type: 'tel' },
] as const

/** A person below the age `below` at a parade, and who accompanies them. */
export type Minor = { below: number; guardian: Pick<Guardian, 'name' | 'phone'> | null }

const isBelow = (age: number | null, birthday: Day | null, date: Day) =>
  age !== null && birthday !== null && fullYears(birthday, date) < age

export function needsGuardian(
  birthday: Day | null,
  { date, guardianBelow }: Omit<AgeRule, 'minAge'>,
): boolean {
  return isBelow(guardianBelow, birthday, date)
}

/** Whether the parade has an age rule: without a birthday the rule cannot be decided. */
const hasAgeRule = ({ minAge, guardianBelow }: AgeRule) => minAge !== null || guardianBelow !== null

/** Why a person with this birthday, null for none, cannot take part in the parade; null when nothing prevents it. */
export function ageProblem(
  birthday: Day | null,
  parade: AgeRule & { title: string },
): string | null {
  const { title, minAge, date } = parade
  if (birthday === null && hasAgeRule(parade)) {
    return `Gib den Geburtstag an: Für „${title}“ gilt eine Altersregel.`
  }
  if (!isBelow(minAge, birthday, date)) return null
  return `Für „${title}“ muss man am Umzugstag mindestens ${minAge} Jahre alt sein.`
}

export function guardianNeededText(below: number | null): string {
  return `Unter ${below} Jahren ist eine Begleitung mit Einwilligung nötig.`
}

/** The problems of the given guardian, by field. The message at `guardian` says that a guardian is needed. */
export function guardianProblems(given: Guardian | null, below: number | null): FieldMessages {
  if (!given) return { guardian: guardianNeededText(below) }
  const problems: FieldMessages = {}
  if (given.name.trim() === '') problems['guardian.name'] = 'Gib an, wer begleitet.'
  if ((given.phone.match(/\d/g) ?? []).length < 5) {
    problems['guardian.phone'] = 'Gib eine Telefonnummer für den Umzugstag an.'
  }
  if (!given.consent) problems['guardian.consent'] = 'Ohne Einwilligung geht die Anmeldung nicht.'
  return Object.keys(problems).length > 0
    ? { guardian: guardianNeededText(below), ...problems }
    : problems
}
