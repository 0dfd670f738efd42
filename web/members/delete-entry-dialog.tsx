import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { EntryDraft, EntryKind, StoredEntry } from './entry-kind.ts'

type DeleteEntryDialogProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  memberId: number
  entry: Entry
  onClose: () => void
  onRemoved: () => void
}

export function DeleteEntryDialog<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind: { remove, removedNoun, nameOf },
  memberId,
  entry,
  onClose,
  onRemoved,
}: DeleteEntryDialogProps<Entry, Draft>) {
  const toast = useToast()
  const { submit, isPending, failure } = useSubmit(remove(memberId), (_none, _, wayBack) => {
    toast(`${removedNoun} gelöscht`, wayBack)
    onRemoved()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${removedNoun} löschen?`}
      tone="destructive"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(entry.id)}
    >
      {`„${nameOf(entry)}“ wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}
