import { PatternLines } from '@visx/pattern'
import type { Look } from './bar.ts'

const classes: Record<Look, string> = {
  full: 'fill-chart-1 stroke-none',
  tint: 'fill-[color-mix(in_oklab,var(--chart-1)_34%,var(--card))] stroke-chart-1',
  hatch: 'stroke-chart-1',
}

/** What paints a shape in a look; `hatchId` names the `Hatch` of the same picture. */
export function paintOf(look: Look, hatchId: string) {
  return { className: classes[look], ...(look === 'hatch' && { fill: `url(#${hatchId})` }) }
}

export function Hatch({ id }: { id: string }) {
  return (
    <PatternLines
      id={id}
      width={6}
      height={6}
      orientation={['diagonal']}
      strokeWidth={2}
      className="stroke-chart-1"
    />
  )
}
