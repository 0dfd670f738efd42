import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { deleteCostumeType } from '#web/data/costumes.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { CostumeType } from '#worker/costumes/costumes.contract.ts'

type DeleteCostumeTypeDialogProps = {
  type: CostumeType
  /** How many costumes of the type are known. */
  count: number
  onClose: () => void
}

/** A type in use stays: what is known of it is said before somebody tries. */
export function DeleteCostumeTypeDialog({ type, count, onClose }: DeleteCostumeTypeDialogProps) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(
    deleteCostumeType(type.id),
    (_none, _, wayBack) => {
      toast('Kleidertyp gelöscht', wayBack)
      onClose()
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Kleidertyp löschen?"
      tone="destructive"
      busy={isPending}
      failure={failure}
      // What cannot be done is not offered.
      onConfirm={count > 0 ? null : () => void submit()}
    >
      {count > 0
        ? `„${type.name}“ lässt sich nicht löschen, solange ${users(count)}.`
        : `„${type.name}“ wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}

function users(count: number): string {
  return count === 1 ? 'ein Kleid ihn hat' : `${count} Kleider ihn haben`
}
