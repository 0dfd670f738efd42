import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { acceptOrder } from '#web/data/orders.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { orderInWords } from './people.ts'

type AcceptQuestionProps = {
  order: OrderDetails
  onClose: () => void
}

/** Another sum than asked for came in: whether it is good enough. */
export function AcceptQuestion({ order, onClose }: AcceptQuestionProps) {
  const toast = useToast()
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
