import type { History, HistoryScope } from '#web/data/history.ts'
import { addDays, berlinDay, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { EntryItem } from './entry-item.tsx'
import type { Names } from './values.ts'

type HistoryListProps = {
  entries: History['entries']
  about: History['about']
  names: Names
  scope: HistoryScope
  now: Date
  level: 'h2' | 'h3'
}

/** By days, the newest first. */
export function HistoryList({ entries, about, level: DayTitle, now, ...rest }: HistoryListProps) {
  const days = [...Map.groupBy(entries, ({ at }) => berlinDay(new Date(at)))]
  const today = berlinDay(now)
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={dayWords(day, today)}>
      <DayTitle className="px-6 pt-4 pb-1.5 font-sans font-semibold text-muted-foreground text-sm tracking-normal max-md:px-4">
        {dayWords(day, today)}
      </DayTitle>
      <ul>
        {ofDay.map((entry) => (
          <EntryItem
            key={entry.requestId}
            entry={entry}
            about={about[entry.requestId] ?? nothing}
            now={now}
            {...rest}
          />
        ))}
      </ul>
    </section>
  ))
}

const nothing = { member: [], costume: [], parade: [] }

function dayWords(day: Day, today: Day): string {
  const words = germanDateWithWeekday(day)
  if (day === today) return `Heute, ${words}`
  return day === addDays(today, -1) ? `Gestern, ${words}` : words
}
