import { useWatch } from 'react-hook-form'
import { FormDate, FormSelect } from '#web/components/form-fields.tsx'
import { whyNoDay } from '#web/lib/typed-day.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import type { LeaveDraft } from './leaving.ts'

type LeaveFieldsProps = {
  today: Day
  /** The day of a leave that waits already. */
  waiting: Day | null
}

export function LeaveFields({ today, waiting }: LeaveFieldsProps) {
  const [state, date] = useWatch<LeaveDraft, ['state', 'date']>({ name: ['state', 'date'] })
  return (
    <>
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
          help={whyNoDay(date, 'Es fehlt noch das Datum.')}
        />
      </div>
      {typeof date === 'string' && (
        <p className="text-muted-foreground text-sm">
          {state === 'Died' ? died : date > today ? leavesOn(date) : left}
          {waiting &&
            (waiting !== date || state === 'Died') &&
            ` Der Austritt zum ${germanDate(waiting)} gilt dann nicht mehr.`}
        </p>
      )}
    </>
  )
}

const died = 'Ein Todesfall lässt sich nicht zurücknehmen: Ein Irrtum wird von Hand berichtigt.'
const left = 'Der Austritt gilt sofort. Er lässt sich auf der Seite des Mitglieds zurücknehmen.'
const leavesOn = (date: Day) =>
  `Der ${germanDate(date)} ist der letzte Tag: Bis dahin bleibt alles wie bei jedem Mitglied, auch der Beitrag. Am Tag danach wird der Status „Ausgetreten“. Der Austritt lässt sich vorher und nachher zurücknehmen.`
