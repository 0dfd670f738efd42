import { germanCount } from '#web/lib/german-count.ts'
import { type Bar, sumAbove, sumBelow, textWidth } from './bar.ts'
import { forRunning, type ValueScale } from './chart-scales.ts'

type BarWordsProps = {
  bar: Bar
  middle: number
  y: ValueScale
  /** From one bar to the next. */
  room: number
  /** Where the name stands; null where there is no room for it. */
  foot: number | null
}

/** The sums at the ends of a bar, and its name at the foot. */
export function BarWords({ bar, middle, y, room, foot }: BarWordsProps) {
  const above = sumAbove(bar)
  const below = sumBelow(bar)
  return (
    <g textAnchor="middle" className="text-xs tabular-nums">
      <Sum of={above} x={middle} y={y(above) - 6} room={room} />
      <Sum of={-below} x={middle} y={y(below) + 15} room={room} />
      {foot !== null && (
        <text x={middle} y={foot} className="fill-muted-foreground">
          {bar.label}
          {bar.isRunning && (
            <tspan x={middle} dy={forRunning}>
              läuft
            </tspan>
          )}
        </text>
      )}
    </g>
  )
}

type SumProps = { of: number; x: number; y: number; room: number }

function Sum({ of: sum, room, ...place }: SumProps) {
  const text = germanCount(sum)
  if (sum === 0 || textWidth(text) > room + 4) return null
  return (
    <text {...place} className="fill-foreground font-semibold">
      {text}
    </text>
  )
}
