import { scaleLinear } from '@visx/scale'
import { germanCount } from '#web/lib/german-count.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import {
  type Bar,
  fillProps,
  type Look,
  labelClassOn,
  scaleWidth,
  sumAboveZero,
  textWidth,
} from './bar.ts'
import { BarChart } from './bar-chart.tsx'
import { ChartArea, phoneWidth } from './chart-area.tsx'
import { ChartCard } from './chart-card.tsx'
import { OrderLine, OrderMark } from './order-mark.tsx'

type Jumps = Pictures['jumps']

const title = 'Verteilung der Sprünge'
/** The sentence below the chart counts the members beyond one honor: the honor whose number is closest to this. */
const labelledStep = 100
const looks = ['full', 'tint'] as const

/** The distribution of Sprünge over members, with marks where honors begin. */
export function JumpsChart({ jumps }: { jumps: Jumps }) {
  const bars = jumps.map((band) => ({ label: nameOf(band), values: [band.active, band.passive] }))
  const orders = jumps.flatMap(({ isStep }, index) => (isStep ? [index] : []))
  const widest = Math.max(...bars.map(({ label }) => textWidth(label)))
  return (
    <ChartCard
      title={title}
      series={[
        { look: 'full', label: 'Aktiv' },
        { look: 'tint', label: 'Passiv' },
        ...(orders.length > 0 ? [{ look: 'order', label: 'Sprungorden' } as const] : []),
      ]}
      nothing="Noch kein Mitglied."
      foot={footOf(jumps)}
      numbers={{
        heads: ['Sprünge', 'Aktiv', 'Passiv', 'Zusammen'],
        rows: jumps.map((band) => [
          band.isStep ? `${nameOf(band)} (Sprungorden ab ${band.from})` : nameOf(band),
          band.active,
          band.passive,
          sizeOf(band),
        ]),
      }}
    >
      <ChartArea>
        {(width) => {
          const props = { sentence: sentenceOf(jumps), bars, looks, orders, width }
          const isNarrow = width < phoneWidth || (width - scaleWidth) / bars.length < widest
          return isNarrow ? <LyingBars {...props} /> : <BarChart {...props} height={260} />
        }}
      </ChartArea>
    </ChartCard>
  )
}

const sizeOf = ({ active, passive }: Jumps[number]) => active + passive

function nameOf({ from, to }: Jumps[number]): string {
  if (to === null) return `ab ${from}`
  return from === to ? `${from}` : `${from}–${to}`
}

const membersWith = (count: number) =>
  count === 1 ? '1 Mitglied hat' : `${germanCount(count)} Mitglieder haben`

function sentenceOf(jumps: Jumps): string {
  const bands = jumps
    .filter((band) => sizeOf(band) > 0)
    .map((band) => `${membersWith(sizeOf(band))} ${nameOf(band)}`)
  const steps = jumps.filter(({ isStep }) => isStep).map(({ from }) => from)
  const orders = steps.length > 0 ? ` Sprungorden gibt es ab ${steps.join(', ')}.` : ''
  return `${title}: ${bands.join(', ')}.${orders}`
}

function footOf(jumps: Jumps): string {
  const steps = jumps.filter(({ isStep }) => isStep).map(({ from }) => from)
  const [step = 1] = steps.toSorted(
    (a, b) => Math.abs(a - labelledStep) - Math.abs(b - labelledStep),
  )
  const count = jumps
    .filter(({ from }) => from >= step)
    .reduce((sum, band) => sum + sizeOf(band), 0)
  const jumpsOf = step === 1 ? '1 Sprung' : `${germanCount(step)} Sprünge`
  if (count === 0) return `Noch kein Mitglied hat ${jumpsOf} oder mehr.`
  return `${membersWith(count)} ${jumpsOf} oder mehr.`
}

type LyingBarsProps = {
  /** The description for screen readers. */
  sentence: string
  bars: readonly Bar[]
  /** The look of each value of a bar. */
  looks: readonly Look[]
  width: number
  /** Indexes of the bars before which an honor begins. */
  orders: readonly number[]
}

const row = 28
const thickness = 18
const forMark = 18

/** Horizontal bars for phones, with the label before and the sum behind. */
function LyingBars({ sentence, bars, looks, width, orders }: LyingBarsProps) {
  const names = Math.max(...bars.map(({ label }) => textWidth(label)))
  const sums = Math.max(...bars.map((bar) => textWidth(germanCount(sumAboveZero(bar)))))
  const end = width - (orders.length > 0 ? forMark : 0)
  const reach = scaleLinear<number>({
    domain: [0, Math.max(1, ...bars.map(sumAboveZero))],
    range: [names, end - sums],
  })
  const height = bars.length * row
  return (
    <svg role="img" aria-label={sentence} width={width} height={height} className="block">
      {orders.map((index) => (
        <g key={index}>
          <OrderLine x1={names} x2={end - 4} y1={index * row} y2={index * row} />
          <OrderMark x={width - 7} y={index * row - 7} />
        </g>
      ))}
      {bars.map((bar, index) => {
        const top = index * row + (row - thickness) / 2
        const middle = index * row + row / 2
        const sum = sumAboveZero(bar)
        let from = 0
        return (
          <g key={bar.label} className="text-xs tabular-nums">
            {bar.values.map((value, series) => {
              const [start, stop] = [reach(from), reach(from + value)]
              const look = looks[series] ?? 'full'
              const text = germanCount(value)
              from += value
              if (value === 0) return null
              return (
                <g key={look}>
                  <rect
                    x={start}
                    y={top}
                    width={Math.max(2, stop - start)}
                    height={thickness}
                    rx={3}
                    {...fillProps(look)}
                  />
                  {value !== sum && textWidth(text) <= stop - start && (
                    <text
                      x={(start + stop) / 2}
                      y={middle}
                      dy="0.35em"
                      textAnchor="middle"
                      className={labelClassOn(look)}
                    >
                      {text}
                    </text>
                  )}
                </g>
              )
            })}
            <text
              x={names - 10}
              y={middle}
              dy="0.35em"
              textAnchor="end"
              className="fill-muted-foreground"
            >
              {bar.label}
            </text>
            {sum > 0 && (
              <text
                x={reach(sum) + 6}
                y={middle}
                dy="0.35em"
                className="fill-foreground font-semibold"
              >
                {germanCount(sum)}
              </text>
            )}
          </g>
        )
      })}
      <line x1={names} x2={names} y1={0} y2={height} className="stroke-border-strong" />
    </svg>
  )
}
