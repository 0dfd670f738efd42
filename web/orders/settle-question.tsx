import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { actFailureText } from './act-failure.tsx'
import { notSettled, settleOrder } from './orders.api.ts'

type SettleQuestionProps = {
  order: OrderDetails
  onClose: () => void
  onChanged: (order: OrderDetails) => void
}

/** What stands out is dealt with, and there is no way back: the money stays where it is. */
export function SettleQuestion({ order, onClose, onChanged }: SettleQuestionProps) {
  const toast = useToast()
  const { run, isBusy, failure } = useAct(settleOrder, (changed) => {
    onClose()
    onChanged(changed)
    toast('Als erledigt abgehakt')
  })
  const kept = (order.receivedInCent ?? 0) - order.refundedInCent
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Als erledigt abhaken?"
      confirmLabel="Abhaken"
      busy={isBusy}
      error={actFailureText(failure, notSettled)}
      onConfirm={() => void run(order.id)}
    >
      {`Die Zahlung von ${order.firstName} ${order.lastName} steht danach nicht mehr unter „Zu klären“. ${germanEuro(kept)} bleiben bei der Zunft.`}
    </ConfirmDialog>
  )
}
