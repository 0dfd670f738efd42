import { useDeferredValue, useMemo } from 'react'
import type { Sort } from '#web/lib/sort-rows.ts'
import type { Column, RowWithId } from './column.ts'
import { gridActions } from './grid-actions.ts'
import { useGridRows } from './use-grid-rows.ts'
import { useGridState } from './use-grid-state.ts'

type GridData<Row> = {
  name?: string | undefined
  columns: readonly Column<Row>[]
  rows: readonly Row[] | null
  searchKey: (row: Row) => string
  defaultSort: Sort<string>
  pageSizes: readonly number[]
}

const noRows: never[] = []

/** How a grid is set, what can be done to it, and what it shows of its rows. */
export function useGrid<Row extends RowWithId>({ rows, searchKey, ...shape }: GridData<Row>) {
  const { columns, pageSizes } = shape
  const { state, change, catchUp } = useGridState(shape)
  const grid = { columns, pageSizes, state, act: gridActions(state, shape, change) }
  // What is typed is drawn at once, its rows when there is time.
  const shown = useDeferredValue(state)
  const list = useGridRows({ columns, rows: rows ?? noRows, searchKey, state: shown })
  const visible = useMemo(
    () => columns.filter(({ id }) => shown.visible.includes(id)),
    [columns, shown.visible],
  )
  return { grid, shown, visible, ...list, catchUp }
}
