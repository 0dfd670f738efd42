import { CircleCheck } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { returnCash } from '#web/data/orders.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { QueryDefinition } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { RowButton } from '#web/orders/row-button.tsx'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { ParadeRefundRow, ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { RefundPlacesTable } from './refund-places-table.tsx'
import type { RefundProgress } from './use-parade-refunds.ts'
import {
  groupByRefund,
  hasInterruptedRefunds,
  isFullyRefunded,
  type RefundGroups,
} from './use-parade-refunds.ts'

type ParadeRefundsCardsProps = {
  refunds: ParadeRefunds
  work: RefundProgress
  progress: Ref<HTMLElement>
  /** null when the user may only read or the parade is not cancelled. */
  acts: { goOn: () => Promise<void>; shown: QueryDefinition<ParadeRefunds> } | null
}

export function ParadeRefundsCards({ refunds, work, progress, acts }: ParadeRefundsCardsProps) {
  const places = groupByRefund(refunds)
  const { online, cash, unpaid, failed } = places
  return (
    <div className="grid gap-6 *:min-w-0">
      <div role="status" className="empty:hidden">
        {refunds.parade.cancelledAt === null ? (
          <Alert tone="info" title="Dieser Umzug findet statt">
            Erstattet wird für alle erst, wenn er abgesagt ist.
          </Alert>
        ) : (
          isFullyRefunded(places) &&
          refunds.openPaymentCount === 0 && (
            <Alert tone="ok" title="Alles erledigt">
              Für diesen Umzug ist alles Geld zurückgegeben.
            </Alert>
          )
        )}
      </div>
      <ProgressCard ref={progress} places={places} work={work} onGoOn={acts?.goOn ?? null} />
      {failed.length > 0 && <FailedRefunds failed={failed} />}
      {online.length > 0 && <PlacesCard id="online" title="Online bezahlt" places={online} />}
      {cash.length > 0 && <CashCard places={places} shown={acts?.shown ?? null} />}
      {online.length + cash.length === 0 && <NoPaidPlaces />}
      {refunds.openPaymentCount > 0 && (
        <p className="max-w-[62ch] text-muted-foreground">
          {openInWords(refunds.openPaymentCount)}
        </p>
      )}
      {unpaid.length > 0 && (
        <PlacesCard id="unpaid" title="Nicht bezahlt" places={unpaid}>
          Hier ist nichts zurückzugeben.
        </PlacesCard>
      )}
    </div>
  )
}

function openInWords(count: number): string {
  return count === 1
    ? 'Für eine Person wird gerade bezahlt.'
    : `Für ${count} Personen wird gerade bezahlt.`
}

function NoPaidPlaces() {
  return (
    <Card bleed>
      <Empty level="h2" title="Nichts zu erstatten">
        Für diesen Umzug hat niemand bezahlt.
      </Empty>
    </Card>
  )
}

type ProgressCardProps = {
  ref?: Ref<HTMLElement> | undefined
  places: RefundGroups
  work: RefundProgress
  onGoOn: (() => Promise<void>) | null
}

/** The progress of the refunds; absent until they are requested. */
function ProgressCard({ ref, places, work, onGoOn }: ProgressCardProps) {
  const { online, unrequested, done } = places
  const { isWorking, failure } = work
  if (!isWorking && !failure && unrequested.length === online.length) return null
  const canGoOn = onGoOn && !isWorking && hasInterruptedRefunds(places)
  return (
    <Card
      ref={ref}
      tabIndex={-1}
      bleed
      aria-label="Fortschritt"
      aria-busy={isWorking}
      className={card}
    >
      {failure && <Failure failure={failure} detail={detailOf(failure)} className="mb-4" />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div role="status">
          <p className="flex items-center gap-2 font-semibold text-lg tabular-nums">
            {done.length === online.length && (
              <CircleCheck aria-hidden="true" className="text-success-soft-foreground" />
            )}
            {done.length} von {online.length} erstattet
          </p>
          <p className="text-muted-foreground">{progressText(places, work)}</p>
        </div>
        {canGoOn && <Button onClick={() => void onGoOn()}>Weitermachen</Button>}
      </div>
      <progress
        aria-label="Erstattete Gebühren"
        max={online.length || 1}
        value={done.length}
        className={bar}
      />
    </Card>
  )
}

function progressText(
  { pending, failed, unrequested }: RefundGroups,
  { isWorking, isStuck }: RefundProgress,
) {
  if (isWorking) return 'Die Erstattungen laufen. Lass diese Seite offen.'
  if (pending.length > 0) {
    return `${isStuck ? 'Der Zahlungsdienst lässt sich Zeit. ' : ''}Der Rest läuft von selbst weiter, auch wenn Du die Seite schließt.`
  }
  if (failed.length > 0) return 'Was abgelehnt wurde, steht darunter.'
  if (unrequested.length > 0) return 'Für die übrigen ist noch keine Erstattung veranlasst.'
  return 'Alles online Bezahlte ist zurückgegeben.'
}

const card = 'px-6 pt-5 pb-6 max-md:px-4'
const bar =
  'mt-4 block h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-border [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:rounded-r-full [&::-webkit-progress-value]:bg-success'

/** Refunds that the provider has rejected; the order shows the reason and the options. */
function FailedRefunds({ failed }: { failed: readonly ParadeRefundRow[] }) {
  return (
    <Alert
      tone="warn"
      title={
        failed.length === 1 ? '1 Erstattung abgelehnt' : `${failed.length} Erstattungen abgelehnt`
      }
    >
      <p>Warum, und was Du tun kannst, steht bei der Zahlung:</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {failed.map((place) => (
          <li key={place.participationId}>
            {place.orderId !== null && (
              <Link
                to={paths.order(place.orderId)}
                className="text-inherit max-md:inline-block max-md:py-2.5"
              >
                {listName(place)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

type CashCardProps = {
  places: Pick<RefundGroups, 'cash' | 'owed'>
  /** The query of the rows; null for users who may only read. */
  shown: QueryDefinition<ParadeRefunds> | null
}

/** The places paid in cash, each with a button to record that the money was given back by hand. */
function CashCard({ places: { cash, owed }, shown }: CashCardProps) {
  const [failed, setFailed] = useState<Failed | null>(null)
  return (
    <PlacesCard
      id="cash"
      title="In bar bezahlt"
      places={cash}
      {...(shown && {
        buttonOf: (place: ParadeRefundRow) => (
          <CashButton place={place} shown={shown} onFailed={setFailed} />
        ),
      })}
    >
      <p role="status">{cashLeftText(owed)}</p>
      {failed && (
        <Failure
          failure={failed.failure}
          detail={`${listName(failed.place)}: ${detailOf(failed.failure) ?? 'Versuche es noch einmal.'}`}
          focusOnMount
        />
      )}
    </PlacesCard>
  )
}

function cashLeftText(owed: readonly ParadeRefundRow[]): string {
  if (owed.length === 0) return 'Alles Bargeld ist zurückgegeben.'
  return `Gib dieses Geld von Hand zurück und hake es hier ab: noch ${germanEuro(sumOfPrices(owed))}.`
}

type Failed = { place: ParadeRefundRow; failure: CallFailure }

type CashButtonProps = {
  place: ParadeRefundRow
  shown: QueryDefinition<ParadeRefunds>
  onFailed: (failed: Failed | null) => void
}

/** One button for giving back and for undoing that, so that the focus stays on it. */
function CashButton({ place, shown, onFailed }: CashButtonProps) {
  const mutation = returnCash(shown)
  const { submit, isPending } = useSubmit({
    ...mutation,
    onMutate: () => onFailed(null),
    onError: (failure: CallFailure) => onFailed({ place, failure }),
  })
  const isReturned = place.cashReturnedAt !== null
  return (
    <RowButton
      about={listName(place)}
      variant={isReturned ? 'outline' : 'secondary'}
      busy={isPending}
      onClick={() => void submit({ id: place.participationId, returned: !isReturned })}
    >
      {isReturned ? 'Zurücknehmen' : 'Bar zurückgegeben'}
    </RowButton>
  )
}

type PlacesCardProps = {
  id: string
  title: string
  places: readonly ParadeRefundRow[]
  /** Shown above the rows. */
  children?: ReactNode
  buttonOf?: (place: ParadeRefundRow) => ReactNode
}

function PlacesCard({ id, title, places, children, buttonOf }: PlacesCardProps) {
  return (
    <Card bleed>
      <CardHead
        id={id}
        title={title}
        tally={`${places.length} · ${germanEuro(sumOfPrices(places))}`}
      />
      {children && (
        <div className="grid max-w-[62ch] gap-3 px-6 pb-3 text-muted-foreground max-md:px-4 print:px-0">
          {children}
        </div>
      )}
      <RefundPlacesTable labelledBy={id} places={places} buttonOf={buttonOf} />
    </Card>
  )
}
