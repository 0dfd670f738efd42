import { useState } from 'react'
import { unreadable } from '#web/lib/unreadable.ts'
import { useAct } from '#web/lib/use-act.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Textarea } from '#web/ui/input.tsx'
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
  onDone: () => void
}

export function EntryDialog<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind,
  memberId,
  entry,
  today,
  onClose,
  onDone,
}: EntryDialogProps<Entry, Draft>) {
  const { calls, noun, Fields } = kind
  const [draft, setDraft] = useState(() => kind.draftOf(entry))
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const toast = useToast()
  const send = async () => {
    const read = kind.read(draft)
    if ('problems' in read) return { ok: false, failure: unreadable(read.problems) } as const
    return entry ? calls.save(memberId, entry.id, read.body) : calls.create(memberId, read.body)
  }
  const { run, isBusy, failure } = useAct(send, () => {
    toast(entry ? `${noun} geändert` : `${noun} eingetragen`)
    onDone()
    onClose()
  })
  const errors = failure?.error?.fields ?? {}
  return (
    <FormDialog
      title={entry ? `${noun} ändern` : `${noun} eintragen`}
      notSaved={entry ? calls.notSaved : calls.notCreated}
      failure={failure}
      busy={isBusy}
      blocked={kind.isIncomplete?.(draft) ?? false}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      <Fields draft={draft} onChange={change} errors={errors} today={today} />
      <Field label="Kommentar" error={errors.comment}>
        {(ids) => (
          <Textarea
            {...ids}
            rows={2}
            value={draft.comment}
            onChange={({ target }) => setDraft((before) => ({ ...before, comment: target.value }))}
          />
        )}
      </Field>
    </FormDialog>
  )
}
