import { failureDetail } from '#web/lib/failure-detail.ts'
import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import { costumeTypeNotDeleted, deleteCostumeType } from './costume-types.api.ts'

type DeleteCostumeTypeDialogProps = {
  type: CostumeType
  /** How many costumes of the type are known. */
  count: number
  onClose: () => void
  onDone: () => void
}

/** A type in use stays: what is known of it is said before somebody tries. */
export function DeleteCostumeTypeDialog({ type, count, ...props }: DeleteCostumeTypeDialogProps) {
  const { onClose, onDone } = props
  const toast = useToast()
  const { run, isBusy, failure } = useAct(deleteCostumeType, () => {
    toast('Kleidertyp gelöscht')
    onDone()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Kleidertyp löschen?"
      tone="destructive"
      busy={isBusy}
      error={
        failure && (
          <FailureText
            message={costumeTypeNotDeleted}
            failure={failure}
            detail={failureDetail(failure, costumeTypeNotDeleted)}
          />
        )
      }
      // What cannot be done is not offered.
      onConfirm={count > 0 ? null : () => void run(type.id)}
    >
      {count > 0
        ? `„${type.name}“ lässt sich nicht löschen, solange ${users(count)}.`
        : `„${type.name}“ wird gelöscht. Das lässt sich nicht rückgängig machen.`}
    </ConfirmDialog>
  )
}

function users(count: number): string {
  return count === 1 ? 'ein Kleid ihn hat' : `${count} Kleider ihn haben`
}
