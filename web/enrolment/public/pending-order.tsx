import { type ReactNode, useEffect, useState } from 'react'
import { finishDraft, formWithLastEmail, type KeptOrder } from '#web/enrolment/draft.ts'
import { cancelMyOrder, loadMyOrder } from '#web/enrolment/enrolment.api.ts'
import { type EnrolmentForm, peopleOrEmpty } from '#web/enrolment/enrolment-form.ts'
import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Failure } from '#web/lib/result.ts'
import { publicPaths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { AskDialog } from './native-dialog.tsx'

/** The state of the unpaid order, as far as the page knows. */
type PaymentState =
  | { is: 'pending'; payUrl: string | null; holdUntil: string | null }
  | { is: 'unreachable' | 'paid' | 'review' | 'waiting' | 'changing' | 'discarded' }

type PendingOrderProps = {
  order: KeptOrder | null
  /** The order has ended, so a new one can be made. */
  onOver: () => void
  /** The order is paid, so its form is done. */
  onPaid: (remainder: typeof afterPayment) => void
  /** The payment of the order was never opened, so the form is sent again. */
  onPay: () => void
  /** The form replaces the order. */
  onChange: () => void
}

/**
 * Shown to a user who returns while the payment is open. The page's HTML is the same for all users,
 * so the order's state is loaded with the token that this browser has stored.
 */
export function PendingOrder({ order, onOver, onPaid, onPay, onChange }: PendingOrderProps) {
  const token = order?.token ?? null
  const [known, setKnown] = useState<{ of: string; paymentState: PaymentState } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const applyOrder = (of: string, found: MyOrder) => {
    const { state, payUrl, holdUntil } = found
    if (state === 'pending')
      return setKnown({ of, paymentState: { is: 'pending', payUrl, holdUntil } })
    if (state !== 'paid' && state !== 'review' && state !== 'waiting') return onOver()
    setKnown({ of, paymentState: { is: state } })
    finishDraft()
    onPaid(afterPayment)
  }
  const checkOrder = async (of: string, isCurrent = () => true) => {
    const result = await loadMyOrder(of)
    if (!isCurrent()) return
    if (result.ok) applyOrder(of, result.data)
    else if (result.failure.status === 404) onOver()
    else setKnown({ of, paymentState: { is: 'unreachable' } })
  }
  const discard = async (of: string) => {
    setBusy(true)
    setFailure(null)
    const result = await cancelMyOrder(of)
    setBusy(false)
    setAsking(false)
    // The order was paid before it could be cancelled.
    if (result.ok && result.data.state !== 'cancelled') return checkOrder(of)
    if (result.ok || result.failure.status === 404) {
      setKnown({ of, paymentState: { is: 'discarded' } })
      return onOver()
    }
    if (result.failure.error?.code === 'OrderPaid') return checkOrder(of)
    setFailure(result.failure)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once for each order.
  useEffect(() => {
    if (!token) return
    let isCurrent = true
    void checkOrder(token, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [token])

  if (!known || (token && known.of !== token)) return null
  const { of, paymentState } = known
  if (paymentState.is === 'changing') return null
  if (paymentState.is === 'paid')
    return <DoneNotice token={of} title="Deine Anmeldung ist bezahlt." />
  if (paymentState.is === 'review') {
    return <DoneNotice token={of} title="Deine Zahlung wird gerade geprüft." />
  }
  if (paymentState.is === 'waiting') {
    return <DoneNotice token={of} title="Du stehst auf der Warteliste." />
  }
  if (paymentState.is === 'discarded') return <Discarded />
  // Nothing is shown while it is unknown whether the order exists; the form can be sent again.
  if (!order || (paymentState.is === 'unreachable' && order.isUnanswered)) return null
  return (
    <Band>
      <Alert
        tone="warn"
        title={<StillOpen until={holdUntilOf(paymentState, order)} />}
        focusOnMount={!isUserTyping()}
      >
        <p>
          {order.isReplaced
            ? 'Bezahle weiter, oder ändere Deine Anmeldung: Was Du eingegeben hast, steht unten.'
            : 'Bezahle weiter, oder verwirf sie.'}
        </p>
        {failure && (
          <p role="alert" className="mt-1.5 font-semibold">
            {failureDetail(failure, '') ?? notDiscarded}
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2 max-md:-ms-8">
          <PayOn
            paymentState={paymentState}
            onRetry={
              paymentState.is === 'pending' && order.isReplaced ? onPay : () => void checkOrder(of)
            }
          />
          {order.isReplaced && (
            <Button
              size="sm"
              onClick={() => {
                setKnown({ of, paymentState: { is: 'changing' } })
                onChange()
              }}
            >
              Ändern
            </Button>
          )}
          <Button variant="danger" size="sm" onClick={() => setAsking(true)}>
            Verwerfen
          </Button>
        </div>
      </Alert>
      {isAsking && (
        <AskDialog
          title="Anmeldung verwerfen?"
          words={{ yes: 'Ja, verwerfen', no: 'Doch nicht' }}
          busy={isBusy}
          onClose={() => setAsking(false)}
          onConfirm={() => void discard(of)}
        >
          Was vorgemerkt ist, wird wieder frei, und bezahlt wird nichts. Was Du eingegeben hast,
          bleibt im Formular.
        </AskDialog>
      )}
    </Band>
  )
}

const notDiscarded = 'Die Anmeldung konnte nicht verworfen werden.'

function holdUntilOf(paymentState: PaymentState, order: KeptOrder): string | null {
  return paymentState.is === 'pending' ? paymentState.holdUntil : order.holdUntil
}

/** Whether a field has the focus. */
function isUserTyping(): boolean {
  return !!document.activeElement?.matches('input, select, textarea')
}

function Band({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Offene Bezahlung" className="mb-7 print:hidden">
      {children}
    </section>
  )
}

function PayOn({ paymentState, onRetry }: { paymentState: PaymentState; onRetry: () => void }) {
  if (paymentState.is !== 'pending' || !paymentState.payUrl) {
    return (
      <Button variant="primary" size="sm" onClick={onRetry}>
        Weiter bezahlen
      </Button>
    )
  }
  return (
    <Button asChild variant="primary" size="sm">
      <a href={paymentState.payUrl}>Weiter bezahlen</a>
    </Button>
  )
}

/** "… (noch 18 Minuten)", counting down. */
function StillOpen({ until }: { until: string | null }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = until ? Math.ceil((Date.parse(until) - now) / 60_000) : 0
  const left = minutes === 1 ? 'noch 1 Minute' : `noch ${minutes} Minuten`
  return minutes > 0 ? `Deine Bezahlung ist noch offen (${left})` : 'Deine Bezahlung ist noch offen'
}

function DoneNotice({ token, title }: { token: string; title: string }) {
  return (
    <Band>
      <Alert tone="ok" title={title}>
        <p>
          <a href={publicPaths.myEnrolment(token)} className="text-inherit">
            Meine Anmeldung ansehen
          </a>
        </p>
      </Alert>
    </Band>
  )
}

function Discarded() {
  return (
    <Band>
      <Alert tone="info" focusOnMount>
        <p>Deine Anmeldung ist verworfen, die Plätze sind wieder frei.</p>
      </Alert>
    </Band>
  )
}

/**
 * The input typed since the kept form was read: people who changed (unchanged people are the same
 * objects as in the kept form), without the paid parades. A person added since keeps all parades.
 */
function afterPayment(form: EnrolmentForm, kept: EnrolmentForm): EnrolmentForm {
  const fresh = formWithLastEmail()
  const typed = form.people.flatMap((person, index) => {
    const before = kept.people[index]
    if (person === before) return []
    return { ...person, chosen: person.chosen.filter((id) => !before?.chosen.includes(id)) }
  })
  const emailAddress = form.emailAddress || fresh.emailAddress
  if (typed.length === 0) return { ...fresh, emailAddress }
  return { emailAddress, people: peopleOrEmpty(typed), open: 0 }
}
