import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import type { OrderAttention } from '#worker/domain/codes.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'
import { attentionLabels, whatIsWrong } from './labels.ts'
import { orderInWords } from './people.ts'

type Troubled = OrderRow & { attention: OrderAttention }

/** What somebody has to look at, above everything that went as it should; absent without any. */
export function AttentionCard({ orders }: { orders: readonly OrderRow[] }) {
  const titleId = useId()
  const troubled = orders.filter((row): row is Troubled => row.attention !== null)
  if (troubled.length === 0) return null
  return (
    <Card bleed aria-labelledby={titleId} className={amber}>
      <h2 id={titleId} className="flex items-center gap-2.5">
        <TriangleAlert aria-hidden="true" className="size-5" />
        Zu klären <span className="font-medium font-sans text-sm">{troubled.length}</span>
      </h2>
      <ul className="mt-3 grid gap-3">
        {troubled.map((row) => (
          <li key={row.id}>
            <Link
              to={paths.order(row.id)}
              className="font-semibold text-inherit max-md:-my-2.5 max-md:inline-block max-md:py-2.5"
            >
              {orderInWords(row)}
            </Link>
            <p>
              <b className="font-semibold">{attentionLabels[row.attention]}.</b>{' '}
              {whatIsWrong(row.attention, row)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const amber =
  'border-warning/60! bg-warning-soft! px-6 pt-5 pb-6 text-warning-soft-foreground! max-md:px-4 max-md:pt-4 max-md:pb-5 print:hidden'
