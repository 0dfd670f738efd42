import {
  type ComponentType,
  type RefObject,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  type Entry,
  entryOf,
  guardianBelowOf,
  type Offer,
  totalOf,
} from '#web/enrolment/chosen-parades.ts'
import type { KeptOrder } from '#web/enrolment/draft.ts'
import type { EnrolmentForm, FormAction } from '#web/enrolment/enrolment-form.ts'
import { missingForEnrolment } from '#web/enrolment/missing.ts'
import type { Failure } from '#web/lib/result.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { ConfirmStepProps } from './confirm-step.tsx'
import type { Refusal, SendEnrolment } from './send-enrolment.ts'

/** False on the server and until the page is hydrated. */
export function useIsHydrated(): boolean {
  const [isLive, setLive] = useState(false)
  // `setLive` re-renders every card, so taps must be able to interrupt that: a transition.
  useEffect(() => startTransition(() => setLive(true)), [])
  return isLive
}

/** The day the server rendered, then the current day in Berlin, also after midnight. */
export function useToday(first: Day): Day {
  const [today, setToday] = useState(first)
  useEffect(() => {
    const updateToday = () => setToday(berlinDay(new Date()))
    updateToday()
    const timer = setInterval(updateToday, 60_000)
    return () => clearInterval(timer)
  }, [])
  return today
}

type Enrolling = {
  formRef: RefObject<HTMLFormElement | null>
  form: EnrolmentForm
  dispatch: (action: FormAction) => void
  order: KeptOrder | null
  setOrder: (order: KeptOrder | null) => void
  leaveFor: (order: KeptOrder) => void
  beginAttempt: () => string
  endAttempt: () => void
  offer: Offer
  today: Day
  onParades: (parades: Offer['parades']) => void
}

/** Why the confirmation could not be opened. */
export type ConfirmLoadFailure = 'offline' | 'outdated'

/** Derives entries, sum and missing fields from the form, and runs confirmation and sending. */
export function useEnrolment({ form, dispatch, offer, today, ...props }: Enrolling) {
  const entries = form.people.map((person) => entryOf(person, offer, today))
  const missing = missingForEnrolment(form, entries, today)
  const isComplete = missing.length === 0
  const [isConfirming, setConfirming] = useState(false)
  const [notOpened, setNotOpened] = useState<ConfirmLoadFailure | null>(null)
  const [Step, setStep] = useState<ComponentType<ConfirmStepProps> | null>(null)
  const sending = useSending({ ...props, form, dispatch, entries }, () => setConfirming(true))

  // Once the form is complete, the next step's code is preloaded.
  useEffect(() => {
    if (isComplete) loadStep().catch(() => {})
  }, [isComplete])
  // After a return from the payment the open order comes first, so the confirmation closes.
  useEffect(() => onPageRestore(() => setConfirming(false)), [])

  async function ask() {
    if (!isComplete) return
    sending.forget()
    setNotOpened(null)
    try {
      const { ConfirmStep } = await loadStep()
      setStep(() => ConfirmStep)
      setConfirming(true)
    } catch {
      // A form of one person can be sent without scripts; the server then asks for confirmation.
      if (navigator.onLine && form.people.length === 1) props.formRef.current?.submit()
      else reportLoadFailure()
    }
  }
  const reportLoadFailure = () => setNotOpened(navigator.onLine ? 'outdated' : 'offline')

  return {
    entries,
    missing,
    totalInCent: totalOf(entries),
    ask,
    notOpened,
    reportLoadFailure,
    Step: isConfirming && isComplete ? Step : null,
    close: () => setConfirming(false),
    /** Goes on without these parades; a person left without any is asked for one in the form. */
    dropParades(ids: readonly number[]) {
      sending.forget()
      dispatch({ type: 'paradesDropped', ids })
      const keepsAll = entries.every(({ chosen }) =>
        chosen.some(({ parade }) => !ids.includes(parade.id)),
      )
      setConfirming(keepsAll)
    },
    ...sending,
  }
}

const loadStep = () => import('./confirm-step.tsx')

type Sending = Omit<Enrolling, 'offer' | 'today'> & { entries: readonly Entry[] }

/** Sends the enrolment and navigates to the payment; ignores further calls until the first failed. */
function useSending({ form, entries, order, ...on }: Sending, onFailure: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const challengeRef = useRef<HTMLDivElement>(null)
  // A second tap may arrive before the disabled button is rendered.
  const isRunning = useRef(false)
  useEffect(() => {
    return onPageRestore(() => {
      isRunning.current = false
      setBusy(false)
    })
  }, [])

  /** @param how `sendEnrolment`, whose code is loaded together with the confirmation */
  async function send(how: SendEnrolment) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setFailure(null)
    const refusal = await how({
      entries,
      emailAddress: form.emailAddress.trim(),
      guardian: guardianBelowOf(entries) === null ? undefined : form.guardian,
      replaces: order?.isReplaced ? order.token : undefined,
      orderToken: on.beginAttempt(),
      leaveFor: on.leaveFor,
      challengeRef,
    })
    if (!refusal) return
    isRunning.current = false
    setBusy(false)
    setFailure(refusal.failed)
    refused(refusal)
  }

  function refused({ failed, problems, parades }: Refusal) {
    on.dispatch({ type: 'refused', problems })
    onFailure()
    const { error, status = 0 } = failed
    // A rule rejected the request, so no order exists under its token.
    if (status >= 400 && status < 500 && status !== 429) on.endAttempt()
    if (error && 'replacedClosed' in error && error.replacedClosed) on.setOrder(null)
    if (parades) on.onParades(parades)
  }

  return { send, isBusy, failure, challengeRef, forget: () => setFailure(null) }
}

/** Calls the listener when the browser restores this page from its back/forward cache. */
export function onPageRestore(listener: () => void): () => void {
  const shown = (event: PageTransitionEvent) => event.persisted && listener()
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
