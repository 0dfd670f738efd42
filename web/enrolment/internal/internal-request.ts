import { type ChosenParade, chosenParades, type Offer } from '#web/enrolment/chosen-parades.ts'
import { missingOfParades, wrongBirthday } from '#web/enrolment/missing.ts'
import { birthdayOf } from '#web/enrolment/person-form.ts'
import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { InternalEnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import type { InternalForm } from './internal-form.ts'

/** Spec §5: in the stall the costume numbers are trimmed before they are looked at. */
export function trimmedParades({ entry }: InternalForm, offer: Offer): ChosenParade[] {
  return chosenParades(entry, offer).map((one) => ({
    ...one,
    costumeNumber: one.costumeNumber.trim(),
  }))
}

/** Spec §5: what still stands between the person and the button; "" when nothing does. */
export function missingInternally(
  { entry }: InternalForm,
  chosen: readonly ChosenParade[] | null,
  today: Day,
): string {
  const blank = [
    !entry.firstName.trim() && wordFor.firstName,
    !entry.lastName.trim() && wordFor.lastName,
  ].filter((one) => one !== false)
  return [
    blank.length > 0 && `${missingWords(blank)}.`,
    wrongBirthday(entry.birthday, today),
    missingOfParades(chosen),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Complete only when nothing is missing. */
export function internalRequest(
  { entry, member }: InternalForm,
  chosen: readonly ChosenParade[],
): InternalEnrolBody {
  return {
    memberId: member?.id ?? null,
    firstName: entry.firstName.trim(),
    lastName: entry.lastName.trim(),
    birthday: birthdayOf(entry),
    parades: chosen.flatMap(({ parade, costumeNumber, costumeType }) =>
      costumeType ? [{ paradeId: parade.id, costumeTypeId: costumeType.id, costumeNumber }] : [],
    ),
  }
}
