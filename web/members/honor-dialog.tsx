import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type HonorType, honorTypes } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { honorLabels } from '#worker/domain/labels.ts'
import type { Honor } from '#worker/members/members.contract.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { createHonor, honorNotCreated, honorNotSaved, saveHonor } from './honors.api.ts'
import { unreadable } from './unreadable.ts'

type HonorDialogProps = {
  memberId: number
  /** The honor that is changed; null for a new one. */
  honor: Honor | null
  today: Day
  onClose: () => void
  onDone: () => void
}

type HonorDraft = { type: HonorType | ''; date: Day | null; comment: string }

const noHonor: HonorDraft = { type: '', date: null, comment: '' }

export function HonorDialog({ memberId, honor, today, onClose, onDone }: HonorDialogProps) {
  const [draft, setDraft] = useState<HonorDraft>(honor ?? noHonor)
  const toast = useToast()
  const change = (changes: Partial<HonorDraft>) => setDraft((before) => ({ ...before, ...changes }))
  const { run, isBusy, failure } = useAct(
    () => send(memberId, honor, draft),
    () => {
      toast(honor ? 'Ehrung geändert' : 'Ehrung eingetragen')
      onDone()
      onClose()
    },
  )
  const fields = failure?.error?.fields ?? {}
  return (
    <EntryDialog
      title={honor ? 'Ehrung ändern' : 'Ehrung eintragen'}
      notSaved={honor ? honorNotSaved : honorNotCreated}
      failure={failure}
      busy={isBusy}
      missing={draft.date ? '' : 'Es fehlt noch das Datum.'}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      <Field label="Ehrung" required error={fields.type}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.type}
            onChange={({ target }) => change({ type: target.value as HonorType })}
          >
            {draft.type === '' && <option value="">Ehrung wählen</option>}
            {honorTypes.map((type) => (
              <option key={type} value={type}>
                {honorLabels[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DateField
        label="Datum"
        required
        value={draft.date}
        onChange={(date) => change({ date })}
        today={today}
        error={fields.date}
      />
      <Field label="Kommentar" error={fields.comment}>
        {(ids) => (
          <Textarea
            {...ids}
            rows={2}
            value={draft.comment}
            onChange={({ target }) => change({ comment: target.value })}
          />
        )}
      </Field>
    </EntryDialog>
  )
}

async function send(memberId: number, honor: Honor | null, { type, date, comment }: HonorDraft) {
  if (type === '' || date === null) {
    return { ok: false, failure: unreadable({ type: 'Wähle eine Ehrung.' }) } as const
  }
  const body = { type, date, comment }
  return honor ? saveHonor(memberId, honor.id, body) : createHonor(memberId, body)
}
