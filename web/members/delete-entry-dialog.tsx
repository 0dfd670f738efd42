import { failureDetail } from '#web/lib/failure-detail.ts'
import { useAct } from '#web/lib/use-act.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailureText } from '#web/ui/failure.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { EntryDraft, EntryKind, StoredEntry } from './entry-kind.ts'

type DeleteEntryDialogProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  memberId: number
  entry: Entry
  onClose: () => void
  onDone: () => void
}

export function DeleteEntryDialog<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind: { calls, removedNoun, nameOf },
  memberId,
  entry,
  onClose,
  onDone,
}: DeleteEntryDialogProps<Entry, Draft>) {
  const toast = useToast()
  const { run, isBusy, failure } = useAct(calls.remove, () => {
    toast(`${removedNoun} gelöscht`)
    onDone()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${removedNoun} löschen?`}
      tone="destructive"
      busy={isBusy}
      error={
        failure && (
          <FailureText
            message={calls.notRemoved}
            failure={failure}
            detail={failureDetail(failure, calls.notRemoved)}
          />
        )
      }
      onConfirm={() => void run(memberId, entry.id)}
    >
      {`„${nameOf(entry)}“ wird gelöscht. Das lässt sich nicht rückgängig machen.`}
    </ConfirmDialog>
  )
}
