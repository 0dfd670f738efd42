import { useToast } from '#web/components/toast.tsx'
import { refundOrder } from '#web/data/orders.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'

type RefundOf = {
  order: OrderDetails
  /** null = all that is left of the order. */
  participationId: number | null
  onClose: () => void
}

/** What a dialog needs that gives back money of an order. */
export function useRefund({ order, participationId, onClose }: RefundOf) {
  const toast = useToast()
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
