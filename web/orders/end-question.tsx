import { CircleX } from 'lucide-react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { endOrder } from '#web/data/orders.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { fullName } from '#worker/domain/names.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'

type EndQuestionProps = {
  order: OrderDetails
  onClose: () => void
}

/** Nobody may pay any more, and the places are free for others. */
export function EndQuestion({ order, onClose }: EndQuestionProps) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(endOrder(order.id), ({ state }) => {
    onClose()
    toast(state === 'paid' ? 'Inzwischen ist bezahlt worden' : 'Zahlung beendet')
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Zahlung beenden?"
      confirmLabel="Zahlung beenden"
      tone="destructive"
      icon={CircleX}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {`${fullName(order)} kann danach nicht mehr bezahlen, ${whosePlaces(order)} sind wieder frei. Ist gerade eben bezahlt worden, bleibt es dabei.`}
    </ConfirmDialog>
  )
}

function whosePlaces({ people }: OrderDetails): string {
  return people.length > 1 ? `die Plätze aller ${people.length} Personen` : 'die Plätze'
}
