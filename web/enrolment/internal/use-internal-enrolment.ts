import { type FormEvent, useReducer } from 'react'
import { enrolInternally } from '#web/data/enrolment.ts'
import { sumUp } from '#web/enrolment/chosen-parades.ts'
import { problemsOf } from '#web/enrolment/enrol-request.ts'
import { birthdayOf } from '#web/enrolment/person-form.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { InternalEnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { emptyInternalForm, internalFormReducer } from './internal-form.ts'
import { internalRequest, missingInternally, trimmedParades } from './internal-request.ts'
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
