import { type FormEvent, useReducer } from 'react'
import { sumUp } from '#web/enrolment/chosen-parades.ts'
import { problemsOf } from '#web/enrolment/enrol-request.ts'
import { isOfferKnown, knownOffer, type LoadedOffer } from '#web/enrolment/use-offer.ts'
import type { Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { InternalEnrolBody } from '#worker/enrolment/enrolment.contract.ts'
import { enrolInternally } from './internal.api.ts'
import { emptyInternalForm, internalFormReducer } from './internal-form.ts'
import { internalRequest, missingInternally, trimmedParades } from './internal-request.ts'

/** What came of it: "Annegret Gruber", 2 parades, what is to be paid for them. */
export type Enrolled = { name: string; parades: number; totalInCent: number }

export function useInternalEnrolment(
  offer: LoadedOffer,
  onEnrolled: (enrolled: Enrolled) => void,
  onStart: () => void,
) {
  const [form, dispatch] = useReducer(internalFormReducer, emptyInternalForm)
  const today = berlinDay(new Date())
  const chosen = trimmedParades(form, knownOffer(offer))
  const missing = missingInternally(form, isOfferKnown(offer) ? chosen : null, today)
  const sum = sumUp(chosen, form.entry.birthday, today)

  const send = async (body: InternalEnrolBody) => {
    onStart()
    const result = successOf(await enrolInternally(body))
    if (!result.ok) {
      const sent = body.parades.map((parade) => parade.paradeId)
      dispatch({ type: 'refused', problems: problemsOf(result.failure, sent) })
    }
    return result
  }
  const { run, isBusy, failure } = useAct(send, () => {
    const { firstName, lastName } = form.entry
    const name = `${firstName.trim()} ${lastName.trim()}`
    onEnrolled({ name, parades: chosen.length, totalInCent: sum.totalInCent })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing === '') void run(internalRequest(form, chosen))
  }
  return { form, dispatch, today, sum, missing, submit, isBusy, failure }
}

/** Spec §8: an answer that is not successful is a failure. */
function successOf(result: Awaited<ReturnType<typeof enrolInternally>>): Result<unknown> {
  if (!result.ok || result.data?.enrolSuccessful === true) return result
  return { ok: false, failure: { type: 'UnknownError' } }
}
