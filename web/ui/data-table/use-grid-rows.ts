import {
  type ColumnDef,
  columnFilteringFeature,
  constructFilterFn,
  createFilteredRowModel,
  globalFilteringFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { sortRows } from '#web/lib/sort-rows.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { type Column, type RowWithId, sortValue } from './column.ts'
import { testOf } from './filter.ts'
import type { GridState } from './grid-state.ts'

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
})
type Features = typeof features

type GridRows<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  searchKey: (row: Row) => string
  state: GridState
}

/** The rows that pass search and filters, in their order: those of all pages. */
export function useGridRows<Row extends RowWithId>(grid: GridRows<Row>): readonly Row[] {
  const { columns, rows, searchKey, state } = grid
  // Both are made once per list, not once per key pressed.
  const keys = useMemo(() => new Map(rows.map((row) => [row, searchKey(row)])), [rows, searchKey])
  const data = useSorted(grid)
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const columnFilters = useMemo(
    () => Object.entries(state.filters).map(([id, value]) => ({ id, value })),
    [state.filters],
  )
  const table = useTable<Features, Row>({
    features,
    columns: definitions,
    data,
    getRowId: ({ id }) => String(id),
    // The key holds all of a row that is looked through: one column asks it for all.
    getColumnCanGlobalFilter: ({ id }) => id === columns[0]?.id,
    globalFilterFn: (row, _column, wanted) => keys.get(row.original)?.includes(wanted) ?? false,
    state: { columnFilters, globalFilter: normaliseName(state.search) },
  })
  const { rows: found } = table.getFilteredRowModel()
  return useMemo(() => found.map((row) => row.original), [found])
}

/** Sorted before it is searched: comparing German names costs more than finding them. */
function useSorted<Row>({ columns, rows, state }: GridRows<Row>): readonly Row[] {
  const { sort } = state
  return useMemo(() => {
    const column = columns.find(({ id }) => id === sort.column)
    return column ? sortRows(rows, (row) => sortValue(column, row), sort.direction) : rows
  }, [columns, rows, sort.column, sort.direction])
}

function definitionOf<Row extends RowWithId>(column: Column<Row>): ColumnDef<Features, Row> {
  return { id: column.id, accessorFn: column.value, filterFn: passes }
}

// What the filter asks is worked out once, not for each row.
const passes = constructFilterFn({
  filter: (value: string | null, test: ReturnType<typeof testOf>) => test(value),
  resolveFilterValue: testOf,
})
