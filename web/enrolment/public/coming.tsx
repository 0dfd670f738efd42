import { useEffect, useState } from 'react'
import { DateTile } from '#web/enrolment/date-tile.tsx'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { germanMoment } from '#worker/domain/times.ts'
import type { ComingParade, EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import { type ClockSources, watchOpening } from './server-clock.ts'

export type ComingProps = {
  /** Sorted by opening, the earliest first. */
  parades: readonly ComingParade[]
  /** The day when the page was rendered. */
  today: Day
  /** Adds parades that have opened to those shown. */
  onOpen: (add: (open: readonly EnrolmentParade[]) => EnrolmentParade[]) => void
}

/**
 * "Anmeldung ab Freitag, 20:00 Uhr", with the time that is left. Rendered by the server; in the browser its code
 * is loaded only when a parade is coming.
 */
export function ComingParades({ parades, today, onOpen }: ComingProps) {
  const [opened, setOpened] = useState(0)
  const waiting = parades.slice(opened)
  const [next] = waiting
  const group = waiting.filter(({ opensAt }) => opensAt === next?.opensAt)
  // The server reserves the line of the countdown, so that what stands below stays where it is.
  const isNear = next !== undefined && next.dateEnrolmentStart <= addDays(today, 1)
  const ms = useTimeLeft(next?.opensAt ?? null, () => {
    setOpened(opened + group.length)
    onOpen((open) => withOpened(open, group))
  })
  const left = ms !== null && (isNear || ms <= day) ? timeLeft(ms) : null
  return (
    <section id="coming" className="mb-9 empty:hidden print:hidden">
      {next && (
        <>
          <h2 className="text-2xl tracking-[-0.012em]">{`Anmeldung ab ${momentOf(next, today)}`}</h2>
          <p className="mt-0.5 mb-4 text-muted-foreground">
            {(isNear || left) && (
              <span role="timer" className="block min-h-[1lh] tabular-nums noscript:hidden">
                {left}
              </span>
            )}
            <span className="noscript:hidden">Sie öffnet sich hier von selbst.</span>
            <span className="hidden noscript:inline">Lade die Seite dann neu.</span>
          </p>
          <ul className="grid gap-3">
            {group.map((parade) => (
              <Announced key={parade.id} parade={parade} />
            ))}
          </ul>
        </>
      )}
      {waiting.length > group.length && (
        <details className="mt-3">
          <summary className="text-muted-foreground">Weitere Anmeldungen</summary>
          <ul className="mt-3 grid gap-3">
            {waiting.slice(group.length).map((parade) => (
              <Announced
                key={parade.id}
                parade={parade}
                from={`Anmeldung ab ${momentOf(parade, today)}`}
              />
            ))}
          </ul>
        </details>
      )}
      {opened > 0 && (
        <p role="status" className="sr-only">
          Die Anmeldung ist offen.
        </p>
      )}
    </section>
  )
}

function Announced({ parade, from }: { parade: ComingParade; from?: string }) {
  const { title, host, date } = parade
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
      <DateTile day={date} />
      <span className="wrap-anywhere min-w-0">
        <span className="block font-bold">{title}</span>
        <span className="block text-muted-foreground">{host}</span>
        {from && <span className="block text-muted-foreground text-xs">{from}</span>}
      </span>
    </li>
  )
}

const momentOf = ({ dateEnrolmentStart, timeEnrolmentStart }: ComingParade, today: Day) =>
  germanMoment(dateEnrolmentStart, timeEnrolmentStart, today)

function withOpened(
  open: readonly EnrolmentParade[],
  group: readonly ComingParade[],
): EnrolmentParade[] {
  const added = group.filter(({ id }) => !open.some((one) => one.id === id))
  return [...open, ...added].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

const day = 86_400_000

/** The ms until the opening; null while the server's time is not known. */
function useTimeLeft(opensAt: string | null, onOpen: () => void): number | null {
  const [left, setLeft] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another opening starts another watch.
  useEffect(() => {
    if (opensAt === null) return
    const watch = watchOpening(
      {
        opensAt: Date.parse(opensAt),
        onTick: setLeft,
        onOpen,
      },
      browserClock,
    )
    // Timers of a page in the background stand still.
    document.addEventListener('visibilitychange', watch.look)
    window.addEventListener('pageshow', watch.look)
    return () => {
      watch.stop()
      document.removeEventListener('visibilitychange', watch.look)
      window.removeEventListener('pageshow', watch.look)
    }
  }, [opensAt])
  return left
}

const browserClock: ClockSources = {
  async ask() {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch('/api/enrolment/clock', { cache: 'no-store', signal })
    const now = Date.parse((await answer.json()).now)
    if (Number.isNaN(now)) throw new Error('The server did not say the time')
    return now
  },
  steady: () => performance.now(),
  wall: () => Date.now(),
  random: Math.random,
}

/** "Noch 3 Std. 12 Min." or, in the last hour, "Noch 12:05 Min." */
function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  if (seconds < 3600) return `Noch ${Math.floor(seconds / 60)}:${two(seconds % 60)} Min.`
  const minutes = Math.ceil(seconds / 60)
  return `Noch ${Math.floor(minutes / 60)} Std. ${minutes % 60} Min.`
}
