import { DateField } from '#web/components/date-field.tsx'
import { type TypedDay, unreadable } from '#web/lib/typed.ts'
import { addDays, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { dueDateProblem, prenotificationDays } from '#worker/domain/sepa-due-date.ts'

type DueDateProps = {
  /** null means the proposed day. */
  value: TypedDay
  proposed: Day
  today: Day
  onChange: (value: TypedDay) => void
}

/** The day of the debit, with the notice that the members must get before it. */
export function DueDate({ value, proposed, today, ...field }: DueDateProps) {
  const isReadable = value !== unreadable
  const dueDate = isReadable && value ? value : proposed
  return (
    <div className="grid items-start gap-x-8 gap-y-4 md:grid-cols-[20rem_minmax(0,1fr)]">
      <DateField
        {...field}
        label="Fällig am"
        value={value}
        today={today}
        error={isReadable && dueDateProblem(dueDate, today)}
        help={`An diesem Tag zieht die Bank ein. Leer: ${germanDateWithWeekday(proposed)}.`}
      />
      <Prenotification dueDate={dueDate} today={today} />
    </div>
  )
}

function Prenotification({ dueDate, today }: { dueDate: Day; today: Day }) {
  const latest = addDays(dueDate, -prenotificationDays)
  return (
    <p className="max-w-[62ch] text-muted-foreground">
      Kündige den Einzug {prenotificationDays} Tage vorher an, also bis{' '}
      {germanDateWithWeekday(latest)}
      {latest < today && ' (das ist vorbei)'}, wenn in Satzung oder Beitragsordnung keine kürzere
      Frist steht. Steht der Tag für jedes Jahr fest, genügt eine einzige Ankündigung. Schreiben
      kannst Du sie danach bei der erzeugten Datei.
    </p>
  )
}
