import type { Day } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'

/** The times of membership on a line from the first year to the last one. */
export function MembershipBar({ timespans, today }: { timespans: Timespan[]; today: Day }) {
  const spans = timespans.map(({ from, to }) => ({ from, to: to ?? later(from, today) }))
  const [first = today] = spans.map(({ from }) => from).sort()
  const last =
    spans
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? first
  const length = daysBetween(first, last)
  // Nothing to draw for somebody who joined today or will join.
  if (length === 0) return null
  const percent = (day: Day) => `${(daysBetween(first, day) / length) * 100}%`
  return (
    <div aria-hidden="true" className="mt-2.5">
      <div className="relative h-2.5 overflow-hidden rounded-full bg-muted">
        {spans.map(({ from, to }) => (
          <span
            key={from}
            className="absolute inset-y-0 min-w-1 rounded-full bg-chart-1 forced-color-adjust-none [print-color-adjust:exact]"
            style={{ left: percent(from), width: `calc(${percent(to)} - ${percent(from)})` }}
          />
        ))}
      </div>
      <div className="mt-1.5 flex justify-between text-muted-foreground text-xs tabular-nums">
        <span>{first.slice(0, 4)}</span>
        <span>{last.slice(0, 4)}</span>
      </div>
    </div>
  )
}

function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

function later(...days: Day[]): Day {
  return days.sort().at(-1) ?? ''
}
