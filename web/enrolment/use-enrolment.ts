import { useState } from 'react'
import type { Failure } from '#web/lib/result.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { EnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { chosenParades, sumUp } from './chosen-parades.ts'
import { enrolRequest, problemsOf } from './enrol-request.ts'
import { birthdayOf } from './enrolment-form.ts'
import { missingForEnrolment } from './missing.ts'
import { useEnrol } from './use-enrol.ts'
import { useEnrolmentForm } from './use-enrolment-form.ts'
import { isOfferKnown, knownOffer, type OfferQueries } from './use-offer.ts'

/** What was typed, what follows from it, and the two steps that end in an enrolment. */
export function useEnrolment(offer: OfferQueries) {
  const [form, dispatch] = useEnrolmentForm()
  const [isConfirming, setConfirming] = useState(false)
  const today = berlinDay(new Date())
  const birthday = birthdayOf(form)
  const chosen = chosenParades(form, knownOffer(offer))
  const missing = missingForEnrolment(form, isOfferKnown(offer) ? chosen : null, today)

  const { send, isBusy, failure, forget } = useEnrol((failure: Failure, body: EnrolBody) => {
    const sent = body.parades.map((parade) => parade.paradeId)
    dispatch({ type: 'refused', problems: problemsOf(failure, sent) })
    if (failure.error?.code === 'PriceChanged') offer.parades.refetch()
  })

  return {
    form,
    dispatch,
    birthday,
    today,
    missing,
    sum: sumUp(chosen, birthday, today),
    isConfirming: isConfirming && missing === '',
    ask() {
      forget()
      setConfirming(true)
    },
    cancel: () => setConfirming(false),
    confirm: () => send(enrolRequest(form, chosen, { today, origin: window.location.origin })),
    isBusy,
    failure,
  }
}
