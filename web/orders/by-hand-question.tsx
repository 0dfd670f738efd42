import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { noteRefundByHand } from '#web/data/orders.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'

type ByHandQuestionProps = {
  refund: OrderRefund
  order: OrderDetails
  onClose: () => void
}

/** Somebody gave the money back in another way: then the provider must not do it as well. */
export function ByHandQuestion({ refund, order, onClose }: ByHandQuestionProps) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(noteRefundByHand(order.id), () => {
    onClose()
    toast('Als von Hand erstattet eingetragen')
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Schon von Hand erstattet?"
      confirmLabel="Eintragen"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(refund.key)}
    >
      {`Hast Du ${fullName(order)} ${germanEuro(refund.amountInCent)} überwiesen oder bar gegeben? Das Programm erstattet diesen Betrag dann nicht mehr.`}
    </ConfirmDialog>
  )
}
