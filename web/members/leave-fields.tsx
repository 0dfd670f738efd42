import { useWatch } from 'react-hook-form'
import { FormDate, FormSelect } from '#web/ui/form-fields.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { LeaveDraft } from './leaving.ts'

export function LeaveFields({ today }: { today: Day }) {
  const date = useWatch<LeaveDraft, 'date'>({ name: 'date' })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <FormSelect<LeaveDraft> name="state" label="Mitgliedsstatus">
        <option value="Left">{membershipStateLabels.Left}</option>
        <option value="Died">{membershipStateLabels.Died}</option>
      </FormSelect>
      <FormDate<LeaveDraft>
        name="date"
        label="Datum"
        required
        today={today}
        help={typeof date !== 'string' && 'Es fehlt noch das Datum.'}
      />
    </div>
  )
}
