import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { assemblyDay } from '#worker/domain/honors.ts'
import { saveSettings, settingsNotSaved } from './guild.api.ts'

type AssemblyDialogProps = {
  assemblyDate: Day | null
  today: Day
  onClose: () => void
  onDone: () => void
}

export function AssemblyDialog({ assemblyDate, today, onClose, onDone }: AssemblyDialogProps) {
  const [date, setDate] = useState(assemblyDate)
  const [isInvalid, setInvalid] = useState(false)
  const toast = useToast()
  const { run, isBusy, failure } = useAct(saveSettings, () => {
    toast('Datum gespeichert')
    onDone()
    onClose()
  })
  return (
    <FormDialog
      title="Datum der Generalversammlung"
      notSaved={settingsNotSaved}
      failure={failure}
      busy={isBusy}
      blocked={isInvalid}
      onClose={onClose}
      onConfirm={() => void run({ assemblyDate: date })}
    >
      <DateField
        label="Datum"
        value={date}
        onChange={setDate}
        onInvalid={setInvalid}
        today={today}
        error={failure?.error?.fields?.assemblyDate}
        help={`Leer: der nächste 11. November, ${germanDateWithWeekday(assemblyDay(null, today))}.`}
      />
    </FormDialog>
  )
}
