import { cn } from '#web/lib/cn.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { OrderHistoryEntry } from '#worker/orders/orders.contract.ts'
import { type HistoryTone, historyTone, historyWords, instantWords } from './labels.ts'

/** What happened to an order, in the order it happened. */
export function HistoryCard({ history }: { history: readonly OrderHistoryEntry[] }) {
  return (
    <Card bleed>
      <CardHead id="history" title="Verlauf" />
      <ol aria-labelledby="history" className="px-6 pb-6 max-md:px-4 max-md:pb-5 print:px-0">
        {history.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened keeps its place for good.
          <li key={place} className={item}>
            <span aria-hidden="true" className={cn(dot, dots[historyTone(entry)])} />
            <span className="block font-semibold tabular-nums">{historyWords(entry)}</span>
            {entry.detail && <span className="wrap-anywhere block">{entry.detail}</span>}
            <span className="block text-muted-foreground text-sm tabular-nums">
              {instantWords(entry.at)}
              {entry.user && `, von ${entry.user}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

// The line runs from dot to dot, and not below the last.
const item =
  'relative pb-5 pl-7 last:pb-0 before:absolute before:top-3 before:-bottom-1.5 before:left-[0.34375rem] before:w-px before:bg-border-strong last:before:hidden'
const dot =
  'absolute top-1.5 left-0 size-3 rounded-full forced-color-adjust-none [print-color-adjust:exact]'
const dots: Record<HistoryTone, string> = {
  good: 'bg-success',
  back: 'border-2 border-link bg-card',
  bad: 'bg-warning',
  quiet: 'border-2 border-border-strong bg-card',
}
