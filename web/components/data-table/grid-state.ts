import type { Sort } from '#web/lib/sort-rows.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'
import type { AnyColumn } from './column.ts'
import type { Filter } from './filter.ts'

export const densities = ['compact', 'standard', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** What a user can set in a grid; all of it is kept in the URL. */
export type GridState = {
  search: string
  sort: Sort<string>
  /** The ids of the columns shown, in the order of the columns. */
  visible: readonly string[]
  /** The active filters by column id; a row is shown when it passes all filters. */
  filters: Readonly<Record<string, Filter>>
  /** null = `usualDensity`, by the number of rows and the window's width. */
  density: Density | null
  /** Counts from 1; a number beyond the end means the last page. */
  page: number
  pageSize: number
}

/** The possible settings and their defaults. */
export type GridShape = {
  /** Key under which the browser stores columns and density; left out = not stored. */
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
    density: null,
    page: 1,
    pageSize: pageSizes.includes(usualPageSize) ? usualPageSize : (pageSizes[0] ?? usualPageSize),
  }
}

/** From this many rows on a list is compact on a wide window, unless the user chose otherwise. */
const manyRows = 26

export function usualDensity(rowCount: number): Density {
  const isWide = window.matchMedia('(min-width: 1280px)').matches
  return isWide && rowCount >= manyRows ? 'compact' : 'standard'
}

/** The ids of the wanted and of all fixed columns, in the order of `columns`. */
export function visibleIds(columns: readonly AnyColumn[], wanted: readonly string[]): string[] {
  return columns.filter(({ id, fixed }) => fixed || wanted.includes(id)).map(({ id }) => id)
}

/** What the browser has stored of a grid's settings; null = the default. */
type Remembered = { columns: readonly string[] | null; density: Density | null }

const nothing: Remembered = { columns: null, density: null }

const keyOf = (name: string) => `grid.${name}`

export function readStoredSettings(name: string | undefined): Remembered {
  const stored = name === undefined ? null : readStored(keyOf(name))
  if (stored === null) return nothing
  try {
    return readRemembered(JSON.parse(stored))
  } catch {
    return nothing
  }
}

export function storeSettings(name: string | undefined, changes: Partial<Remembered>): void {
  if (name === undefined) return
  const next = { ...readStoredSettings(name), ...changes }
  if (next.columns === null && next.density === null) removeStored(keyOf(name))
  else writeStored(keyOf(name), JSON.stringify(next))
}

/** Validates the stored value, which may have been edited. */
function readRemembered(stored: unknown): Remembered {
  if (typeof stored !== 'object' || stored === null) return nothing
  const columns: unknown = Reflect.get(stored, 'columns')
  const density: unknown = Reflect.get(stored, 'density')
  return {
    columns: Array.isArray(columns) ? columns.filter((id) => typeof id === 'string') : null,
    density: densities.find((one) => one === density) ?? null,
  }
}
