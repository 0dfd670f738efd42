import { CloudCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'
import { savedForTheRoad } from '#web/parades/check-in/outbox/words.ts'
import { paths } from '#web/paths.ts'
import { berlinDay } from '#worker/domain/dates.ts'

/** Which lists are on this device, from today's on; absent where the browser keeps nothing. */
export function KeptLists() {
  const { lists, offset, keepsNothing } = useOutbox()
  const now = Date.now() + offset
  const today = berlinDay(new Date(now))
  const coming = lists.filter(({ parade }) => parade.date >= today && parade.cancelledAt === null)
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
            {savedForTheRoad(list, now)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
