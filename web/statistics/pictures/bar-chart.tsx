import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarRounded, BarStack } from '@visx/shape'
import { germanCount } from '#web/lib/german-count.ts'
import {
  type Bar,
  fillProps,
  type Look,
  labelClassOn,
  lastLabelOverhang,
  scaleWidth,
  sumAboveZero,
  sumBelowZero,
  textWidth,
} from './bar.ts'
import { OrderLine, OrderMark } from './order-mark.tsx'

type BarChartProps = {
  /** The description for screen readers. */
  sentence: string
  bars: readonly Bar[]
  /** The look of each value of a bar. */
  looks: readonly Look[]
  width: number
  height: number
  /** The maximum of the scale; by default the highest bar. */
  most?: number
  /** Small charts have no scale; `blank` reserves its width to align with another chart. */
  scale?: 'shown' | 'blank' | 'none'
  /** False leaves out the labels of the bars, where a chart next to this one has the same labels. */
  hasNames?: boolean
  /** Indexes of the bars before which an honor begins. */
  orders?: readonly number[]
}

/** Vertical bars, downwards for negative values, with sums at their ends. */
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
  /** A piece of a stacked bar, from visx: `bar[0]` and `bar[1]` are its ends on the scale of the values. */
  piece: {
    bar: { 0: number; 1: number; data: Bar }
    x: number
    y: number
    width: number
    height: number
  }
  look: Look
}

// The gap between pieces of a bar, so that they differ without color.
const seam = 1.5
const thinnest = 2

/** One value of a bar. The outer end is rounded; the number is shown where it fits. */
function BarPiece({ piece, look }: BarPieceProps) {
  const { 0: from, 1: to, data } = piece.bar
  if (from === to) return null
  const isTop = to > 0 && to === sumAboveZero(data)
  const isBottom = from < 0 && from === sumBelowZero(data)
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
        {...fillProps(look)}
      />
      {hasNumber && (
        <text
          x={piece.x + piece.width / 2}
          y={piece.y + height / 2}
          dy="0.35em"
          textAnchor="middle"
          className={`${labelClassOn(look)} text-xs`}
        >
          {value}
        </text>
      )}
    </>
  )
}

/** Whether the piece is all of the bar on its side of the axis: its number is then the sum, which the bar's end shows. */
function isWhole({ bar: { 0: from, 1: to, data } }: BarPieceProps['piece']): boolean {
  return to - from === (to > 0 ? sumAboveZero(data) : -sumBelowZero(data))
}

type BarWordsProps = {
  bar: Bar
  middle: number
  y: ValueScale
  /** The distance between two bars. */
  room: number
  /** The y of the label; null for a bar without a label. */
  foot: number | null
}

/** The sums at a bar's ends, and its label. */
function BarWords({ bar, middle, y, room, foot }: BarWordsProps) {
  const above = sumAboveZero(bar)
  const below = sumBelowZero(bar)
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

/** The grid lines with their values. */
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
  /** The height in pixels that the marks of honors need above the sums; 0 without marks. */
  forMarks: number
}

// The height of sums and labels.
const forSum = 20
const forNames = 24
const forRunning = 14
const widestBar = 54

/** The scales for bars and values. */
function scalesOf({ bars, width, height, most, ...size }: Size) {
  const highest = most ?? Math.max(1, ...bars.map(sumAboveZero))
  const lowest = Math.min(0, ...bars.map(sumBelowZero))
  const left = size.hasScale ? scaleWidth : 0
  const running = bars.some(({ isRunning }) => isRunning) ? forRunning : 0
  const foot = size.hasNames ? forNames + running : 0
  const between = Math.max(0.25, 1 - (widestBar * bars.length) / (width - lastLabelOverhang - left))
  const x = scaleBand<number>({
    domain: bars.map((_, index) => index),
    range: [left, width - lastLabelOverhang],
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

/** Whether the bar has a label: the last bar, and before it every second, third … as the labels fit. */
function isNamed(bars: readonly Bar[], index: number, room: number): boolean {
  const widest = Math.max(...bars.map(({ label }) => textWidth(label)))
  // A label may be half a pixel too wide.
  return (bars.length - 1 - index) % Math.ceil((widest - 0.5) / room) === 0
}
