import { BarStack } from '@visx/shape'
import { useId } from 'react'
import type { Bar, Look } from './bar.ts'
import { BarPiece } from './bar-piece.tsx'
import { BarWords } from './bar-words.tsx'
import { ChartScale } from './chart-scale.tsx'
import { isNamed, scalesOf } from './chart-scales.ts'
import { Hatch } from './paint.tsx'

type BarChartProps = {
  /** What those hear who do not see it. */
  sentence: string
  bars: readonly Bar[]
  /** One for each value of a bar. */
  looks: readonly Look[]
  width: number
  height: number
  /** The end of the scale; left out: the highest bar. */
  most?: number
  /** Small charts have no scale at their left. */
  hasScale?: boolean
}

/** Bars upwards from an axis, downwards for values below zero, with their sums at their ends. */
export function BarChart({ sentence, bars, looks, width, height, ...rest }: BarChartProps) {
  const hatchId = useId()
  const hasScale = rest.hasScale ?? true
  const scales = scalesOf({ bars, width, height, most: rest.most, hasScale })
  const { x, y, left, foot } = scales
  return (
    <svg
      role="img"
      aria-label={sentence}
      width={width}
      height={height}
      className="block overflow-visible"
    >
      {looks.includes('hatch') && <Hatch id={hatchId} />}
      {hasScale && <ChartScale y={y} left={left} width={width - left} />}
      <BarStack
        data={bars.map((bar, index) => ({ ...bar, index }))}
        keys={looks.map((_, series) => series)}
        value={({ values }, series) => values[series] ?? 0}
        x={({ index }) => index}
        xScale={x}
        yScale={y}
        color={() => ''}
        offset="diverging"
      >
        {(series) =>
          series.flatMap(({ key, bars: pieces }) =>
            pieces.map((piece) => (
              <BarPiece
                key={`${key}-${piece.index}`}
                piece={piece}
                look={looks[key] ?? 'full'}
                hatchId={hatchId}
              />
            )),
          )
        }
      </BarStack>
      <line x1={left} x2={width} y1={y(0)} y2={y(0)} className="stroke-border-strong" />
      {bars.map((bar, index) => (
        <BarWords
          key={bar.label}
          bar={bar}
          middle={(x(index) ?? 0) + x.bandwidth() / 2}
          y={y}
          room={x.step()}
          foot={isNamed(bars, index, x.step()) ? foot : null}
        />
      ))}
    </svg>
  )
}
