import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'
import { type Density, densities } from './grid-state.ts'

/** What this browser remembers of a grid, where somebody chose other than what holds at first. */
type Remembered = { columns: readonly string[] | null; density: Density | null }

const nothing: Remembered = { columns: null, density: null }

const keyOf = (name: string) => `grid.${name}`

export function recall(name: string | undefined): Remembered {
  const stored = name === undefined ? null : readStored(keyOf(name))
  if (stored === null) return nothing
  try {
    return readRemembered(JSON.parse(stored))
  } catch {
    return nothing
  }
}

export function remember(name: string | undefined, changes: Partial<Remembered>): void {
  if (name === undefined) return
  const next = { ...recall(name), ...changes }
  if (next.columns === null && next.density === null) removeStored(keyOf(name))
  else writeStored(keyOf(name), JSON.stringify(next))
}

/** Whatever stands there: somebody may have written into it. */
function readRemembered(stored: unknown): Remembered {
  if (typeof stored !== 'object' || stored === null) return nothing
  const columns: unknown = Reflect.get(stored, 'columns')
  const density: unknown = Reflect.get(stored, 'density')
  return {
    columns: Array.isArray(columns) ? columns.filter((id) => typeof id === 'string') : null,
    density: densities.find((one) => one === density) ?? null,
  }
}
