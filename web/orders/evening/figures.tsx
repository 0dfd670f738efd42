import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { counted } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { Evening } from '#worker/orders/orders.contract.ts'

export function Figures({ evening }: { evening: Evening }) {
  const { today, open, toClear, minutes } = evening
  return (
    <Card bleed aria-label="Zahlen">
      <dl className="grid grid-cols-2 lg:grid-cols-4 [&>*:nth-child(even)]:border-l [&>*:nth-child(n+3)]:max-lg:border-t lg:[&>*+*]:border-l">
        <Figure
          label="Anmeldungen heute"
          value={today.enrolled}
          note={`mit ${counted(today.places, 'Platz', 'Plätzen')}`}
        />
        <Figure
          label="In dieser Minute"
          value={minutes.at(-1)?.enrolled ?? 0}
          note={peakOf(minutes)}
        />
        <Figure
          label="Zahlung offen"
          value={open.count}
          note={`${counted(open.places, 'Platz', 'Plätze')} gehalten`}
        />
        <Figure
          label="Heute eingenommen"
          value={germanEuro(today.receivedInCent)}
          note={
            toClear === 0 ? 'nichts zu klären' : <Link to={paths.orders}>{toClear} zu klären</Link>
          }
        />
      </dl>
    </Card>
  )
}

function peakOf(minutes: Evening['minutes']): string {
  const most = Math.max(...minutes.map(({ enrolled }) => enrolled))
  const peak = minutes.find(({ enrolled }) => enrolled === most)
  return peak && most > 0
    ? `Spitze ${most} um ${berlinTime(new Date(peak.minute))} Uhr`
    : 'noch keine Spitze'
}

type FigureProps = { label: string; value: ReactNode; note: ReactNode }

function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="px-6 pt-4.5 pb-5 max-md:px-4">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd>
        <b className="block font-[650] font-display text-[1.75rem] leading-tight tracking-[-0.018em] tabular-nums max-md:text-2xl">
          {value}
        </b>
        <span className="text-muted-foreground text-sm">{note}</span>
      </dd>
    </div>
  )
}
