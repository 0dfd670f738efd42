import { BarStack } from '@visx/shape'
import type { Bar, Look } from './bar.ts'
import { BarPiece } from './bar-piece.tsx'
import { BarWords } from './bar-words.tsx'
import { ChartScale } from './chart-scale.tsx'
import { isNamed, scalesOf } from './chart-scales.ts'
import { OrderLine, OrderMark } from './order-mark.tsx'

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
  /** Small charts have no scale at their left; `blank`: room for it, to stand in line with another. */
  scale?: 'shown' | 'blank' | 'none'
  /** Left out below a chart of the same years. */
  hasNames?: boolean
  /** The bars before which an honor begins. */
  orders?: readonly number[]
}

/** Bars upwards from an axis, downwards for values below zero, with their sums at their ends. */
export function BarChart({ sentence, bars, looks, width, height, ...rest }: BarChartProps) {
  const { most, scale = 'shown', hasNames = true, orders = [] } = rest
  const scales = scalesOf({
    bars,
    width,
    height,
    most,
    hasScale: scale !== 'none',
    hasNames,
    forMarks: orders.length > 0 ? 12 : 0,
  })
  const { x, y, left, foot } = scales
  return (
    <svg
      role="img"
      aria-label={sentence}
      width={width}
      height={height}
      className="block overflow-visible"
    >
      {scale === 'shown' && <ChartScale y={y} left={left} width={width - left} />}
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
              <BarPiece key={`${key}-${piece.index}`} piece={piece} look={looks[key] ?? 'full'} />
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
          foot={hasNames && isNamed(bars, index, x.step()) ? foot : null}
        />
      ))}
      {orders.map((index) => {
        const before = (x(index) ?? 0) - (x.step() - x.bandwidth()) / 2
        return (
          <g key={index}>
            <OrderLine x1={before} x2={before} y1={14} y2={y(0)} />
            <OrderMark x={before} y={0.5} />
          </g>
        )
      })}
    </svg>
  )
}
