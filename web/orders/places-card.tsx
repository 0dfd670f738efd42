import { useState } from 'react'
import { useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  OpenCell,
  OpenHead,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { bookedExtraLine } from '#worker/domain/extras.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type { OrderDetails, OrderPlace } from '#worker/orders/orders.contract.ts'
import { placeStateLabels, refundStateLabels } from './order-labels.ts'
import { OrderRefundDialog, refundNotice, useRefund } from './order-refund-dialog.tsx'
import { personInWords } from './people.ts'
import { RowButton, RowButtonHead, RowButtons } from './row-button.tsx'

type PlacesCardProps = { order: OrderDetails }

/** The places of an order. */
export function PlacesCard({ order }: PlacesCardProps) {
  const mayWrite = can(useUser(), 'keepTreasury')
  const [refunding, setRefunding] = useState<OrderPlace | null>(null)
  const mayRefund = mayWrite && order.places.some((place) => place.isRefundable)
  const { people } = order
  const table = { order, hasButtons: mayRefund, onRefund: setRefunding }
  return (
    <Card bleed>
      <CardHead id="places" title="Plätze" tally={order.places.length} />
      {people.length > 1 ? (
        people.map((person, index) => {
          const places = order.places.filter((place) => place.person === index)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat.
            <section key={index} aria-labelledby={`places-${index}`} className="border-t">
              <CardHead
                id={`places-${index}`}
                level="h3"
                title={fullName(person)}
                tally={places.length}
              />
              <PlacesTable {...table} labelledBy={`places-${index}`} places={places} />
            </section>
          )
        })
      ) : (
        <PlacesTable {...table} labelledBy="places" places={order.places} />
      )}
      {refunding && (
        <RefundPlaceDialog order={order} place={refunding} onClose={() => setRefunding(null)} />
      )}
    </Card>
  )
}

type TableProps = {
  order: OrderDetails
  hasButtons: boolean
  onRefund: (place: OrderPlace) => void
}

type PlacesTableProps = TableProps & { labelledBy: string; places: readonly OrderPlace[] }

// Fixed widths align the tables of several people.
function PlacesTable({ labelledBy, places, ...row }: PlacesTableProps) {
  return (
    <Table size="sm" aria-labelledby={labelledBy}>
      <TableHead>
        <TableRow>
          <TableHeadCell style={{ width: '38%' }}>Umzug</TableHeadCell>
          <TableHeadCell style={{ width: '20%' }}>Kleid</TableHeadCell>
          <TableHeadCell numeric style={{ width: '6rem' }}>
            Preis
          </TableHeadCell>
          <TableHeadCell>Stand</TableHeadCell>
          {row.hasButtons && <RowButtonHead />}
          <OpenHead />
        </TableRow>
      </TableHead>
      <TableBody>
        {places.map((place) => (
          <PlaceRow key={place.participationId} place={place} {...row} />
        ))}
      </TableBody>
    </Table>
  )
}

type PlaceRowProps = TableProps & { place: OrderPlace }

// On phones the day precedes the costume.
function PlaceRow({ place, order, hasButtons, onRefund }: PlaceRowProps) {
  return (
    <TableRow opens>
      <TableCell at="first">
        <RowLink to={paths.parade(place.paradeId)}>{place.paradeTitle}</RowLink>
        <span className="text-muted-foreground tabular-nums max-md:hidden">
          , {germanDate(place.paradeDate)}
        </span>
        {place.paradeCancelledAt !== null && (
          <Badge tone="amber" className="ms-2.5">
            Umzug abgesagt
          </Badge>
        )}
      </TableCell>
      <TableCell at="second" className="tabular-nums">
        <span className="md:hidden print:hidden">{germanDate(place.paradeDate)} · </span>
        {[place.costumeType, place.costumeNumber].filter(Boolean).join(' ')}
        {place.extras.map((extra) => (
          <span key={extra.id} className="block text-muted-foreground">
            {bookedExtraLine(extra)}
          </span>
        ))}
      </TableCell>
      <TableCell numeric at="rightTop">
        {germanEuro(place.priceInCent)}
      </TableCell>
      <TableCell at="rightBottom" className={isLiving(place) ? '' : 'text-muted-foreground'}>
        {stateWords(place)}
      </TableCell>
      {hasButtons && (
        <RowButtons>
          {place.isRefundable && (
            <RowButton
              about={`${place.paradeTitle}${personInWords(order, place)}`}
              onClick={() => onRefund(place)}
            >
              Erstatten
            </RowButton>
          )}
        </RowButtons>
      )}
      <OpenCell />
    </TableRow>
  )
}

function stateWords({ state, participationConfirmed, refund }: OrderPlace): string {
  const place = participationConfirmed ? 'Teilgenommen' : placeStateLabels[state]
  return refund ? `${place}, ${lowerFirst(refundStateLabels[refund])}` : place
}

function lowerFirst(words: string): string {
  // "Erstattung läuft" keeps its capital because it begins with a noun.
  return words.startsWith('Erstattung') ? words : words.charAt(0).toLowerCase() + words.slice(1)
}

type RefundPlaceDialogProps = {
  order: OrderDetails
  place: OrderPlace
  onClose: () => void
}

function RefundPlaceDialog({ order, place, onClose }: RefundPlaceDialogProps) {
  const { participationId } = place
  const refund = useRefund({ order, participationId, onClose })
  const amount = germanEuro(place.priceInCent)
  return (
    <OrderRefundDialog
      title={`${amount} erstatten?`}
      places={isLiving(place) ? tick : null}
      confirmLabel={`${amount} erstatten`}
      {...refund}
    >
      {`${fullName(order)} bekommt den Preis für ${whatFor(order, place)} am ${germanDateWithWeekday(place.paradeDate)} zurück. ${refundNotice}`}
    </OrderRefundDialog>
  )
}

/** „Ringtreffen Moosried“; with several people "Emma Straßer bei „Ringtreffen Moosried“" */
function whatFor({ people }: OrderDetails, { person, paradeTitle }: OrderPlace): string {
  const whose = people[person]
  const parade = `„${paradeTitle}“`
  return people.length > 1 && whose ? `${fullName(whose)} bei ${parade}` : parade
}

const tick = {
  label: 'Platz auch streichen',
  freed: 'Der Platz wird gestrichen; er und das Kleid sind sofort wieder frei.',
  kept: 'Der Platz bleibt und steht danach als „Nicht bezahlt“ in der Liste.',
}

/** Whether the place is held and can be released. */
function isLiving({ state }: Pick<OrderPlace, 'state'>): boolean {
  return state === 'reserved' || state === 'booked'
}

export function releasablePlaces({ places }: OrderDetails): OrderPlace[] {
  return places.filter(isLiving)
}
