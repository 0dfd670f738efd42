import { useEffect, useState } from 'react'
import { acceptMyOffer, cancelMyOrder } from '#web/enrolment/enrolment.api.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { AskDialog } from './native-dialog.tsx'
import { ActFailure } from './order-form-dialog.tsx'
import {
  acceptingWords,
  declineLabel,
  isOffered,
  leavingConsequence,
  leavingWords,
  waitingWords,
} from './order-words.ts'

type WaitingPartProps = {
  order: MyOrder
  token: string
  now: Date
  /** Reloads the order without a message. */
  reload: () => void
}

/** The rank of an order on the waiting list or the places offered to it, with what its payer can do. */
export function WaitingPart({ order, token, now, reload }: WaitingPartProps) {
  const [busy, setBusy] = useState<'accept' | 'leave' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [failed, setFailed] = useState<{ title: string; failure: Failure } | null>(null)
  // After Back from the payment the browser shows the page as it was left.
  useEffect(() => {
    const shown = () => setBusy(null)
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  const hasOffer = isOffered(order)
  const leaving = hasOffer ? refusing : leavingList
  const label = leavingWords(order)
  const send = async <T,>(act: 'accept' | 'leave', title: string, sent: Promise<Result<T>>) => {
    setFailed(null)
    setBusy(act)
    const result = await sent
    if (result.ok) return result.data
    setBusy(null)
    setAsking(false)
    setFailed({ title, failure: result.failure })
    // The offer has ended, or staff have changed the waiting list.
    if (result.failure.status === 409) reload()
    return null
  }
  const accept = async () => {
    const answer = await send('accept', notAccepted, acceptMyOffer(token))
    if (answer) window.location.assign(answer.redirectUrl)
  }
  const leave = async () => {
    if (!(await send('leave', leaving.failed, cancelMyOrder(token)))) return
    setAsking(false)
    setBusy(null)
    reload()
  }
  return (
    <>
      <Alert tone={hasOffer ? 'ok' : 'info'}>
        <p>{waitingWords(order, now)}</p>
      </Alert>
      {failed && <ActFailure {...failed} />}
      {hasOffer && (
        <Button
          variant="primary"
          size="lg"
          className="print:hidden"
          busy={busy === 'accept'}
          onClick={() => void accept()}
        >
          {acceptingWords(order)}
        </Button>
      )}
      <Button variant="danger" className="print:hidden" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <AskDialog
          title={`${label}?`}
          words={{ yes: leaving.yes, no: declineLabel }}
          busy={busy === 'leave'}
          onClose={() => setAsking(false)}
          onConfirm={() => void leave()}
        >
          {leavingConsequence(order)}
        </AskDialog>
      )}
    </>
  )
}

const notAccepted = 'Die Plätze konnten nicht angenommen werden.'

const leavingList = {
  yes: 'Ja, verlassen',
  failed: 'Das hat nicht geklappt: Du stehst noch auf der Warteliste.',
}
/** The same call while places are offered. */
const refusing = {
  yes: 'Ja, ablehnen',
  failed: 'Das hat nicht geklappt: Das Angebot ist noch nicht abgelehnt.',
}
