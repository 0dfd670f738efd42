import { scaleBand, scaleLinear } from '@visx/scale'
import { type Bar, lastRoom, scaleRoom, sumAbove, sumBelow, textWidth } from './bar.ts'

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
export const forRunning = 14
const widestBar = 54

/** Where a bar stands, where a value ends, and where both begin. */
export function scalesOf({ bars, width, height, most, ...size }: Size) {
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

export type ValueScale = ReturnType<typeof scalesOf>['y']

/** The last bar has its name, and before it as many as there is room for. */
export function isNamed(bars: readonly Bar[], index: number, room: number): boolean {
  const widest = Math.max(...bars.map(({ label }) => textWidth(label)))
  // Half a pixel is no lack of room.
  return (bars.length - 1 - index) % Math.ceil((widest - 0.5) / room) === 0
}
