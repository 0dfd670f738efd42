import { CircleX } from 'lucide-react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { type EndedPayments, endPayments } from '#web/data/orders-evening.ts'
import { counted } from '#web/lib/german-count.ts'
import { useSubmit } from '#web/lib/use-submit.ts'

type EndPaymentsQuestionProps = {
  ids: readonly number[]
  title: string
  children: string
  onClose: () => void
}

/** Nobody may pay for them any more, and the places are free for others. */
export function EndPaymentsQuestion({ ids, onClose, ...words }: EndPaymentsQuestionProps) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(endPayments, (ended) => {
    onClose()
    toast(ids.length === 1 ? whatBecame(ended) : whatBecameOf(ended))
  })
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={onClose}
      tone="destructive"
      icon={CircleX}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(ids)}
    />
  )
}

function whatBecame({ paid, over }: EndedPayments): string {
  if (paid > 0) return 'Inzwischen ist bezahlt worden'
  return over > 0 ? 'Die Zahlung ist nicht mehr offen oder wird gerade geprüft' : 'Zahlung beendet'
}

/** "5 Zahlungen beendet, 1 inzwischen bezahlt, 1 wird noch geprüft" */
function whatBecameOf({ ended, paid, over }: EndedPayments): string {
  return [
    `${counted(ended, 'Zahlung', 'Zahlungen')} beendet`,
    paid > 0 && `${paid} inzwischen bezahlt`,
    over > 0 && `${over} nicht mehr offen oder in Prüfung`,
  ]
    .filter(Boolean)
    .join(', ')
}
