import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import { type TypedDay, unreadable } from '#web/lib/typed-day.ts'
import type { Day } from '#worker/domain/dates.ts'
import { isBlank, isEmailAddress } from '#worker/domain/text.ts'
import type { ChosenParade } from './chosen-parades.ts'
import type { EnrolmentForm } from './enrolment-form.ts'

/** Spec §5: what still stands between the person and the button; "" when nothing does. */
export function missingForEnrolment(
  form: EnrolmentForm,
  /** null while it is not known what is offered. */
  chosen: readonly ChosenParade[] | null,
  today: Day,
): string {
  return [missingOfPerson(form), wrongBirthday(form.birthday, today), missingOfParades(chosen)]
    .filter(Boolean)
    .join(' ')
}

function missingOfPerson({ firstName, lastName, emailAddress }: EnrolmentForm): string {
  const blank = [
    !firstName.trim() && wordFor.firstName,
    !lastName.trim() && wordFor.lastName,
    !emailAddress.trim() && wordFor.emailAddress,
  ].filter((one) => one !== false)
  const incomplete = emailAddress.trim() && !isEmailAddress(emailAddress)
  return [
    blank.length > 0 && `${missingWords(blank)}.`,
    incomplete && 'Die E-Mail Adresse ist noch nicht vollständig.',
  ]
    .filter(Boolean)
    .join(' ')
}

const earliestBirthday = '1900-01-01'

export function isImpossibleBirthday(birthday: TypedDay, today: Day): boolean {
  if (birthday === null || birthday === unreadable) return false
  return birthday < earliestBirthday || birthday > today
}

// A birthday that nobody can read must not pass for none: none means adult.
export function wrongBirthday(birthday: TypedDay, today: Day): string {
  return birthday === unreadable || isImpossibleBirthday(birthday, today) ? birthdayRule : ''
}

export const birthdayRule = 'Der Geburtstag muss ein Datum zwischen dem 01.01.1900 und heute sein.'

/** `chosen` is null while it is not known what is offered. */
export function missingOfParades(chosen: readonly ChosenParade[] | null): string {
  if (!chosen) return 'Die Umzüge sind noch nicht geladen.'
  if (chosen.length === 0) return 'Wähle mindestens einen Umzug.'
  const incomplete = chosen.find((one) => isBlank(one.costumeNumber) || !one.costumeType)
  if (!incomplete) return ''
  const missing = [
    isBlank(incomplete.costumeNumber) && wordFor.costumeNumber,
    !incomplete.costumeType && wordFor.costumeType,
  ].filter((one) => one !== false)
  return `${missingWords(missing)} für „${incomplete.parade.title}“.`
}
