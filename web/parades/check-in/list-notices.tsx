import { CalendarX2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { ScrollFade } from '#web/components/scroll-fade.tsx'
import { counted } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { CheckInParade } from '#worker/check-in/check-in.contract.ts'
import { notSeenByHelpers } from '#worker/domain/check-in.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { busesOf } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'
import { adoptQuestions, listMissingText } from './outbox/outbox-words.ts'
import { outbox, signedIn, useOutbox } from './outbox/use-outbox.ts'
import { RowsSkeleton } from './rows.tsx'

/** Links to the parades of this day that are stored on the device; nothing when there is only one. */
export function CheckInTodaysParades({ open }: { open: CheckInParade }) {
  const { lists } = useOutbox()
  const ofThatDay = lists
    .map(({ parade }) => parade)
    // Cancelled parades are left out, except for the open one.
    .filter((one) => one.date === open.date && (one.cancelledAt === null || one.id === open.id))
  return ofThatDay.length > 1 && <ParadeLinks parades={ofThatDay} openId={open.id} />
}

type ParadeLinksProps = { parades: readonly CheckInParade[]; openId: number }

function ParadeLinks({ parades, openId }: ParadeLinksProps) {
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    open.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav aria-label="Umzüge dieses Tages" className="border-border-strong border-b">
      <ScrollFade>
        <ul className="flex w-max px-2 md:w-auto md:flex-wrap">
          {parades.map((parade) => (
            <li key={parade.id} className="flex-none">
              <Link
                ref={parade.id === openId ? open : null}
                to={paths.checkIn(parade.id)}
                replace
                aria-current={parade.id === openId ? 'page' : undefined}
                className="flex min-h-14 items-center border-transparent border-y-4 px-3 font-semibold text-foreground no-underline aria-[current=page]:border-b-secondary"
              >
                <span className="line-clamp-2 max-w-[60vw] leading-tight md:max-w-none">
                  {parade.title}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </ScrollFade>
    </nav>
  )
}

/** Acts by a user who was signed in before; they are sent only when the current user agrees. */
export function CheckInHandOver() {
  const { acts } = useOutbox()
  const [isSending, setSending] = useState(false)
  const me = signedIn()
  const sentences = me ? adoptQuestions(acts, me) : []
  if (!me || sentences.length === 0) return null
  const send = () => {
    setSending(true)
    void outbox.sendAsMine().finally(() => setSending(false))
  }
  return (
    <Alert tone="warn" className="m-4">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Button
        variant="secondary"
        size="street"
        block
        busy={isSending}
        onClick={send}
        className="mt-3"
      >
        Als {me.name} senden
      </Button>
    </Alert>
  )
}

/** Says that the parade is cancelled. The list stays below, since cash is given back with it. */
export function CheckInCancelledBand({
  of,
}: {
  of: Pick<CheckInParade, 'cancelledAt' | 'cancelReason'>
}) {
  if (of.cancelledAt === null) return null
  return (
    <div role="status">
      <Alert tone="info" icon={CalendarX2} title="Dieser Umzug ist abgesagt" className="m-4">
        {of.cancelReason && <p className="wrap-anywhere">{of.cancelReason}</p>}
        <p>Niemand wird bestätigt oder eingetragen.</p>
      </Alert>
    </div>
  )
}

/** The cash that the current user has taken at this parade and hands over. */
export function CheckInHelperCash({ rows }: { rows: readonly ShownRow[] }) {
  const taken = rows.filter(({ paid, cash }) => paid && cash?.mine)
  if (taken.length === 0) return null
  return (
    <section aria-label="Dein Bargeld" className="m-4 rounded-xl bg-muted px-4.5 py-4">
      <p>Du hast bar angenommen:</p>
      <p className="text-lg">
        <b className="whitespace-nowrap tabular-nums">{germanEuro(sumOfPrices(taken))}</b> von{' '}
        {counted(taken.length, 'Person', 'Personen')}
      </p>
    </section>
  )
}

/**
 * Shown while the device has no list of this parade: why it is missing, or a skeleton while it loads.
 */
export function CheckInMissingList({ paradeId }: { paradeId: number }) {
  const { isOffline, signIn, notLoaded, closed } = useOutbox()
  if (closed.has(paradeId)) return <Empty level="h2" title={notSeenByHelpers} />
  if (notLoaded.has(paradeId)) {
    return (
      <Failure
        className="m-4 [&_button]:min-h-14"
        message="Die Teilnehmer konnten nicht geladen werden"
        failure={{ type: 'ApiError' }}
        onRetry={outbox.retryNow}
      />
    )
  }
  if (signIn !== 'fine') return <Empty level="h2" title={listMissingText} />
  if (!isOffline) return <RowsSkeleton />
  return (
    <Empty
      level="h2"
      title={listMissingText}
      action={
        <Button size="xl" onClick={outbox.retryNow}>
          Erneut laden
        </Button>
      }
    />
  )
}

/** Shown when the parade does not exist or was deleted. */
export function CheckInMissingParade() {
  return (
    <div className="grid content-center bg-card">
      <Empty
        level="h1"
        title="Diesen Umzug gibt es nicht (mehr)"
        action={
          <Button asChild size="xl">
            <Link to={paths.home}>Zur Übersicht</Link>
          </Button>
        }
      >
        Vielleicht wurde er gelöscht, oder die Adresse ist vertippt.
      </Empty>
    </div>
  )
}

/** The seats of the bus that the list is filtered by. */
export function CheckInBus({ rows, busId }: { rows: readonly ShownRow[]; busId: number | null }) {
  const bus = busId !== null && busesOf(rows).find(({ id }) => id === busId)
  if (!bus) return null
  return (
    <p role="status" className="px-4 py-2 font-semibold tabular-nums">
      {`${bus.title}: ${counted(bus.seats, 'Platz', 'Plätze')}, davon ${bus.seatsThere} da`}
    </p>
  )
}
