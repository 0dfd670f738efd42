import { FormDate } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { useToast } from '#web/components/toast.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { day, read, type TypedDay, unreadable } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'

import { sharedSettings } from './settings-words.ts'

type AssemblyDialogProps = { assemblyDate: Day | null; today: Day; onClose: () => void }

type Draft = { assemblyDate: TypedDay }

export function AssemblyDialog({ assemblyDate, today, onClose }: AssemblyDialogProps) {
  const toast = useToast()
  const submitting = useSubmitForm({
    initial: { assemblyDate },
    stored: { assemblyDate },
    shared: { ...sharedSettings, draftOf: (stored) => stored },
    read: (draft: Draft) => read(draft, { assemblyDate: day }),
    mutation: saveSettings,
    onSuccess: (_saved, _body, wayBack) => {
      toast('Datum gespeichert', wayBack)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Datum der Generalversammlung"
      submitting={submitting}
      blocked={submitting.form.watch('assemblyDate') === unreadable}
      onClose={onClose}
    >
      <FormDate<Draft>
        name="assemblyDate"
        label="Datum"
        today={today}
        help={`Leer: der nächste 11. November, ${germanDateWithWeekday(assemblyDay(null, today))}.`}
      />
    </SubmitDialog>
  )
}
