import type { Look } from './bar.ts'
import { OrderMark } from './order-mark.tsx'
import { paintOf } from './paint.ts'

/** `order`: the marks of the honors for parades. */
export type Series = { look: Look | 'order'; label: string }

/** Which look is what; stands in the card's head. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 pe-2 max-md:basis-full text-muted-foreground text-sm">
      {series.map(({ look, label }) => (
        <li key={look} className="flex items-center gap-2">
          <svg aria-hidden="true" width="13" height="15" className="flex-none">
            {look === 'order' ? (
              <OrderMark x={6.5} y={0.5} />
            ) : (
              <rect x="0.5" y="1.5" width="12" height="12" rx="3" {...paintOf(look)} />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
