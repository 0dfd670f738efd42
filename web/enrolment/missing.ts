import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import type { Day } from '#worker/domain/dates.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import type { ChosenParade } from './chosen-parades.ts'
import type { EnrolmentForm } from './enrolment-form.ts'

/** Spec §5: what still stands between the person and the button; "" when nothing does. */
export function missingForEnrolment(
  form: EnrolmentForm,
  /** null while it is not known what is offered. */
  chosen: readonly ChosenParade[] | null,
  today: Day,
): string {
  return [missingOfPerson(form), wrongBirthday(form, today), missingOfParades(chosen)]
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

export function isImpossibleBirthday(birthday: Day | null, today: Day): boolean {
  return birthday !== null && (birthday < earliestBirthday || birthday > today)
}

type Birthday = Pick<EnrolmentForm, 'birthday' | 'isBirthdayBroken'>

// A birthday that nobody can read must not pass for none: none means adult.
export function wrongBirthday(form: Birthday, today: Day): string {
  const { birthday, isBirthdayBroken } = form
  return isBirthdayBroken || isImpossibleBirthday(birthday, today) ? birthdayRule : ''
}

export const birthdayRule = 'Der Geburtstag muss ein Datum zwischen dem 01.01.1900 und heute sein.'

/** `chosen` is null while it is not known what is offered. */
export function missingOfParades(chosen: readonly ChosenParade[] | null): string {
  if (!chosen) return 'Die Umzüge sind noch nicht geladen.'
  if (chosen.length === 0) return 'Wähle mindestens einen Umzug.'
  const incomplete = chosen.find((one) => one.costumeNumber === '' || !one.costumeType)
  if (!incomplete) return ''
  const missing = [
    incomplete.costumeNumber === '' && wordFor.costumeNumber,
    !incomplete.costumeType && wordFor.costumeType,
  ].filter((one) => one !== false)
  return `${missingWords(missing)} für „${incomplete.parade.title}“.`
}
