import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type Duty, duties } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import type { DutyEntry } from '#worker/members/members.contract.ts'
import { createDuty, dutyNotCreated, dutyNotSaved, saveDuty } from './duties.api.ts'
import { dutyDraftOf, noDuty, readDuty } from './duty-draft.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { unreadable } from './unreadable.ts'

type DutyDialogProps = {
  memberId: number
  /** The entry that is changed; null for a new one. */
  entry: DutyEntry | null
  today: Day
  onClose: () => void
  onDone: () => void
}

export function DutyDialog({ memberId, entry, today, onClose, onDone }: DutyDialogProps) {
  const [draft, setDraft] = useState(entry ? dutyDraftOf(entry) : noDuty)
  const toast = useToast()
  const change = (changes: Partial<typeof draft>) =>
    setDraft((before) => ({ ...before, ...changes }))
  const send = async () => {
    const read = readDuty(draft)
    if ('problems' in read) return { ok: false, failure: unreadable(read.problems) } as const
    return entry ? saveDuty(memberId, entry.id, read.body) : createDuty(memberId, read.body)
  }
  const { run, isBusy, failure } = useAct(send, () => {
    toast(entry ? 'Dienst geändert' : 'Dienst eingetragen')
    onDone()
    onClose()
  })
  const fields = failure?.error?.fields ?? {}
  return (
    <EntryDialog
      title={entry ? 'Dienst ändern' : 'Dienst eintragen'}
      notSaved={entry ? dutyNotSaved : dutyNotCreated}
      failure={failure}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void run()}
    >
      <Field label="Amt" required error={fields.duty}>
        {(ids) => (
          <Select
            {...ids}
            value={draft.duty}
            onChange={({ target }) => change({ duty: target.value as Duty })}
          >
            {draft.duty === '' && <option value="">Amt wählen</option>}
            {duties.map((duty) => (
              <option key={duty} value={duty}>
                {dutyLabels[duty]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        <DateField
          label="Von"
          required
          value={draft.from}
          onChange={(from) => change({ from })}
          onInvalid={(isFromBroken) => change({ isFromBroken })}
          today={today}
          error={fields.from}
        />
        <DateField
          label="Bis"
          help="Leer: noch im Amt"
          value={draft.to}
          onChange={(to) => change({ to })}
          onInvalid={(isToBroken) => change({ isToBroken })}
          today={today}
          error={fields.to}
        />
      </div>
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
