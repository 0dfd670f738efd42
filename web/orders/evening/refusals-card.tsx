import { Card, CardHead } from '#web/ui/card.tsx'
import type { Evening } from '#worker/orders/orders.contract.ts'
import { refusalsOf } from './words.ts'

/** Why people did not get in. */
export function RefusalsCard({ minutes }: Pick<Evening, 'minutes'>) {
  const refusals = refusalsOf(minutes)
  const sum = refusals.reduce((before, { count }) => before + count, 0)
  return (
    <Card bleed aria-labelledby="refusals">
      <CardHead id="refusals" title="Abgelehnt" tally={sum} />
      {sum === 0 ? (
        <p className="border-t px-6 py-4 text-muted-foreground max-md:px-4">
          In den letzten 60 Minuten niemand.
        </p>
      ) : (
        <ul>
          {refusals.map(({ reason, count }) => (
            <li
              key={reason}
              className="flex items-baseline gap-4 border-t px-6 py-2.75 max-md:px-4"
            >
              <span className="min-w-0 flex-1">{reason}</span>
              <b className="font-semibold tabular-nums">{count}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
