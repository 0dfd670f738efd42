import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Send, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { actOnWaiting, type WaitingAct, waitingListQuery } from '#web/data/parades-waiting.ts'
import { cn } from '#web/lib/cn.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { WaitingEnd, WaitingState } from '#worker/domain/codes.ts'
import { germanInstant } from '#worker/domain/dates.ts'
import { type Extra, extrasWords } from '#worker/domain/extras.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { waitingReasonTexts } from '#worker/domain/waiting.ts'
import type { WaitingRow } from '#worker/orders/orders.contract.ts'

/** Whether people may have to wait for a place in the parade. */
export function hasLimit({ capacity, extras }: Limits): boolean {
  return capacity !== null || extras.some((extra) => extra.capacity !== null)
}

type Limits = { capacity: number | null; extras: readonly Pick<Extra, 'capacity'>[] }

/** The orders on the waiting list of a parade by rank, with what staff can do. */
export function WaitingListCard({ paradeId }: { paradeId: number }) {
  const list = useQuery(waitingListQuery(paradeId))
  return (
    <Card bleed className="print:hidden">
      <CardHead
        id="waiting-list"
        title="Warteliste"
        tally={list.data && tallyOf(list.data.filter(({ state }) => state === 'waiting'))}
      />
      <div className="px-6 pb-5 max-md:px-4">
        <QuerySection query={list} waiting={<ListSkeleton />}>
          {(rows) => <Entries paradeId={paradeId} rows={rows} />}
        </QuerySection>
      </div>
    </Card>
  )
}

/** Whether the entry still waits or has an offer. */
export const isOpen = ({ state }: WaitingRow) => state === 'waiting' || state === 'offered'

function tallyOf(rows: readonly WaitingRow[]): string | undefined {
  const people = rows.reduce((sum, row) => sum + row.people.length, 0)
  return rows.length > 0 ? counted(people, 'Person', 'Personen') : undefined
}

function Entries({ paradeId, rows }: { paradeId: number; rows: readonly WaitingRow[] }) {
  const [showsEnded, setShowsEnded] = useState(false)
  const [asked, setAsked] = useState<WaitingRow | null>(null)
  const sending = useSubmit(actOnWaiting(paradeId, 'Das hat nicht geklappt'), (_rows, { act }) => {
    setAsked(null)
    toast(doneWords[act])
  })
  const { submit, isPending, failure, variables } = sending
  const open = rows.filter(isOpen)
  const ended = rows.filter((row) => !isOpen(row))
  const shown = showsEnded ? rows : open
  return (
    <>
      {failure && variables?.act !== 'remove' && (
        <Failure failure={failure} detail={detailOf(failure)} className="mb-4" />
      )}
      {open.length === 0 && (
        <p className="text-muted-foreground">
          Gerade wartet niemand. Ist der Umzug oder ein Zusatz ausgebucht, kann man sich bei der
          Umzugsanmeldung auf die Warteliste setzen.
        </p>
      )}
      <ol aria-labelledby="waiting-list">
        {shown.map((row) => (
          <Entry
            key={row.id}
            row={row}
            isBusy={isPending}
            onAct={(act) => {
              if (act === 'remove') {
                sending.reset()
                setAsked(row)
              } else void submit({ act, entryId: row.id })
            }}
          />
        ))}
      </ol>
      {ended.length > 0 && !showsEnded && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setShowsEnded(true)}>
          {`Auch die früheren zeigen (${ended.length})`}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title="Von der Warteliste nehmen?"
          confirmLabel="Entfernen"
          tone="destructive"
          busy={isPending}
          failure={failure}
          onConfirm={() => void submit({ act: 'remove', entryId: asked.id })}
        >
          {`${namesOf(asked)}: Die Anmeldung wird von der Warteliste genommen, und eine E-Mail sagt es. Das lässt sich nicht rückgängig machen.`}
        </ConfirmDialog>
      )}
    </>
  )
}

const doneWords: Record<WaitingAct, string> = {
  offer: 'Plätze angeboten',
  first: 'Nach oben gesetzt',
  remove: 'Von der Warteliste genommen',
}

const namesOf = ({ people }: WaitingRow) => people.map(fullName).join(', ')

type EntryProps = { row: WaitingRow; isBusy: boolean; onAct: (act: WaitingAct) => void }

function Entry({ row, isBusy, onAct }: EntryProps) {
  const mayWrite = can(useUser(), 'keepParades')
  const names = namesOf(row)
  const { position, state } = row
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 gap-y-2 border-t py-3 first:border-t-0 md:grid-cols-[2.5rem_minmax(0,1fr)_auto]">
      {position !== null && (
        <b className="font-semibold tabular-nums">
          <span className="sr-only">Rang </span>
          {`${position}.`}
        </b>
      )}
      <div className={cn('wrap-anywhere min-w-0', position === null && 'col-span-2')}>
        {/* In place of the rank, in the order of the ranks. */}
        {state === 'offered' && row.offeredUntil && (
          <p className="font-semibold tabular-nums">{`Angebot bis ${germanInstant(row.offeredUntil)}`}</p>
        )}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to={paths.order(row.id)} className="font-semibold">
            {names}
          </Link>
          <Badge tone={tones[state]}>
            {row.removedBy ? removedLabels[row.removedBy] : stateLabels[state]}
          </Badge>
        </p>
        {row.people.length > 1 && <p>{counted(row.people.length, 'Platz', 'Plätze')}</p>}
        {row.extras.length > 0 && <p>{extrasWords(row.extras)}</p>}
        {row.reason && <p>{waitingReasonTexts[row.reason]}</p>}
        <p className="text-muted-foreground text-sm tabular-nums">
          {`Seit ${germanInstant(row.createdAt)}`}
        </p>
      </div>
      {mayWrite && isOpen(row) && (
        <div
          className={cn(
            'flex flex-wrap items-start gap-2',
            position === null ? 'max-md:col-span-full' : 'max-md:col-start-2',
          )}
        >
          {state === 'waiting' && (
            <Button
              size="sm"
              aria-label={`Jetzt anbieten: ${names}`}
              // The reason stands in the row.
              disabled={isBusy || row.reason !== null}
              onClick={() => onAct('offer')}
            >
              <Send />
              Jetzt anbieten
            </Button>
          )}
          {position !== null && position > 1 && (
            <Button
              size="sm"
              aria-label={`Nach oben: ${names}`}
              disabled={isBusy}
              onClick={() => onAct('first')}
            >
              <ArrowUp />
              Nach oben
            </Button>
          )}
          <Button
            variant="danger"
            size="sm"
            aria-label={`Entfernen: ${names}`}
            disabled={isBusy}
            onClick={() => onAct('remove')}
          >
            <X />
            Entfernen
          </Button>
        </div>
      )}
    </li>
  )
}

const removedLabels: Record<WaitingEnd, string> = {
  staff: 'Entfernt',
  newOrder: 'Neu angemeldet',
  payer: 'Selbst verlassen',
}

const stateLabels: Record<WaitingState, string> = {
  waiting: 'Wartet',
  offered: 'Angeboten',
  taken: 'Angemeldet',
  lapsed: 'Ohne Platz geblieben',
  removed: 'Entfernt',
}

const tones: Record<WaitingState, 'amber' | 'blue' | 'green' | 'grey'> = {
  waiting: 'amber',
  offered: 'blue',
  taken: 'green',
  lapsed: 'grey',
  removed: 'grey',
}

function ListSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4">
        {['70%', '55%'].map((width) => (
          <Skeleton key={width} width={width} className="h-5" />
        ))}
      </div>
    </Loading>
  )
}
