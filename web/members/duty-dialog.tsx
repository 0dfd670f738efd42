import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { DutyEntry } from '#worker/members/members.contract.ts'
import { createDuty, dutyNotCreated, dutyNotSaved, saveDuty } from './duties.api.ts'
import { type DutyDraft, dutyDraftOf, noDuty, readDuty } from './duty-draft.ts'
import { DutyFields } from './duty-fields.tsx'
import { FormDialog } from './form-dialog.tsx'
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
  const { run, isBusy, failure } = useAct(send, () => {
    toast(entry ? 'Dienst geändert' : 'Dienst eingetragen')
    onDone()
    onClose()
  })
  return (
    <FormDialog
      title={entry ? 'Dienst ändern' : 'Dienst eintragen'}
      notSaved={entry ? dutyNotSaved : dutyNotCreated}
      failure={failure}
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void run(memberId, entry, draft)}
    >
      <DutyFields
        draft={draft}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        errors={failure?.error?.fields ?? {}}
        today={today}
      />
    </FormDialog>
  )
}

async function send(memberId: number, entry: DutyEntry | null, draft: DutyDraft) {
  const read = readDuty(draft)
  if ('problems' in read) return { ok: false, failure: unreadable(read.problems) } as const
  return entry ? saveDuty(memberId, entry.id, read.body) : createDuty(memberId, read.body)
}
