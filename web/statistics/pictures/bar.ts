import { germanCount } from '#web/lib/german-count.ts'

/** One place on the axis: its values from the axis outwards, negative ones below it. */
export type Bar = {
  label: string
  values: readonly number[]
  /** The season or year is not over: "läuft" stands below its name. */
  isRunning?: boolean
}

/** How a series is painted; those of one bar are told apart in grey, too. */
export type Look = 'full' | 'tint' | 'came' | 'went'

const charWidth = 7
const gap = 8

/** What a text of a chart takes, with a little room to its neighbour. */
export function textWidth(text: string): number {
  return text.length * charWidth + gap
}

export function sumAbove({ values }: Bar): number {
  return values.reduce((sum, value) => sum + Math.max(value, 0), 0)
}

export function sumBelow({ values }: Bar): number {
  return values.reduce((sum, value) => sum + Math.min(value, 0), 0)
}

/** The room at the left of every chart for the numbers of its scale, so that they stand in line. */
export const scaleRoom = 52

/** The name of the last bar may be wider than its share. */
export const lastRoom = 6

/** How many bars, the last ones, a chart of this width has room for. */
export function mostBars(bars: readonly Bar[], width: number): number {
  const all = bars.length
  const fit = bars.findIndex((_, index) => leastWidth(bars.slice(index)) <= width)
  return fit === -1 ? Math.min(1, all) : all - fit
}

/** No narrower than this, so that the sums on the bars do not touch. */
export function leastWidth(bars: readonly Bar[]): number {
  const sums = bars.flatMap((bar) => [sumAbove(bar), -sumBelow(bar)]).map(germanCount)
  const widest = Math.max(24, ...sums.map(textWidth))
  return scaleRoom + bars.length * widest + lastRoom
}

// Where the system sets the colours there are two: the text's and the paper's.
const filled = 'stroke-none forced-colors:fill-[CanvasText]'
const outlined = 'forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]'

const classes: Record<Look, string> = {
  full: `fill-chart-1 ${filled}`,
  tint: `fill-[color-mix(in_oklab,var(--chart-1)_34%,var(--card))] stroke-chart-1 ${outlined}`,
  came: `fill-chart-4 ${filled}`,
  went: `fill-chart-5 stroke-none ${outlined}`,
}

/** What paints a shape in a look. */
export function paintOf(look: Look) {
  return { className: classes[look] }
}

/** Of a number in a shape of this look. */
export function wordsOn(look: Look): string {
  return look === 'full' ? 'fill-card forced-colors:fill-[Canvas]' : 'fill-foreground'
}
