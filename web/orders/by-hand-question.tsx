import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'
import { actFailureText } from './act-failure.tsx'
import { noteRefundByHand, notNoted } from './orders.api.ts'

type ByHandQuestionProps = {
  refund: OrderRefund
  order: OrderDetails
  onClose: () => void
  onChanged: (order: OrderDetails) => void
}

/** Somebody gave the money back in another way: then the provider must not do it as well. */
export function ByHandQuestion({ refund, order, onClose, onChanged }: ByHandQuestionProps) {
  const toast = useToast()
  const { run, isBusy, failure } = useAct(noteRefundByHand, (changed) => {
    onClose()
    onChanged(changed)
    toast('Als von Hand erstattet eingetragen')
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Schon von Hand erstattet?"
      confirmLabel="Eintragen"
      busy={isBusy}
      error={actFailureText(failure, notNoted)}
      onConfirm={() => void run(order.id, refund.key)}
    >
      {`Hast Du ${order.firstName} ${order.lastName} ${germanEuro(refund.amountInCent)} überwiesen oder bar gegeben? Das Programm erstattet diesen Betrag dann nicht mehr.`}
    </ConfirmDialog>
  )
}
