import { CircleCheck, CircleX, DoorOpen, RefreshCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { acceptOrder, endPayment, settleOrder } from '#web/data/orders.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { OrderRefundDialog, refundNotice, useRefund } from './order-refund-dialog.tsx'
import { orderInWords } from './people.ts'
import { releasablePlaces } from './places-card.tsx'

/** An action without a dialog. */
type Action = { submit: () => Promise<void>; isPending: boolean }

type OrderActionsProps = { order: OrderDetails; check: Action; release: Action }

/** The management's actions; those that do not apply are left out. */
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
      {order.state === 'waiting' && (
        <Button variant="danger" onClick={() => setOpen('end')}>
          <CircleX />
          Entfernen
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

/** Whether the problem can be marked as settled; amounts, failed refunds and open payments have other actions. */
function canBeTicked({ attention, state }: OrderDetails): boolean {
  if (attention === 'noPlace') return state === 'paid'
  return (
    attention === 'extrasGivenUp' || attention === 'refundedOutside' || attention === 'disputed'
  )
}

type SettleQuestionProps = {
  order: OrderDetails
  onClose: () => void
}

/** Marks the problem as settled, without undo; the money is not moved. */
function SettleQuestion({ order, onClose }: SettleQuestionProps) {
  const { submit, isPending, failure } = useSubmit(settleOrder(order.id), () => {
    onClose()
    toast('Als erledigt abgehakt')
  })
  const kept = (order.receivedInCent ?? 0) - order.refundedInCent
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Als erledigt abhaken?"
      confirmLabel="Abhaken"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {`Die Zahlung von ${orderInWords(order)} steht danach nicht mehr unter „Zu klären“. ${germanEuro(kept)} bleiben bei der Zunft.`}
    </ConfirmDialog>
  )
}

type AcceptQuestionProps = {
  order: OrderDetails
  onClose: () => void
}

/** Accepts the received amount, which differs from the order's, as payment. */
function AcceptQuestion({ order, onClose }: AcceptQuestionProps) {
  const { submit, isPending, failure } = useSubmit(acceptOrder(order.id), () => {
    onClose()
    toast('Betrag angenommen')
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Betrag annehmen?"
      confirmLabel="Annehmen"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {`${sumOf(order)} Danach gelten alle Plätze von ${orderInWords(order)} als bezahlt.`}
    </ConfirmDialog>
  )
}

function sumOf({ amountInCent, receivedInCent }: OrderDetails): string {
  const asked = `Verlangt: ${germanEuro(amountInCent)}.`
  return receivedInCent === null ? asked : `${asked} Angekommen: ${germanEuro(receivedInCent)}.`
}

type EndQuestionProps = {
  order: OrderDetails
  onClose: () => void
}

/** Ends the payment and releases the places. */
function EndQuestion({ order, onClose }: EndQuestionProps) {
  const [words] = useState(order.state === 'waiting' ? removal : end)
  const { submit, isPending, failure } = useSubmit(endPayment(order.id), ({ state }) => {
    onClose()
    toast(state === 'paid' ? 'Inzwischen ist bezahlt worden' : words.done)
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      confirmLabel={words.label}
      tone="destructive"
      icon={CircleX}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {words === removal
        ? `Die Anmeldung von ${orderInWords(order)} steht dann nicht mehr auf der Warteliste, und eine E-Mail sagt es.`
        : `${fullName(order)} kann danach nicht mehr bezahlen, ${placesInWords(order)} sind wieder frei. Ist gerade eben bezahlt worden, bleibt es dabei.`}
    </ConfirmDialog>
  )
}

const end = { title: 'Zahlung beenden?', label: 'Zahlung beenden', done: 'Zahlung beendet' }
const removal = {
  title: 'Von der Warteliste nehmen?',
  label: 'Entfernen',
  done: 'Von der Warteliste genommen',
}

function placesInWords({ people }: OrderDetails): string {
  return people.length > 1 ? `die Plätze aller ${people.length} Personen` : 'die Plätze'
}

type RefundAllDialogProps = {
  order: OrderDetails
  onClose: () => void
}

function RefundAllDialog({ order, onClose }: RefundAllDialogProps) {
  const refund = useRefund({ order, participationId: null, onClose })
  const amount = germanEuro(order.refundableInCent)
  const places = releasablePlaces(order)
  return (
    <OrderRefundDialog
      title={`${amount} erstatten?`}
      places={places.length > 0 ? tick : null}
      confirmLabel={`${amount} erstatten`}
      {...refund}
    >
      {`${fullName(order)} bekommt alles zurück, was von dieser Zahlung noch da ist. ${refundNotice}`}
    </OrderRefundDialog>
  )
}

const tick = {
  label: 'Plätze auch streichen',
  freed:
    'Alle Plätze dieser Zahlung werden gestrichen; sie und die Kleider sind sofort wieder frei.',
  kept: 'Die Plätze bleiben und stehen danach als „Nicht bezahlt“ in der Liste.',
}
