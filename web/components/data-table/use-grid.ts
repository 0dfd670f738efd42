import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { compareValues, nextSort, type Sort, type SortDirection } from '#web/lib/sort-rows.ts'
import { matcherOf } from '#web/lib/word-search.ts'
import { type AnyColumn, type Column, type RowWithId, sortValue } from './column.ts'
import { type Filter, isEmptyFilter, predicateOf } from './filter.ts'
import {
  type Density,
  type GridShape,
  type GridState,
  initialState,
  storeSettings,
  usualDensity,
  visibleIds,
} from './grid-state.ts'
import { type ChangeGrid, useGridState } from './use-grid-state.ts'

type GridData<Row> = {
  name?: string | undefined
  columns: readonly Column<Row>[]
  rows: readonly Row[] | null
  /** The number of all rows, where `rows` are only the first of them. */
  total?: number | undefined
  searchKey: (row: Row) => string
  defaultSort: Sort<string>
  pageSizes: readonly number[]
}

const noRows: never[] = []

/** The settings of a grid, its actions, and the rows that it shows. */
export function useGrid<Row extends RowWithId>({
  rows,
  total,
  searchKey,
  ...shape
}: GridData<Row>) {
  const { columns, pageSizes } = shape
  const { state: chosen, change, catchUp } = useGridState(shape)
  const rowCount = total ?? rows?.length ?? 0
  const state: ShownState = useMemo(
    () => ({ ...chosen, density: chosen.density ?? usualDensity(rowCount) }),
    [chosen, rowCount],
  )
  const grid = { columns, pageSizes, state, act: gridActions(state, shape, change) }
  // The field shows the typed text at once; the rows follow with lower priority.
  const shown = useDeferredValue(state)
  const list = useGridRows({ columns, rows: rows ?? noRows, searchKey, state: shown })
  const visible = useMemo(
    () => columns.filter(({ id }) => shown.visible.includes(id)),
    [columns, shown.visible],
  )
  return { grid, shown, visible, ...list, catchUp }
}

export type ShownState = GridState & { density: Density }

/** The part of a grid that its controls use. */
export type Grid = {
  columns: readonly AnyColumn[]
  pageSizes: readonly number[]
  state: ShownState
  act: GridActions
}

type GridActions = ReturnType<typeof gridActions>

const isTyped = ({ kind }: Filter) => kind === 'text' || kind === 'number' || kind === 'money'

/** The actions of a grid. Changes of search, filters or order return to the first page. */
function gridActions(state: GridState, shape: GridShape, change: ChangeGrid) {
  const without = ({ id }: AnyColumn) => {
    const { [id]: _, ...others } = state.filters
    return others
  }
  const initial = initialState(shape)
  const show = (ids: readonly string[]) => {
    const visible = visibleIds(shape.columns, ids)
    const isAsAtFirst = visible.join() === initial.visible.join()
    // Fixed columns are always shown and therefore not stored.
    const chosen = shape.columns.filter(({ id, fixed }) => !fixed && visible.includes(id))
    storeSettings(shape.name, { columns: isAsAtFirst ? null : chosen.map(({ id }) => id) })
    change({ visible }, 'set')
  }
  return {
    search: (search: string) => change({ search, page: 1 }, 'typing'),
    filter: (column: AnyColumn, filter: Filter) => {
      const filters = { ...without(column), ...(!isEmptyFilter(filter) && { [column.id]: filter }) }
      change({ filters, page: 1 }, isTyped(filter) ? 'typing' : 'go')
    },
    removeFilter: (column: AnyColumn) => change({ filters: without(column), page: 1 }, 'go'),
    clearFilters: () => change({ filters: {}, page: 1 }, 'go'),
    clear: () => change({ search: '', filters: {}, page: 1 }, 'go'),
    pressHead: (column: string) => change({ sort: nextSort(state.sort, column), page: 1 }, 'go'),
    sort: (sort: Sort<string>) => change({ sort, page: 1 }, 'go'),
    toggleColumn: (id: string) =>
      show(
        state.visible.includes(id)
          ? state.visible.filter((one) => one !== id)
          : [...state.visible, id],
      ),
    showAllColumns: () => show(shape.columns.map(({ id }) => id)),
    resetColumns: () => show(initial.visible),
    setDensity: (density: Density) => {
      storeSettings(shape.name, { density })
      change({ density }, 'set')
    },
    goTo: (page: number) => change({ page }, 'turn'),
    setPageSize: (pageSize: number) => change({ pageSize, page: 1 }, 'go'),
    reset: () => {
      storeSettings(shape.name, { columns: null, density: null })
      change(initial, 'go')
    },
  }
}

type GridRows<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  searchKey: (row: Row) => string
  state: GridState
}

export type Page<Row> = {
  rows: readonly Row[]
  /** The page shown, from 1: the URL's, or the last page when the URL's does not exist. */
  number: number
  isLast: boolean
  /** "26" and "50" of "26–50 von 412". */
  from: number
  to: number
  total: number
}

/** The rows that pass search and filters, sorted: the rows of all pages, and the rows of the current page. */
function useGridRows<Row extends RowWithId>({
  columns,
  rows,
  searchKey,
  state: { search, filters, sort, page, pageSize },
}: GridRows<Row>): { found: readonly Row[]; page: Page<Row> } {
  // Search keys and ranks are computed once for a list, not on each key press.
  const keys = useMemo(() => rows.map(searchKey), [rows, searchKey])
  const rank = useMemo(() => {
    const column = columns.find(({ id }) => id === sort.column)
    return column && rankOf(column, rows, sort.direction)
  }, [columns, rows, sort.column, sort.direction])
  const passing = useMemo(() => {
    // Search and filters are prepared once, not for each row.
    const finds = search.trim() ? matcherOf(search) : null
    const tests = columns.flatMap((column) => {
      const filter = filters[column.id]
      const passes = filter && predicateOf(filter)
      return passes ? [(row: Row) => passes(column.value(row))] : []
    })
    const isTransient = (row: Row, index: number) =>
      (!finds || finds(keys[index] ?? '')) && tests.every((passes) => passes(row))
    return rows.flatMap((row, index) => (isTransient(row, index) ? [{ row, index }] : []))
  }, [columns, rows, keys, search, filters])
  const found = useMemo(() => {
    const sign = sort.direction === 'ascending' ? 1 : -1
    const inOrder = rank
      ? passing.toSorted((a, b) => sign * (rank(a.index) - rank(b.index)))
      : passing
    return inOrder.map(({ row }) => row)
  }, [passing, rank, sort.direction])
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize))
  const number = Math.min(page, pageCount)
  const before = (number - 1) * pageSize
  const shown = useMemo(() => found.slice(before, before + pageSize), [found, before, pageSize])
  return {
    found,
    page: {
      rows: shown,
      number,
      isLast: number === pageCount,
      from: before + 1,
      to: before + shown.length,
      total: found.length,
    },
  }
}

/**
 * The rank of each row among a column's values; empty values come last in both directions.
 * Comparing German names is slow, so it is done once per list and only for the sorted column.
 */
function rankOf<Row>(
  column: Column<Row>,
  rows: readonly Row[],
  direction: SortDirection,
): (index: number) => number {
  let ranks: readonly number[] | undefined
  return (index) => {
    ranks ??= ranksOf(
      rows.map((row) => sortValue(column, row) ?? ''),
      direction,
    )
    return ranks[index] ?? 0
  }
}

/** The rank of each value in the order of `direction`; "" stands for no value and always comes last. */
function ranksOf(values: readonly (string | number)[], direction: SortDirection): number[] {
  const inOrder = [...new Set(values)].filter((value) => value !== '').sort(compareValues)
  const ranks = new Map<string | number, number>()
  ranks.set('', direction === 'ascending' ? inOrder.length : -1)
  let rank = 0
  inOrder.forEach((value, index) => {
    const before = inOrder[index - 1]
    // Values that compare as equal, such as "1" and "01", share a rank.
    if (before !== undefined && compareValues(before, value) !== 0) rank = index
    ranks.set(value, rank)
  })
  return values.map((value) => ranks.get(value) ?? 0)
}

/** Of a long list with only the first rows loaded: the number of all rows, and a function that loads all. */
export type UnloadedRows = { total: number; load: () => void }

type Act = 'tick' | 'export' | 'workbook' | 'print'

/** Loads the other rows when `isNeeded`, and delays an act on all rows until they are loaded. */
export function useUnloadedRows(
  rest: UnloadedRows | null,
  isNeeded: boolean,
  acts: Readonly<Record<Act, () => void>>,
) {
  const [waiting, setWaiting] = useState<Act | null>(null)
  useEffect(() => {
    if (rest && (isNeeded || waiting)) rest.load()
    if (rest || !waiting) return
    setWaiting(null)
    acts[waiting]()
  })
  useEffect(() => {
    if (!rest) return
    // Ctrl+P waits for all rows too; the browser alone would print only those loaded.
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      setWaiting('print')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [rest])
  return { isWaiting: waiting !== null, withAll: setWaiting }
}
