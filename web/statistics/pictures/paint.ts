import type { Look } from './bar.ts'

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
