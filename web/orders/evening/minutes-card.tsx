import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import type { EveningMinute } from '#worker/orders/orders.contract.ts'
import { refusedCount } from './evening-words.ts'

type MinutesCardProps = { minutes: readonly EveningMinute[] }

// Rejections are stacked above the enrolments and hollow, so that they are not read as enrolments.
const series = [
  { label: 'fest', look: 'fill-chart-1' },
  { label: 'Zahlung offen', look: 'fill-chart-1/35' },
  { label: 'abgelehnt', look: 'fill-transparent stroke-warning' },
] as const

function piecesOf(minute: EveningMinute): [number, number, number] {
  return [minute.enrolled - minute.open, minute.open, refusedCount(minute)]
}

export function MinutesCard({ minutes }: MinutesCardProps) {
  return (
    <Card bleed aria-labelledby="per-minute">
      <CardHead
        id="per-minute"
        title="Anmeldungen je Minute"
        className="flex-wrap"
        actions={
          <ul className="flex flex-wrap gap-x-5 gap-y-1 pe-2 text-muted-foreground text-sm">
            {series.map(({ label, look }) => (
              <li key={label} className="flex items-center gap-2">
                <svg aria-hidden="true" width="13" height="13">
                  <rect x="1" y="1" width="11" height="11" rx="2.5" className={look} />
                </svg>
                {label}
              </li>
            ))}
          </ul>
        }
      />
      <Picture minutes={minutes} />
      <MinutesTable minutes={minutes} />
    </Card>
  )
}

const height = 168
const step = 12
const foot = 22
const left = 30

function Picture({ minutes }: MinutesCardProps) {
  const most = Math.max(4, ...minutes.map((minute) => sumOf(piecesOf(minute))))
  const ticks = ticksUpTo(most)
  const top = ticks.at(-1) ?? most
  const y = (value: number) => height - (value / top) * (height - 8)
  const width = left + minutes.length * step
  return (
    <div className="px-6 pb-3 max-md:px-4">
      <Sideways label="Bild der Anmeldungen je Minute" endsFirst>
        <svg
          role="img"
          aria-label={sentenceOf(minutes)}
          viewBox={`0 0 ${width} ${height + foot}`}
          className="block w-full min-w-[47rem]"
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--chart-grid)" />
              <text x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end" className={words}>
                {tick}
              </text>
            </g>
          ))}
          {minutes.map((minute, index) => (
            <g key={minute.minute} transform={`translate(${left + index * step} 0)`}>
              <Bar pieces={piecesOf(minute)} y={y} />
              {isNamed(minute) && (
                <text x={step / 2} y={height + 16} textAnchor="middle" className={words}>
                  {berlinTime(new Date(minute.minute))}
                </text>
              )}
            </g>
          ))}
        </svg>
      </Sideways>
    </div>
  )
}

const words = 'fill-muted-foreground text-xs tabular-nums'

function Bar({ pieces, y }: { pieces: readonly number[]; y: (value: number) => number }) {
  return pieces.map((value, index) => {
    const below = sumOf(pieces.slice(0, index))
    const [from, to] = [y(below), y(below + value)]
    const { label = '', look = '' } = series[index] ?? {}
    // The outline of a hollow bar lies inside the bar's area, hence the insets.
    return (
      value > 0 && (
        <rect
          key={label}
          x="1.5"
          y={to + 0.75}
          width={step - 3}
          height={from - to - 1}
          rx="1.5"
          className={look}
        />
      )
    )
  })
}

function isNamed({ minute }: EveningMinute): boolean {
  return minute.slice(14, 16).match(/00|15|30|45/) !== null
}

function ticksUpTo(most: number): number[] {
  const unit = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => most / one <= 5) ?? 1000
  return Array.from({ length: Math.ceil(most / unit) + 1 }, (_, index) => index * unit)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function sentenceOf(minutes: readonly EveningMinute[]): string {
  const [firm, open, refused] = [0, 1, 2].map((series) =>
    sumOf(minutes.map((minute) => piecesOf(minute)[series] ?? 0)),
  )
  return `In den letzten 60 Minuten ${firm} feste Anmeldungen, ${open} mit offener Zahlung, ${refused} abgelehnt. Die Zahlen stehen in der Tabelle darunter.`
}

/** The minutes with activity, the latest first. */
function MinutesTable({ minutes }: MinutesCardProps) {
  const busy = minutes.filter((minute) => sumOf(piecesOf(minute)) + minute.paid > 0).toReversed()
  return (
    <details className="group border-t">
      <summary className="flex min-h-11 list-none items-center gap-2 px-6 font-semibold text-sm hover:bg-accent focus-visible:-outline-offset-2 max-md:min-h-12 max-md:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronDown className="text-muted-foreground transition-transform group-open:rotate-180" />
        Zahlen als Tabelle
      </summary>
      {busy.length === 0 ? (
        <p className="px-6 pb-4 text-muted-foreground max-md:px-4">
          In den letzten 60 Minuten kam niemand.
        </p>
      ) : (
        <Sideways label="Zahlen je Minute">
          <Table size="sm" phone="scroll" aria-label="Anmeldungen je Minute">
            <TableHead>
              <TableRow>
                {['Minute', 'fest', 'offen', 'abgelehnt', 'bezahlt'].map((head, column) => (
                  <TableHeadCell key={head} numeric={column > 0}>
                    {head}
                  </TableHeadCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {busy.map((minute) => {
                const [firm, open, refused] = piecesOf(minute)
                return (
                  <TableRow key={minute.minute}>
                    <TableCell className="whitespace-nowrap">
                      {berlinTime(new Date(minute.minute))} Uhr
                    </TableCell>
                    <TableCell numeric>{firm}</TableCell>
                    <TableCell numeric>{open}</TableCell>
                    <TableCell numeric>{refused}</TableCell>
                    <TableCell numeric>{minute.paid}</TableCell>
                  </TableRow>
                )
              })}
            </TableBody>
          </Table>
        </Sideways>
      )}
    </details>
  )
}

/** Scrolls wide content on phones; `endsFirst` starts at its end. */
function Sideways({ label, endsFirst, children }: SidewaysProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current && endsFirst) box.current.scrollLeft = box.current.scrollWidth
  }, [endsFirst])
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups a display, not form fields.
    <div
      ref={box}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it has to scroll by arrow keys.
      tabIndex={0}
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      {children}
    </div>
  )
}

type SidewaysProps = { label: string; endsFirst?: boolean; children: ReactNode }
