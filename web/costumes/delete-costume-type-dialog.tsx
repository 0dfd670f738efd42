import { failureDetail } from '#web/lib/failure-detail.ts'
import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'
import { costumeTypeNotDeleted, deleteCostumeType } from './costumes.api.ts'

type DeleteCostumeTypeDialogProps = {
  type: CostumeType
  onClose: () => void
  onDone: () => void
}

export function DeleteCostumeTypeDialog({ type, onClose, onDone }: DeleteCostumeTypeDialogProps) {
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
      onConfirm={() => void run(type.id)}
    >
      {`„${type.name}“ wird gelöscht. Das lässt sich nicht rückgängig machen.`}
    </ConfirmDialog>
  )
}
