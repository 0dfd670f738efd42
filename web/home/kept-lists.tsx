import { CloudCheck, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { withActs } from '#web/parades/check-in/outbox/acts.ts'
import { savedForOffline } from '#web/parades/check-in/outbox/outbox-words.ts'
import { signedIn, useOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { berlinDay, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { TodayCard } from './cockpit.tsx'

/** The check-in lists on this device from today on; absent when the browser stores nothing. */
export function KeptLists() {
  const { keepsNothing } = useOutbox()
  const { coming, now } = useComing()
  if (keepsNothing || coming.length === 0) return null
  return (
    <ul className="grid gap-1">
      {coming.map((list) => (
        <li key={list.paradeId} className="flex items-start gap-2.5 text-muted-foreground">
          <CloudCheck aria-hidden="true" className="mt-3 size-5 flex-none text-success" />
          <Link
            to={paths.checkIn(list.paradeId)}
            className="flex min-h-11 items-center text-inherit wrap-anywhere"
          >
            {savedForOffline(list, now)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function useComing() {
  const { lists, offset } = useOutbox()
  const now = Date.now() + offset
  const today = berlinDay(new Date(now))
  const coming = lists.filter(({ parade }) => parade.date >= today && parade.cancelledAt === null)
  return { coming, now, today }
}

/** The stored parades of the coming days, each with a large button. */
export function KeptParades() {
  const { acts } = useOutbox()
  const { coming, today } = useComing()
  const me = signedIn()?.id ?? 0
  return coming.map(({ paradeId, parade, rows }) => {
    const ofThis = acts.filter((act) => act.paradeId === paradeId)
    const shown = withActs(rows, ofThis, me)
    return (
      <TodayCard
        key={paradeId}
        day={parade.date === today ? 'Heute' : germanDateWithWeekday(parade.date)}
        parade={parade}
        registrations={shown.length}
        confirmed={shown.filter(({ confirmed }) => confirmed).length}
      />
    )
  })
}

type WithoutNetworkProps = { onRetry: () => void; busy: boolean; children: ReactNode }

/** Shown offline: the stored lists, and a note about the rest. */
export function WithoutNetwork({ onRetry, busy, children }: WithoutNetworkProps) {
  return (
    <>
      {children}
      <div role="status" className="flex items-center gap-2.5 text-muted-foreground">
        <WifiOff aria-hidden="true" className="size-5 flex-none" />
        <p className="flex-1">
          Kein Internet: Alles andere steht hier wieder, sobald Du Netz hast.
        </p>
        <Button size="sm" variant="ghost" busy={busy} onClick={onRetry}>
          Erneut laden
        </Button>
      </div>
    </>
  )
}
