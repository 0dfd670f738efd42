import { FailureText } from '#web/components/failure.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TickedList, type TickedListProps } from './ticked-list.tsx'

type TickedDialogProps = TickedListProps & {
  title: string
  description: string
  confirmLabel: string
  /** Nothing is ticked that it could be done with. */
  isNone: boolean
  busy: boolean
  failure: CallFailure | null
  onConfirm: () => void
  onClose: () => void
}

/** Something is done with those of a list that are ticked. */
export function TickedDialog({
  title,
  description,
  confirmLabel,
  isNone,
  busy,
  failure,
  onConfirm,
  onClose,
  ...list
}: TickedDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      busy={busy}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Abbrechen
          </Button>
          <Button variant="primary" busy={busy} disabled={isNone} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {failure && (
        <Alert tone="error">
          <FailureText failure={failure} detail={detailOf(failure)} />
        </Alert>
      )}
      <TickedList {...list} />
    </Dialog>
  )
}
