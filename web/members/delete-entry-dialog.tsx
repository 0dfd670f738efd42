import { failureDetail } from '#web/lib/failure-detail.ts'
import type { Result } from '#web/lib/result.ts'
import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'

type DeleteEntryDialogProps = {
  title: string
  /** Names what goes: "„Kassier“ seit 01.01.2016". */
  what: string
  remove: () => Promise<Result<undefined>>
  notDeleted: string
  /** The toast afterwards. */
  deleted: string
  onClose: () => void
  onDone: () => void
}

export function DeleteEntryDialog({ title, what, notDeleted, ...props }: DeleteEntryDialogProps) {
  const toast = useToast()
  const { run, isBusy, failure } = useAct(props.remove, () => {
    toast(props.deleted)
    props.onDone()
    props.onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={title}
      tone="destructive"
      busy={isBusy}
      error={
        failure && (
          <FailureText
            message={notDeleted}
            failure={failure}
            detail={failureDetail(failure, notDeleted)}
          />
        )
      }
      onConfirm={() => void run()}
    >
      {`${what} wird gelöscht. Das lässt sich nicht rückgängig machen.`}
    </ConfirmDialog>
  )
}
