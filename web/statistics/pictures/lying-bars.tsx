import { scaleLinear } from '@visx/scale'
import { germanCount } from '#web/lib/german-count.ts'
import { type Bar, type Look, sumAbove, textWidth } from './bar.ts'
import { OrderLine, OrderMark } from './order-mark.tsx'
import { paintOf, wordsOn } from './paint.ts'

type LyingBarsProps = {
  /** What those hear who do not see it. */
  sentence: string
  bars: readonly Bar[]
  /** One for each value of a bar. */
  looks: readonly Look[]
  width: number
  /** The bars before which an honor begins. */
  orders: readonly number[]
}

const row = 28
const thickness = 18
const forMark = 18

/** One bar below the other, for the phone: each has its name before it and its sum behind it. */
export function LyingBars({ sentence, bars, looks, width, orders }: LyingBarsProps) {
  const names = Math.max(...bars.map(({ label }) => textWidth(label)))
  const sums = Math.max(...bars.map((bar) => textWidth(germanCount(sumAbove(bar)))))
  const end = width - (orders.length > 0 ? forMark : 0)
  const reach = scaleLinear<number>({
    domain: [0, Math.max(1, ...bars.map(sumAbove))],
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
        const sum = sumAbove(bar)
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
                    {...paintOf(look)}
                  />
                  {value !== sum && textWidth(text) <= stop - start && (
                    <text
                      x={(start + stop) / 2}
                      y={middle}
                      dy="0.35em"
                      textAnchor="middle"
                      className={wordsOn(look)}
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
