import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { settleOrder } from '#web/data/orders.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { orderInWords } from './people.ts'

type SettleQuestionProps = {
  order: OrderDetails
  onClose: () => void
}

/** What stands out is dealt with, and there is no way back: the money stays where it is. */
export function SettleQuestion({ order, onClose }: SettleQuestionProps) {
  const toast = useToast()
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
