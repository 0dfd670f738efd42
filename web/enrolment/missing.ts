import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import { type TypedDay, unreadableDay } from '#web/lib/typed-day.ts'
import type { Day } from '#worker/domain/dates.ts'
import { maxParades, maxPlaces } from '#worker/domain/limits.ts'
import { ageProblem, guardianProblems, noGuardian } from '#worker/domain/minors.ts'
import { isBlank, isEmailAddress } from '#worker/domain/text.ts'
import { type ChosenParade, type Entry, guardianBelowOf, personLabel } from './chosen-parades.ts'
import type { EnrolmentForm } from './enrolment-form.ts'
import { birthdayOf, type ProblemKey } from './person-form.ts'

/** Something that prevents sending; without a key it concerns several fields. */
export type Missing = {
  sentence: string
  person: number
  /** "Emma Straßer: " before the sentence when there are several people, else ''. */
  whom: string
  key?: ProblemKey | 'emailAddress' | `guardian${string}`
}

/** Spec §5: everything that is missing, in the order of the form; empty when it can be sent. */
export function missingForEnrolment(
  form: EnrolmentForm,
  entries: readonly Entry[],
  today: Day,
): Missing[] {
  const places = entries.reduce((count, { chosen }) => count + chosen.length, 0)
  return [
    ...form.people.flatMap((typed, person) => {
      const { chosen, ...entry } = entries[person] ?? { ...typed, chosen: [] }
      const things = [
        ...blankNames(typed),
        ...(person === 0 ? missingAddress(form.emailAddress) : []),
        ...impossibleBirthday(typed.birthday, today),
        ...againstAge(birthdayOf(typed), typed.birthday, chosen),
        ...missingParades(chosen),
      ]
      const whom = form.people.length > 1 ? `${personLabel(entry, person)}: ` : ''
      return things.map((one) => ({ ...one, person, whom }))
    }),
    ...missingGuardian(form, entries),
    ...(places > maxPlaces ? [{ sentence: tooManyPlaces, person: 0, whom: '' }] : []),
  ]
}

const tooManyPlaces = `Höchstens ${maxPlaces} Plätze auf einmal.`

type Thing = Omit<Missing, 'person' | 'whom'>

function blankNames(person: { firstName: string; lastName: string }): Thing[] {
  return (['firstName', 'lastName'] as const)
    .filter((key) => isBlank(person[key]))
    .map((key) => ({ key, sentence: `${missingWords([wordFor[key]])}.` }))
}

function missingAddress(typed: string): Thing[] {
  const key = 'emailAddress'
  if (isBlank(typed)) return [{ key, sentence: `${missingWords([wordFor[key]])}.` }]
  if (isEmailAddress(typed)) return []
  return [{ key, sentence: 'Die E-Mail Adresse ist noch nicht vollständig.' }]
}

/** The sentence that the server sends too. */
export const noEmailAddress = 'Gib eine gültige E-Mail Adresse an.'

function impossibleBirthday(birthday: TypedDay, today: Day): Thing[] {
  const sentence = wrongBirthday(birthday, today)
  return sentence ? [{ key: 'birthday', sentence }] : []
}

/** The first age rule of a chosen parade that the birthday breaks. */
function againstAge(
  birthday: Day | null,
  typed: TypedDay,
  chosen: readonly ChosenParade[],
): Thing[] {
  // A typed text that is no date is reported by itself.
  if (birthday === null && typed !== null) return []
  for (const { parade } of chosen) {
    const sentence = ageProblem(birthday, parade)
    if (sentence !== null) return [{ key: 'birthday', sentence }]
  }
  return []
}

function missingGuardian({ guardian }: EnrolmentForm, entries: readonly Entry[]): Missing[] {
  const below = guardianBelowOf(entries)
  if (below === null) return []
  const { guardian: _, ...problems } = guardianProblems(guardian ?? noGuardian, below)
  return Object.entries(problems).map(([key, sentence]) => ({
    key: key as `guardian${string}`,
    sentence,
    person: 0,
    whom: '',
  }))
}

function missingParades(chosen: readonly ChosenParade[]): Thing[] {
  if (chosen.length === 0) return [{ sentence: chooseOne }]
  if (chosen.length > maxParades)
    return [{ sentence: `Höchstens ${maxParades} Umzüge auf einmal.` }]
  return chosen.flatMap(({ parade, ...costume }) => {
    const at = ` für „${parade.title}“.`
    const number = { key: `costumeNumber:${parade.id}` as const, word: wordFor.costumeNumber }
    const type = { key: `costumeType:${parade.id}` as const, word: wordFor.costumeType }
    return [
      ...(isBlank(costume.costumeNumber) ? [number] : []),
      ...(costume.costumeType ? [] : [type]),
    ].map(({ key, word }) => ({ key, sentence: `${missingWords([word])}${at}` }))
  })
}

const chooseOne = 'Wähle mindestens einen Umzug.'

const earliestBirthday = '1900-01-01'

export function isImpossibleBirthday(birthday: TypedDay, today: Day): boolean {
  if (birthday === null || birthday === unreadableDay) return false
  return birthday < earliestBirthday || birthday > today
}

// An unreadable birthday is an error: treated as missing, it would make the person an adult.
export function wrongBirthday(birthday: TypedDay, today: Day): string {
  return birthday === unreadableDay || isImpossibleBirthday(birthday, today) ? birthdayRule : ''
}

export const birthdayRule = 'Der Geburtstag muss ein Datum zwischen dem 01.01.1900 und heute sein.'

/** What is missing at the parades, for internal enrolment. `chosen` is null until the offer is loaded. */
export function missingOfParades(chosen: readonly ChosenParade[] | null): string {
  if (!chosen) return 'Die Umzüge sind noch nicht geladen.'
  if (chosen.length === 0) return chooseOne
  const incomplete = chosen.find((one) => isBlank(one.costumeNumber) || !one.costumeType)
  if (!incomplete) return ''
  const missing = [
    isBlank(incomplete.costumeNumber) && wordFor.costumeNumber,
    !incomplete.costumeType && wordFor.costumeType,
  ].filter((one) => one !== false)
  return `${missingWords(missing)} für „${incomplete.parade.title}“.`
}
