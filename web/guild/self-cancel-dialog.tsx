import { FormInput, FormSelect } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { read, requiredNumber } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { type SelfCancel, selfCancels } from '#worker/domain/codes.ts'
import { selfCancelLabels } from '#worker/domain/labels.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { sharedSettings } from './settings-words.ts'

type SelfCancelDialogProps = { stored: GuildSettings; onClose: () => void }

type Draft = { selfCancel: SelfCancel; selfCancelDays: string }

export function SelfCancelDialog({ stored, onClose }: SelfCancelDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: draftOf(stored),
    stored,
    shared: { ...sharedSettings, draftOf },
    read: readDraft,
    mutation: saveSettings,
    onSuccess: (_saved, _body, wayBack) => {
      toast('Absagen gespeichert', wayBack)
      onClose()
    },
  })
  const typed = readDraft(submitting.form.watch())
  const problem = ('problems' in typed && typed.problems.selfCancelDays) || null
  return (
    <SubmitDialog
      title="Absagen durch die Angemeldeten"
      submitting={submitting}
      blocked={problem !== null}
      onClose={onClose}
    >
      <FormSelect<Draft>
        name="selfCancel"
        label="Selbst absagen"
        help="Unter „Meine Anmeldung“, dem Link in der E-Mail."
      >
        {selfCancels.map((code) => (
          <option key={code} value={code}>
            {selfCancelLabels[code]}
          </option>
        ))}
      </FormSelect>
      <FormInput<Draft>
        name="selfCancelDays"
        label="Tage vor dem Umzug"
        inputMode="numeric"
        inputClassName="max-w-40 tabular-nums"
        problem={problem}
        help="So viele Tage vorher geht es zum letzten Mal, 0 bis 60. Mit 0 noch am Tag des Umzugs."
      />
    </SubmitDialog>
  )
}

function draftOf({ selfCancel, selfCancelDays }: GuildSettings): Draft {
  return { selfCancel, selfCancelDays: `${selfCancelDays}` }
}

function readDraft(draft: Draft) {
  return read(draft, {
    selfCancelDays: requiredNumber('Das ist keine ganze Zahl. Schreib sie so: 7'),
  })
}
