import { Radio } from '#web/ui/checkbox.tsx'
import { PopoverRow } from '#web/ui/popover.tsx'
import type { Grid } from './grid-actions.ts'
import { type Density, densities } from './grid-state.ts'

const labels: Record<Density, string> = {
  compact: 'Kompakt',
  standard: 'Standard',
  comfortable: 'Weit',
}

export function DensityChoice({ grid: { state, act } }: { grid: Grid }) {
  return (
    <fieldset>
      <legend className="sr-only">Dichte</legend>
      {densities.map((density) => (
        <PopoverRow key={density}>
          {labels[density]}
          <Radio
            name="density"
            checked={state.density === density}
            onChange={() => act.setDensity(density)}
          />
        </PopoverRow>
      ))}
    </fieldset>
  )
}
