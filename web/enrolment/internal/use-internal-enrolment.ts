import { type FormEvent, useReducer } from 'react'
import { enrolInternally } from '#web/data/enrolment.ts'
import {
  type ChosenParade,
  chosenParades,
  type Offer,
  sumUp,
} from '#web/enrolment/chosen-parades.ts'
import { problemsOf } from '#web/enrolment/enrol-request.ts'
import { missingOfParades, wrongBirthday } from '#web/enrolment/missing.ts'
import { birthdayOf } from '#web/enrolment/person-form.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { missingWords, wordFor } from '#web/lib/missing-words.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { InternalEnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { emptyInternalForm, type InternalForm, internalFormReducer } from './internal-form.ts'
import { isOfferKnown, knownOffer, type OfferQueries } from './offer.ts'

/** What came of it: "Annegret Gruber", 2 parades, what is to be paid for them. */
export type Enrolled = { name: string; parades: number; totalInCent: number }

export function useInternalEnrolment(
  offer: OfferQueries,
  onEnrolled: (enrolled: Enrolled) => void,
  onStart: () => void,
) {
  const [form, dispatch] = useReducer(internalFormReducer, emptyInternalForm)
  const today = berlinDay(new Date())
  const birthday = birthdayOf(form.entry)
  const chosen = trimmedParades(form, knownOffer(offer))
  const missing = missingInternally(form, isOfferKnown(offer) ? chosen : null, today)
  const sum = sumUp(chosen, birthday, today)

  const tell = (failure: CallFailure, { parades }: InternalEnrolBody) => {
    const sent = parades.map((parade) => parade.paradeId)
    const problems = problemsOf(failure, sent)
    const { error } = failure
    dispatch(
      error?.code === 'PersonAlreadyEnrolled'
        ? { type: 'alreadyEnrolled', paradeIds: error.parades, problems }
        : { type: 'refused', problems },
    )
    if (error?.code === 'ParadeCancelled') void offer.parades.refetch()
  }
  const sending = { ...enrolInternally, onMutate: onStart, onError: tell }
  const { submit, isPending, failure } = useSubmit(sending, () => {
    const { firstName, lastName } = form.entry
    const name = `${firstName.trim()} ${lastName.trim()}`
    onEnrolled({ name, parades: chosen.length, totalInCent: sum.totalInCent })
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (missing === '') void submit(internalRequest(form, chosen))
  }
  return { form, dispatch, birthday, today, sum, missing, send, isPending, failure }
}

/** Spec §5: in the stall the costume numbers are trimmed before they are looked at. */
function trimmedParades({ entry }: InternalForm, offer: Offer): ChosenParade[] {
  return chosenParades(entry, offer).map((one) => ({
    ...one,
    costumeNumber: one.costumeNumber.trim(),
  }))
}

/** Spec §5: what still stands between the person and the button; "" when nothing does. */
function missingInternally(
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
function internalRequest(
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
