import { GridRows } from '@visx/grid'
import { germanCount } from '#web/lib/german-count.ts'
import type { ValueScale } from './chart-scales.ts'

type ChartScaleProps = { y: ValueScale; left: number; width: number }

/** The hairlines behind the bars, and what they stand for. */
export function ChartScale({ y, left, width }: ChartScaleProps) {
  const ticks = y.ticks(4).filter(Number.isInteger)
  return (
    <>
      <GridRows scale={y} tickValues={ticks} left={left} width={width} stroke="var(--chart-grid)" />
      {ticks.map((tick) => (
        <text
          key={tick}
          x={left - 10}
          y={y(tick)}
          dy="0.32em"
          textAnchor="end"
          className="fill-muted-foreground text-xs tabular-nums"
        >
          {germanCount(Math.abs(tick))}
        </text>
      ))}
    </>
  )
}
