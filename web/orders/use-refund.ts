import { useAct } from '#web/lib/use-act.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { refundOrder } from './orders.api.ts'

type RefundOf = {
  order: OrderDetails
  /** null = all that is left of the order. */
  participationId: number | null
  onClose: () => void
  onChanged: (order: OrderDetails) => void
}

/** What a dialog needs that gives back money of an order. */
export function useRefund({ order, participationId, onClose, onChanged }: RefundOf) {
  const toast = useToast()
  const { run, isBusy, failure } = useAct(refundOrder, (changed) => {
    onClose()
    onChanged(changed)
    toast('Erstattung veranlasst')
  })
  return {
    isBusy,
    failure,
    onClose,
    onConfirm: (cancelPlaces: boolean) => void run(order.id, { participationId, cancelPlaces }),
  }
}
