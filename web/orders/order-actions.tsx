import { CircleCheck, CircleX, DoorOpen, RefreshCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { AcceptQuestion } from './accept-question.tsx'
import { EndQuestion } from './end-question.tsx'
import { RefundAllDialog } from './refund-all-dialog.tsx'
import { SettleQuestion } from './settle-question.tsx'

/** An action of the head that needs no question. */
type Action = { submit: () => Promise<void>; isPending: boolean }

type OrderActionsProps = { order: OrderDetails; check: Action; release: Action }

/** For management alone. What cannot be done to this order is not there. */
export function OrderActions({ order, check, release }: OrderActionsProps) {
  const [open, setOpen] = useState<'refund' | 'accept' | 'settle' | 'end' | null>(null)
  const dialog = { order, onClose: () => setOpen(null) }
  const isReview = order.state === 'review'
  return (
    <>
      {order.refundableInCent > 0 && (
        <Button variant="danger" onClick={() => setOpen('refund')}>
          <Undo2 />
          {isReview ? 'Erstatten' : 'Alles erstatten'}
        </Button>
      )}
      {order.providerRef !== null && (
        <Button busy={check.isPending} onClick={() => void check.submit()}>
          <RefreshCw />
          Beim Zahlungsdienst nachfragen
        </Button>
      )}
      {isReview && (
        <Button variant="primary" onClick={() => setOpen('accept')}>
          <CircleCheck />
          Betrag annehmen
        </Button>
      )}
      {order.state === 'pending' && order.attention !== 'undecided' && (
        <Button variant="danger" onClick={() => setOpen('end')}>
          <CircleX />
          Zahlung beenden
        </Button>
      )}
      {order.attention === 'undecided' && (
        <Button busy={release.isPending} onClick={() => void release.submit()}>
          <DoorOpen />
          Plätze freigeben
        </Button>
      )}
      {canBeTicked(order) && (
        <Button onClick={() => setOpen('settle')}>
          <CircleCheck />
          Als erledigt abhaken
        </Button>
      )}
      {open === 'refund' && <RefundAllDialog {...dialog} />}
      {open === 'accept' && <AcceptQuestion {...dialog} />}
      {open === 'settle' && <SettleQuestion {...dialog} />}
      {open === 'end' && <EndQuestion {...dialog} />}
    </>
  )
}

/** A sum in question, a refund that fails and an open payment are dealt with, not ticked off. */
function canBeTicked({ attention, state }: OrderDetails): boolean {
  if (attention === 'noPlace') return state === 'paid'
  return attention === 'refundedOutside' || attention === 'disputed'
}
