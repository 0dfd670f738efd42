import {
  type ColumnDef,
  columnFilteringFeature,
  constructFilterFn,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { SortDirection } from '#web/lib/sort-rows.ts'
import { matcherOf } from '#web/lib/word-search.ts'
import type { Column, RowWithId } from './column.ts'
import { testOf } from './filter.ts'
import type { GridState } from './grid-state.ts'
import { rankOf } from './rank-of.ts'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
})
type Features = typeof features

type GridRows<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  searchKey: (row: Row) => string
  state: GridState
}

export type Page<Row> = {
  rows: readonly Row[]
  /** From 1; an address may name a page that does not exist (any more). */
  number: number
  isLast: boolean
  /** "26" and "50" of "26–50 von 412". */
  from: number
  to: number
  total: number
}

/** The rows that pass search and filters, in their order: those of all pages, and those of one. */
export function useGridRows<Row extends RowWithId>({
  columns,
  rows,
  searchKey,
  state,
}: GridRows<Row>): { found: readonly Row[]; page: Page<Row> } {
  // Both are made once per list, not once per key pressed.
  const keys = useMemo(() => new Map(rows.map((row) => [row, searchKey(row)])), [rows, searchKey])
  const { direction } = state.sort
  const definitions = useMemo(
    () => columns.map((column) => definitionOf(column, rows, direction)),
    [columns, rows, direction],
  )
  const [pageCount, setPageCount] = useState(Number.POSITIVE_INFINITY)
  const number = Math.min(state.page, Math.max(1, pageCount))
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: ({ id }) => String(id),
    // The key holds all of a row that is looked through: one column asks it for all.
    getColumnCanGlobalFilter: ({ id }) => id === columns[0]?.id,
    globalFilterFn: (row, _column, finds: ReturnType<typeof matcherOf>) =>
      finds(keys.get(row.original) ?? ''),
    // The address says which page is shown.
    autoResetPageIndex: false,
    state: useTableState(state, number),
  })
  // Known only now: whoever asks for a page behind the last one gets the last one.
  const counted = table.getPageCount()
  if (counted !== pageCount) setPageCount(counted)
  const sorted = table.getPrePaginatedRowModel().rows
  const onPage = table.getRowModel().rows
  const found = useMemo(() => sorted.map(({ original }) => original), [sorted])
  const shown = useMemo(() => onPage.map(({ original }) => original), [onPage])
  const before = (number - 1) * state.pageSize
  const page = {
    rows: shown,
    number,
    isLast: !table.getCanNextPage(),
    from: before + 1,
    to: before + shown.length,
    total: table.getRowCount(),
  }
  return { found, page }
}

/** The grid's state in the table's own words. */
function useTableState({ search, filters, sort, pageSize }: GridState, page: number) {
  const columnFilters = useMemo(
    () => Object.entries(filters).map(([id, value]) => ({ id, value })),
    [filters],
  )
  const sorting = useMemo(
    () => [{ id: sort.column, desc: sort.direction === 'descending' }],
    [sort],
  )
  const pagination = useMemo(() => ({ pageIndex: page - 1, pageSize }), [page, pageSize])
  // What was typed is read once, not for each row.
  const globalFilter = useMemo(() => (search.trim() ? matcherOf(search) : undefined), [search])
  return { columnFilters, globalFilter, sorting, pagination }
}

function definitionOf<Row extends RowWithId>(
  column: Column<Row>,
  rows: readonly Row[],
  direction: SortDirection,
): ColumnDef<Features, Row> {
  const rank = rankOf(column, rows, direction)
  return {
    id: column.id,
    accessorFn: column.value,
    sortFn: (a, b) => rank(a.index) - rank(b.index),
    sortUndefined: false,
    filterFn: passes,
  }
}

// What the filter asks is worked out once, not for each row.
const passes = constructFilterFn({
  filter: (value: string | number | null, test: ReturnType<typeof testOf>) => test(value),
  resolveFilterValue: testOf,
})
