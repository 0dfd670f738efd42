import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { refundOrder } from '#web/data/orders.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'

type OrderRefundDialogProps = {
  title: string
  /** The recipients and amounts. */
  children: ReactNode
  /** The checkbox for releasing the places, with the consequence of both choices; null without one. */
  places: { label: string; freed: string; kept: string } | null
  confirmLabel: string
  isPending?: boolean
  failure?: CallFailure | null
  onClose: () => void
  onConfirm: (cancelPlaces: boolean) => void
}

/** Refunds money and, when the box is ticked (the default), releases the places. */
export function OrderRefundDialog({
  isPending = false,
  failure = null,
  onClose,
  ...props
}: OrderRefundDialogProps) {
  const [cancelsPlaces, setCancelsPlaces] = useState(true)
  const { places } = props
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={props.title}
      confirmLabel={props.confirmLabel}
      tone="destructive"
      icon={Undo2}
      busy={isPending}
      failure={failure}
      onConfirm={() => props.onConfirm(places !== null && cancelsPlaces)}
      more={
        places && (
          <div>
            <Checkbox
              checked={cancelsPlaces}
              disabled={isPending}
              onChange={({ target }) => setCancelsPlaces(target.checked)}
            >
              {places.label}
            </Checkbox>
            <p aria-live="polite" className="text-muted-foreground text-sm">
              {cancelsPlaces ? places.freed : places.kept}
            </p>
          </div>
        )
      }
    >
      {props.children}
    </ConfirmDialog>
  )
}

/** How refunds are paid out. */
export const refundNotice =
  'Das Geld geht auf dem Weg zurück, auf dem bezahlt wurde. Bis es da ist, dauert es meist einige Tage.'

type RefundOf = {
  order: OrderDetails
  /** null refunds all that is left of the order. */
  participationId: number | null
  onClose: () => void
}

/** The state of a dialog that refunds money of an order. */
export function useRefund({ order, participationId, onClose }: RefundOf) {
  const { submit, isPending, failure } = useSubmit(refundOrder(order.id), () => {
    onClose()
    toast('Erstattung veranlasst')
  })
  return {
    isPending,
    failure,
    onClose,
    onConfirm: (cancelPlaces: boolean) => void submit({ participationId, cancelPlaces }),
  }
}
