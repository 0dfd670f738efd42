import { germanCount } from '#web/lib/german-count.ts'

/** A stacked bar: its values from the axis outwards, negative values below the axis. */
export type Bar = {
  label: string
  values: readonly number[]
  /** The current season or year: "läuft" is shown below its label. */
  isRunning?: boolean
}

/** How a series is drawn; the looks within one bar differ also in grayscale. */
export type Look = 'full' | 'tint' | 'came' | 'went'

const charWidth = 7
const gap = 8

/** The estimated width of a text in pixels, with a gap to its neighbour. */
export function textWidth(text: string): number {
  return text.length * charWidth + gap
}

export function sumAboveZero({ values }: Bar): number {
  return values.reduce((sum, value) => sum + Math.max(value, 0), 0)
}

export function sumBelowZero({ values }: Bar): number {
  return values.reduce((sum, value) => sum + Math.min(value, 0), 0)
}

/** The width of the scale at the left of every chart, so that charts align. */
export const scaleWidth = 52

/** The space in pixels after the last bar, whose label may be wider than the bar's share of the axis. */
export const lastLabelOverhang = 6

/** How many bars, counted from the last one, fit into `width` (in pixels). */
export function barsThatFit(bars: readonly Bar[], width: number): number {
  const all = bars.length
  const fit = bars.findIndex((_, index) => minWidth(bars.slice(index)) <= width)
  return fit === -1 ? Math.min(1, all) : all - fit
}

/** The width in pixels that the bars need, so that the sums at their ends do not touch. */
export function minWidth(bars: readonly Bar[]): number {
  const sums = bars.flatMap((bar) => [sumAboveZero(bar), -sumBelowZero(bar)]).map(germanCount)
  const widest = Math.max(24, ...sums.map(textWidth))
  return scaleWidth + bars.length * widest + lastLabelOverhang
}

// In the forced-colors mode only two colors exist: a shape is filled with the text's, or outlined.
const filled = 'stroke-none forced-colors:fill-[CanvasText]'
const outlined = 'forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]'

const classes: Record<Look, string> = {
  full: `fill-chart-1 ${filled}`,
  tint: `fill-[color-mix(in_oklab,var(--chart-1)_34%,var(--card))] stroke-chart-1 ${outlined}`,
  came: `fill-chart-4 ${filled}`,
  went: `fill-chart-5 stroke-none ${outlined}`,
}

/** The props that fill an SVG shape of this look. */
export function fillProps(look: Look) {
  return { className: classes[look] }
}

/** The class for the color of a number that is drawn on a shape of this look. */
export function labelClassOn(look: Look): string {
  return look === 'full' ? 'fill-card forced-colors:fill-[Canvas]' : 'fill-foreground'
}
