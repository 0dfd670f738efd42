import type { ReactNode } from 'react'
import { instantWords, refundStateLabels } from '#web/orders/order-labels.ts'
import { RowButtonHead, RowButtons } from '#web/orders/row-button.tsx'
import { paths } from '#web/paths.ts'
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
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { ParadeRefundRow } from '#worker/orders/orders.contract.ts'

export const placesHeads = ['Name', 'Kleid', 'Gebühr', 'Stand']

type RefundPlacesTableProps = {
  labelledBy: string
  places: readonly ParadeRefundRow[]
  /** The button of a row. */
  buttonOf?: ((place: ParadeRefundRow) => ReactNode) | undefined
}

export function RefundPlacesTable({ labelledBy, places, buttonOf }: RefundPlacesTableProps) {
  const opens = places.some(({ orderId }) => orderId !== null)
  return (
    <Table size="sm" aria-labelledby={labelledBy}>
      <TableHead>
        <TableRow>
          <TableHeadCell style={{ width: '30%' }}>Name</TableHeadCell>
          <TableHeadCell style={{ width: '22%' }}>Kleid</TableHeadCell>
          <TableHeadCell numeric style={{ width: '8rem' }}>
            Gebühr
          </TableHeadCell>
          <TableHeadCell>Stand</TableHeadCell>
          {buttonOf && <RowButtonHead />}
          {opens && <OpenHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {places.map((place) => (
          <PlaceRow key={place.participationId} place={place} buttonOf={buttonOf} />
        ))}
      </TableBody>
    </Table>
  )
}

type PlaceRowProps = Pick<RefundPlacesTableProps, 'buttonOf'> & { place: ParadeRefundRow }

function PlaceRow({ place, buttonOf }: PlaceRowProps) {
  const { orderId } = place
  return (
    <TableRow opens={orderId !== null}>
      <TableCell at="first">
        {orderId === null ? (
          <b className="font-semibold">{listName(place)}</b>
        ) : (
          <RowLink to={paths.order(orderId)}>{listName(place)}</RowLink>
        )}
      </TableCell>
      <TableCell at="second">
        {[place.costumeType, place.costumeNumber].filter(Boolean).join(' ')}
      </TableCell>
      <TableCell numeric at="rightTop">
        {germanEuro(place.priceInCent)}
      </TableCell>
      <TableCell at="rightBottom">
        <PlaceStatus place={place} />
      </TableCell>
      {buttonOf && <RowButtons>{buttonOf(place)}</RowButtons>}
      {orderId !== null && <OpenCell />}
    </TableRow>
  )
}

function PlaceStatus({
  place: { refund, state, paid, cashReturnedAt },
}: {
  place: ParadeRefundRow
}) {
  if (refund) return <span className={looks[refund]}>{refundStateLabels[refund]}</span>
  if (cashReturnedAt !== null) {
    return (
      <>
        <span className={looks.byHand}>Zurückgegeben</span>
        <span className="block text-muted-foreground text-sm tabular-nums max-md:hidden">
          {instantWords(cashReturnedAt)}
        </span>
      </>
    )
  }
  if (state === 'cancelled') return <span className="text-muted-foreground">Abgesagt</span>
  return words[paid]
}

const words: Record<ParadeRefundRow['paid'], string> = {
  online: 'Bezahlt',
  cash: 'Bar bezahlt',
  unpaid: 'Nicht bezahlt',
}

const looks = {
  pending: 'text-warning-soft-foreground',
  done: 'text-success-soft-foreground font-semibold',
  byHand: 'text-success-soft-foreground font-semibold',
  failed: 'text-destructive font-semibold',
}
