import type { Sort } from '#web/lib/sort-rows.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'
import type { AnyColumn } from './column.ts'
import type { Filter } from './filter.ts'

export const densities = ['compact', 'standard', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** How a grid is set: all of it stands in the address. */
export type GridState = {
  search: string
  sort: Sort<string>
  /** The ids of the columns shown, in the order of the columns. */
  visible: readonly string[]
  /** By column; several hold at once. None of them is empty. */
  filters: Readonly<Record<string, Filter>>
  density: Density
  /** From 1; more than there are means the last one. */
  page: number
  pageSize: number
}

/** What can be set, and what holds as long as nothing is. */
export type GridShape = {
  /** Under it the browser remembers columns and density; left out, it remembers nothing. */
  name?: string | undefined
  columns: readonly AnyColumn[]
  defaultSort: Sort<string>
  pageSizes: readonly number[]
}

const usualPageSize = 25

export function initialState({ columns, defaultSort, pageSizes }: GridShape): GridState {
  return {
    search: '',
    sort: defaultSort,
    visible: columns.filter((column) => !column.hiddenAtFirst).map(({ id }) => id),
    filters: {},
    density: 'standard',
    page: 1,
    pageSize: pageSizes.includes(usualPageSize) ? usualPageSize : (pageSizes[0] ?? usualPageSize),
  }
}

/** The columns shown when these are asked for: fixed ones always, all in their order. */
export function visibleIds(columns: readonly AnyColumn[], wanted: readonly string[]): string[] {
  return columns.filter(({ id, fixed }) => fixed || wanted.includes(id)).map(({ id }) => id)
}

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
