import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import {
  canKeep,
  type Draft,
  freshForm,
  type KeptOrder,
  keepDraft,
  onOtherTab,
  readDraft,
} from '#web/enrolment/draft.ts'
import {
  type EnrolmentForm,
  emptyForm,
  enrolmentFormReducer,
} from '#web/enrolment/enrolment-form.ts'
import { formOf, laidOver } from '#web/enrolment/form-fields.ts'
import { onReturn } from '#web/enrolment/on-return.ts'
import type { Day } from '#worker/domain/dates.ts'

/**
 * The form and the order left behind, kept as a draft with every change. The first render knows
 * nothing of either: it is the server's.
 * @param entered what the server has answered filled in
 */
export function useKeptForm(
  formRef: RefObject<HTMLFormElement | null>,
  today: Day,
  entered: EnrolmentForm | undefined,
) {
  const [form, dispatch] = useReducer(enrolmentFormReducer, entered ?? emptyForm)
  const [order, setOrder] = useState<KeptOrder | null>(null)
  const [isRestored, setRestored] = useState(false)
  const isKept = useRef(false)
  /** The order of the payment that this page has left for. */
  const leavingFor = useRef<KeptOrder | null>(null)

  const take = (draft: Draft | null) => {
    dispatch({ type: 'restored', form: draft?.form ?? freshForm() })
    setOrder(draft?.order ?? null)
  }

  // Before React draws again: it would overwrite what was typed while its code was on the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive.
  useLayoutEffect(() => {
    const draft = readDraft()
    const typed =
      formRef.current && !isBackAfterSuccess(draft)
        ? formOf(new FormData(formRef.current), today)
        : emptyForm
    dispatch({ type: 'restored', form: laidOver(entered ?? draft?.form ?? freshForm(), typed) })
    setOrder(draft?.order ?? null)
    setRestored(true)
  }, [])

  useEffect(() => {
    if (isRestored) isKept.current = keepDraft({ form, order })
  }, [form, order, isRestored])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what it uses never changes.
  useEffect(() => {
    const stops = [
      onOtherTab(take),
      // A draft that is gone was dropped by the result page: this enrolment is done.
      onReturn(() => {
        const draft = readDraft()
        if (!draft && isKept.current) take(null)
        else setOrder((before) => draft?.order ?? leavingFor.current ?? before)
        leavingFor.current = null
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  return {
    form,
    dispatch,
    order,
    setOrder,
    /** Written at once, since the page goes away; on the screen it is only after coming back. */
    leaveFor(next: KeptOrder) {
      leavingFor.current = next
      keepDraft({ form, order: next })
    },
  }
}

/** The browser fills in what stood there when one goes back, but that enrolment is done. */
function isBackAfterSuccess(draft: Draft | null): boolean {
  if (draft || !canKeep()) return false
  const visit = performance.getEntriesByType?.('navigation')[0]
  return !!visit && 'type' in visit && visit.type === 'back_forward'
}
