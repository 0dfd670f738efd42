import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { FormTextarea } from '#web/ui/form-fields.tsx'
import { SubmitDialog } from '#web/ui/submit-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { EntryDraft, EntryKind, StoredEntry } from './entry-kind.ts'

type EntryDialogProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  memberId: number
  /** The entry that is changed; null for a new one. */
  entry: Entry | null
  today: Day
  onClose: () => void
}

export function EntryDialog<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind,
  memberId,
  entry,
  today,
  onClose,
}: EntryDialogProps<Entry, Draft>) {
  const { noun, Fields } = kind
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: kind.draftOf(entry),
    read: kind.read,
    ...(entry
      ? { stored: entry, mutation: kind.save(memberId, entry.id) }
      : { mutation: kind.create(memberId) }),
    onSuccess: () => {
      toast(entry ? `${noun} geändert` : `${noun} eingetragen`)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title={entry ? `${noun} ändern` : `${noun} eintragen`}
      submitting={submitting}
      blocked={kind.isIncomplete?.(submitting.form.watch()) ?? false}
      onClose={onClose}
    >
      <Fields today={today} />
      <FormTextarea<EntryDraft> name="comment" label="Kommentar" />
    </SubmitDialog>
  )
}
