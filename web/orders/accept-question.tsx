import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { actFailureText } from './act-failure.tsx'
import { acceptOrder, notAccepted } from './orders.api.ts'

type AcceptQuestionProps = {
  order: OrderDetails
  onClose: () => void
  onChanged: (order: OrderDetails) => void
}

/** Another sum than asked for came in: whether it is good enough. */
export function AcceptQuestion({ order, onClose, onChanged }: AcceptQuestionProps) {
  const toast = useToast()
  const { run, isBusy, failure } = useAct(acceptOrder, (changed) => {
    onClose()
    onChanged(changed)
    toast('Betrag angenommen')
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Betrag annehmen?"
      confirmLabel="Annehmen"
      busy={isBusy}
      error={actFailureText(failure, notAccepted)}
      onConfirm={() => void run(order.id)}
    >
      {`${sumOf(order)} Danach gelten alle Plätze von ${order.firstName} ${order.lastName} als bezahlt.`}
    </ConfirmDialog>
  )
}

function sumOf({ amountInCent, receivedInCent }: OrderDetails): string {
  const asked = `Verlangt: ${germanEuro(amountInCent)}.`
  return receivedInCent === null ? asked : `${asked} Angekommen: ${germanEuro(receivedInCent)}.`
}
