import type { ReactNode } from 'react'
import { Card, CardHead } from '#web/ui/card.tsx'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { ParadeRefundRow } from '#worker/orders/orders.contract.ts'
import { RefundPlacesTable } from './refund-places-table.tsx'

type PlacesCardProps = {
  id: string
  title: string
  places: readonly ParadeRefundRow[]
  /** Above the rows. */
  children?: ReactNode
  buttonOf?: (place: ParadeRefundRow) => ReactNode
}

export function PlacesCard({ id, title, places, children, buttonOf }: PlacesCardProps) {
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
