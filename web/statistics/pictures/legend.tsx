import { useId } from 'react'
import type { Look } from './bar.ts'
import { Hatch, paintOf } from './paint.tsx'

export type Series = { look: Look; label: string }

/** Which look is what; stands in the card's head. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 pe-2 max-md:basis-full text-muted-foreground text-sm">
      {series.map(({ look, label }) => (
        <li key={look} className="flex items-center gap-2">
          <Swatch look={look} />
          {label}
        </li>
      ))}
    </ul>
  )
}

function Swatch({ look }: { look: Look }) {
  const hatchId = useId()
  return (
    <svg aria-hidden="true" width="13" height="13" className="flex-none">
      {look === 'hatch' && <Hatch id={hatchId} />}
      <rect x="0.5" y="0.5" width="12" height="12" rx="3" {...paintOf(look, hatchId)} />
    </svg>
  )
}
