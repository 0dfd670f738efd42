import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import type { FeeFigures, FeeSum, FeeSums } from '#worker/domain/fee-figures.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { feesInWords } from './fee-text.ts'
import type { ShownFeeYear } from './use-fees-of-year.ts'

/** The year in four sums and a bar, with the next step below. */
export function OverviewCard({ year, children }: { year: ShownFeeYear; children?: ReactNode }) {
  const { rows, figures } = year
  const { states, partly } = figures
  const sums = rows.length > 0 ? figures.sums : toClose(year)
  const { due, charges, waived, credit, paid, collected, open } = sums
  return (
    <Card bleed aria-label="Überblick" className="min-w-0 overflow-hidden">
      <dl className={sumsRowClass}>
        <Sum title="Summe" amountInCent={due.sumInCent}>
          {feesInWords(due.count, states.free)}
          {charges.count > 0 && `, darin ${germanEuro(charges.sumInCent)} Bankgebühren`}
          {waived.count > 0 && `, ${germanEuro(waived.sumInCent)} erlassen`}
          {credit.count > 0 && `; ${germanEuro(credit.sumInCent)} sind zu viel da`}
        </Sum>
        <Sum title="Bezahlt" amountInCent={paid.sumInCent}>
          {feesInWords(paid.count)}
          {partlyInWords(partly.paid)}
        </Sum>
        <Sum title="Eingezogen" amountInCent={collected.sumInCent}>
          {collectedInWords(figures, collected.count)}
          {partlyInWords(partly.collected)}
        </Sum>
        <Sum title="Noch nicht da" amountInCent={open.sumInCent}>
          {open.count - states.returned} offen
          {states.returned > 0 && `, ${states.returned} zurück`}
        </Sum>
      </dl>
      {due.sumInCent > 0 && <Split sums={sums} />}
      {children}
    </Card>
  )
}

const partlyInWords = (count: number) => count > 0 && `, davon ${count} zum Teil`

/** "33 Beiträge, fällig 30.11.2026"; with several files their latest day. */
function collectedInWords({ dueDays }: FeeFigures, count: number): string {
  const last = dueDays.at(-1)
  if (!last) return feesInWords(count)
  return `${feesInWords(count)}, ${dueDays.length > 1 ? 'zuletzt ' : ''}fällig ${germanDate(last)}`
}

export const sumsRowClass =
  'grid grid-cols-2 md:grid-cols-4 print:grid-cols-4 *:border-border max-md:*:nth-[n+3]:border-t *:even:border-l md:*:not-first:border-l print:*:border-0!'

/** The sums of a future year, of which only what closing would store is known: all open. */
function toClose({ count, sumInCent }: ShownFeeYear): FeeSums {
  const all = { count, sumInCent }
  const none = { count: 0, sumInCent: 0 }
  return {
    due: all,
    open: all,
    charges: none,
    paid: none,
    collected: none,
    waived: none,
    credit: none,
  }
}

type SumProps = { title: string; amountInCent: number; children: ReactNode }

function Sum({ title, amountInCent, children }: SumProps) {
  return (
    <div className="px-6 pt-5 pb-4 max-md:px-4 max-md:pt-4 max-md:pb-3 print:px-0">
      <dt className="text-muted-foreground text-sm">{title}</dt>
      <dd className="tabular-nums">
        <span className="block whitespace-nowrap font-[650] font-display text-[1.75rem]/[1.2] tracking-[-0.02em] max-lg:text-2xl max-[22rem]:text-xl">
          {germanEuro(amountInCent)}
        </span>
        <span className="block text-muted-foreground text-sm">{children}</span>
      </dd>
    </div>
  )
}

/** Percentages of the sum that are paid, collected and open. */
function Split({ sums }: { sums: FeeSums }) {
  const percent = ({ sumInCent }: FeeSum) =>
    Math.min(100, Math.max(0, (sumInCent / sums.due.sumInCent) * 100))
  const parts = [
    { id: 'paid', width: percent(sums.paid), look: 'bg-success' },
    { id: 'collected', width: percent(sums.collected), look: 'bg-chart-1' },
    { id: 'open', width: percent(sums.open), look: 'bg-warning' },
  ]
  const [paid = 0, collected = 0, open = 0] = parts.map(({ width }) => Math.round(width))
  return (
    <div className="px-6 pt-1 pb-5 max-md:px-4 print:hidden">
      <div
        role="img"
        aria-label={`${paid} Prozent bezahlt, ${collected} Prozent eingezogen, ${open} Prozent noch nicht da`}
        className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-muted"
      >
        {parts.map(
          ({ id, width, look }) =>
            width > 0 && <span key={id} className={look} style={{ width: `${width}%` }} />,
        )}
      </div>
    </div>
  )
}
