import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Honor } from '#worker/members/members.contract.ts'
import { FormDialog } from './form-dialog.tsx'
import { type HonorDraft, HonorFields } from './honor-fields.tsx'
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

const noHonor: HonorDraft = { type: '', date: null, comment: '' }

export function HonorDialog({ memberId, honor, today, onClose, onDone }: HonorDialogProps) {
  const [draft, setDraft] = useState<HonorDraft>(honor ?? noHonor)
  const toast = useToast()
  const { run, isBusy, failure } = useAct(send, () => {
    toast(honor ? 'Ehrung geändert' : 'Ehrung eingetragen')
    onDone()
    onClose()
  })
  return (
    <FormDialog
      title={honor ? 'Ehrung ändern' : 'Ehrung eintragen'}
      notSaved={honor ? honorNotSaved : honorNotCreated}
      failure={failure}
      busy={isBusy}
      // Spec §5: OK requires a date.
      blocked={draft.date === null}
      onClose={onClose}
      onConfirm={() => void run(memberId, honor, draft)}
    >
      <HonorFields
        draft={draft}
        onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        errors={failure?.error?.fields ?? {}}
        today={today}
      />
    </FormDialog>
  )
}

async function send(memberId: number, honor: Honor | null, { type, date, comment }: HonorDraft) {
  if (type === '' || date === null) {
    return { ok: false, failure: unreadable({ type: 'Wähle eine Ehrung.' }) } as const
  }
  const body = { type, date, comment }
  return honor ? saveHonor(memberId, honor.id, body) : createHonor(memberId, body)
}
