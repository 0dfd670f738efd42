import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarRounded, BarStack } from '@visx/shape'
import { germanCount } from '#web/lib/german-count.ts'
import {
  type Bar,
  type Look,
  lastRoom,
  paintOf,
  scaleRoom,
  sumAbove,
  sumBelow,
  textWidth,
  wordsOn,
} from './bar.ts'
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

type BarPieceProps = {
  /** From the stack: `bar` holds its two ends on the scale. */
  piece: {
    bar: { 0: number; 1: number; data: Bar }
    x: number
    y: number
    width: number
    height: number
  }
  look: Look
}

// Between two pieces of a bar, so that they part without their colours.
const seam = 1.5
const thinnest = 2

/** One value of a bar. Its outer end is round; it bears its number where there is room. */
function BarPiece({ piece, look }: BarPieceProps) {
  const { 0: from, 1: to, data } = piece.bar
  if (from === to) return null
  const isTop = to > 0 && to === sumAbove(data)
  const isBottom = from < 0 && from === sumBelow(data)
  const height = Math.max(thinnest, piece.height - (from > 0 ? seam : 0))
  const value = germanCount(to - from)
  const hasNumber = !isWhole(piece) && height >= 18 && textWidth(value) <= piece.width + 8
  return (
    <>
      <BarRounded
        x={piece.x}
        y={piece.y}
        width={piece.width}
        height={height}
        radius={4}
        top={isTop}
        bottom={isBottom}
        {...paintOf(look)}
      />
      {hasNumber && (
        <text
          x={piece.x + piece.width / 2}
          y={piece.y + height / 2}
          dy="0.35em"
          textAnchor="middle"
          className={`${wordsOn(look)} text-xs`}
        >
          {value}
        </text>
      )}
    </>
  )
}

/** Then the sum at its end says it already. */
function isWhole({ bar: { 0: from, 1: to, data } }: BarPieceProps['piece']): boolean {
  return to - from === (to > 0 ? sumAbove(data) : -sumBelow(data))
}

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
function BarWords({ bar, middle, y, room, foot }: BarWordsProps) {
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

type ChartScaleProps = { y: ValueScale; left: number; width: number }

/** The hairlines behind the bars, and what they stand for. */
function ChartScale({ y, left, width }: ChartScaleProps) {
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

type Size = {
  bars: readonly Bar[]
  width: number
  height: number
  most: number | undefined
  hasScale: boolean
  hasNames: boolean
  /** Above the sums. */
  forMarks: number
}

// Room for the sums above and below the bars, and for the names at the foot.
const forSum = 20
const forNames = 24
const forRunning = 14
const widestBar = 54

/** Where a bar stands, where a value ends, and where both begin. */
function scalesOf({ bars, width, height, most, ...size }: Size) {
  const highest = most ?? Math.max(1, ...bars.map(sumAbove))
  const lowest = Math.min(0, ...bars.map(sumBelow))
  const left = size.hasScale ? scaleRoom : 0
  const running = bars.some(({ isRunning }) => isRunning) ? forRunning : 0
  const foot = size.hasNames ? forNames + running : 0
  const between = Math.max(0.25, 1 - (widestBar * bars.length) / (width - lastRoom - left))
  const x = scaleBand<number>({
    domain: bars.map((_, index) => index),
    range: [left, width - lastRoom],
    paddingInner: between,
    paddingOuter: between / 2,
  })
  const y = scaleLinear<number>({
    domain: [lowest, highest],
    range: [height - foot - (lowest < 0 ? forSum : 0), forSum + size.forMarks],
    nice: 4,
  })
  return { x, y, left, foot: height - foot + 18 }
}

type ValueScale = ReturnType<typeof scalesOf>['y']

/** The last bar has its name, and before it as many as there is room for. */
function isNamed(bars: readonly Bar[], index: number, room: number): boolean {
  const widest = Math.max(...bars.map(({ label }) => textWidth(label)))
  // Half a pixel is no lack of room.
  return (bars.length - 1 - index) % Math.ceil((widest - 0.5) / room) === 0
}
