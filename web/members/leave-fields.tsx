import { Field } from '#web/ui/field.tsx'
import { DateField } from '#web/ui/flagged-date-field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { LeavingState } from './leaving.ts'

type LeaveFieldsProps = {
  state: LeavingState
  onState: (state: LeavingState) => void
  date: Day | null
  onDate: (date: Day | null) => void
  today: Day
  dateError: string | undefined
}

export function LeaveFields({ state, onState, date, onDate, today, dateError }: LeaveFieldsProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label="Mitgliedsstatus">
        {(ids) => (
          <Select
            {...ids}
            value={state}
            onChange={({ target }) => onState(target.value as LeavingState)}
          >
            <option value="Left">{membershipStateLabels.Left}</option>
            <option value="Died">{membershipStateLabels.Died}</option>
          </Select>
        )}
      </Field>
      <DateField
        label="Datum"
        required
        value={date}
        onChange={onDate}
        today={today}
        error={dateError}
        help={!date && 'Es fehlt noch das Datum.'}
      />
    </div>
  )
}
