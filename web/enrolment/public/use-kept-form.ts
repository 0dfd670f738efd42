import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import {
  canKeep,
  type Draft,
  freshForm,
  type KeptOrder,
  keepDraft,
  newOrderToken,
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
  /** What is being sent, or was without an answer (`Draft`). */
  const attempt = useRef<string | null>(null)
  /** The same, after a reload: the server is asked whether it became an order. */
  const [unheard, setUnheard] = useState<string | null>(null)

  const take = (draft: Draft | null) => {
    dispatch({ type: 'restored', form: draft?.form ?? freshForm() })
    setOrder(draft?.order ?? null)
    attempt.current = draft?.attempt ?? null
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
    attempt.current = draft?.attempt ?? null
    setUnheard(attempt.current)
    setRestored(true)
  }, [])

  useEffect(() => {
    if (isRestored) isKept.current = keepDraft({ form, order, attempt: attempt.current })
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
    /** One that nobody has heard of yet stands before the one that it was to replace. */
    order:
      unheard === null
        ? order
        : { token: unheard, holdUntil: null, isReplaced: true, isUnheard: true },
    setOrder(next: KeptOrder | null) {
      // There is none, or it is over; another one may come of what is sent next.
      if (unheard === null || next) setOrder(next)
      setUnheard(null)
    },
    /** Kept before it is sent: the answer may never come. */
    beginAttempt(): string {
      attempt.current ??= newOrderToken()
      keepDraft({ form, order, attempt: attempt.current })
      return attempt.current
    },
    /** What is typed from now on has nothing to do with what was sent. */
    endAttempt() {
      attempt.current = null
      setUnheard(null)
    },
    /** Written at once, since the page goes away; on the screen it is only after coming back. */
    leaveFor(next: KeptOrder) {
      leavingFor.current = next
      attempt.current = null
      keepDraft({ form, order: next, attempt: null })
    },
  }
}

/** The browser fills in what stood there when one goes back, but that enrolment is done. */
function isBackAfterSuccess(draft: Draft | null): boolean {
  if (draft || !canKeep()) return false
  const visit = performance.getEntriesByType?.('navigation')[0]
  return !!visit && 'type' in visit && visit.type === 'back_forward'
}
