import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormTextarea } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { type SubmittedForm, useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { EntryDraft, EntryKind, StoredEntry } from './entry-kind.ts'

type EntryDialogProps<Entry extends StoredEntry, Draft extends EntryDraft> = {
  kind: EntryKind<Entry, Draft>
  memberId: number
  /** The entry to edit; null for a new one. */
  entry: Entry | null
  /** All of the member's entries, as far as loaded. */
  entries: readonly Entry[]
  today: Day
  onClose: () => void
}

export function EntryDialog<Entry extends StoredEntry, Draft extends EntryDraft>({
  kind,
  memberId,
  entry,
  entries,
  today,
  onClose,
}: EntryDialogProps<Entry, Draft>) {
  const { noun, Fields } = kind
  const beside = { others: entries.filter(({ id }) => id !== entry?.id), today }
  const submitting = useSubmitForm({
    initial: kind.draftOf(entry),
    read: kind.read,
    ...(entry
      ? {
          stored: entry,
          shared: { units: [], words: kind.words, draftOf: kind.draftOf },
          mutation: kind.save(memberId, entry.id),
        }
      : { mutation: kind.create(memberId) }),
    onSuccess: (_saved, _body, undoAction) => {
      toast(entry ? `${noun} geändert` : `${noun} eingetragen`, undoAction)
      onClose()
    },
  })
  const { draft, questions, isAsked, submit } = useConfirmingSubmit(submitting, (typed: Draft) => {
    const answer = kind.read(typed)
    return 'body' in answer ? kind.questions(answer.body, { ...beside, stored: entry }) : []
  })
  return (
    <SubmitDialog
      title={entry ? `${noun} ändern` : `${noun} eintragen`}
      submitting={{ ...submitting, submit }}
      blocked={kind.isIncomplete?.(draft) ?? false}
      {...(isAsked && { confirmLabel: entry ? 'Trotzdem ändern' : 'Trotzdem eintragen' })}
      onClose={onClose}
    >
      {isAsked && (
        <Alert tone="warn" title="Stimmt das?" focusOnMount>
          {questions.map((question) => (
            <p key={question}>{question}</p>
          ))}
        </Alert>
      )}
      <Fields {...beside} />
      <FormTextarea<EntryDraft> name="comment" label="Kommentar" />
    </SubmitDialog>
  )
}

/** The first submission shows the questions about unusual values; submitting again without changes confirms them. */
export function useConfirmingSubmit<Draft extends FieldValues>(
  { form, submit }: SubmittedForm<Draft>,
  questionsOf: (draft: Draft) => string[],
) {
  const [asked, setAsked] = useState('')
  const draft = form.watch()
  const questions = questionsOf(draft)
  const isAsked = questions.length > 0 && asked === questions.join()
  return {
    draft,
    questions,
    isAsked,
    submit: async () => {
      const current = questionsOf(form.getValues())
      if (current.length > 0 && asked !== current.join()) setAsked(current.join())
      else await submit()
    },
  }
}
