import { useDeferredValue, useMemo } from 'react'
import type { Sort } from '#web/lib/sort-rows.ts'
import { usePrinting } from '#web/lib/use-printing.ts'
import { Card } from '#web/ui/card.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import type { Column, RowWithId } from './column.ts'
import { exportRows } from './export-rows.ts'
import { FilterChips } from './filter-chips.tsx'
import { gridActions } from './grid-actions.ts'
import { GridFoot } from './grid-foot.tsx'
import { GridTable } from './grid-table.tsx'
import { NothingFound } from './nothing-found.tsx'
import { pageOf } from './page-of.ts'
import { Toolbar } from './toolbar.tsx'
import { useGridRows } from './use-grid-rows.ts'
import { useGridState } from './use-grid-state.ts'

type DataTableProps<Row> = {
  /** Names the section: "Mitglieder". */
  label: string
  columns: readonly Column<Row>[]
  /** null while they are on their way. */
  rows: readonly Row[] | null
  /** All of a row that the search looks through, normalised. */
  searchKey: (row: Row) => string
  defaultSort: Sort<string>
  pageSizes?: readonly number[]
  /** `search`: the search box alone. */
  toolbar?: 'full' | 'search'
  /** A click on any cell follows the `RowLink` that one of the cells holds. */
  opens?: boolean
  /** "Kein Mitglied gefunden" */
  nothingFound: string
}

/** Spec §9, generic pagination. */
const usualPageSizes = [10, 25, 50, 100]
const noRows: never[] = []

/** A grid. Its columns, filters, sorting and page stand in the address. */
export function DataTable<Row extends RowWithId>({
  columns,
  rows,
  searchKey,
  defaultSort,
  pageSizes = usualPageSizes,
  ...props
}: DataTableProps<Row>) {
  const shape = { columns, defaultSort, pageSizes }
  const { state, change, catchUp } = useGridState(shape)
  const grid = { columns, pageSizes, state, act: gridActions(state, shape, change) }
  // What is typed is drawn at once, its rows when there is time.
  const shown = useDeferredValue(state)
  const found = useGridRows({ columns, rows: rows ?? noRows, searchKey, state: shown })
  const visible = useMemo(
    () => columns.filter(({ id }) => shown.visible.includes(id)),
    [columns, shown.visible],
  )
  const page = useMemo(
    () => pageOf(found, shown.page, shown.pageSize),
    [found, shown.page, shown.pageSize],
  )
  const isPrinting = usePrinting()
  return (
    <Card bleed aria-label={props.label} onBlur={catchUp}>
      <Toolbar
        grid={grid}
        variant={props.toolbar ?? 'full'}
        onExport={rows && (() => exportRows(visible, found))}
      />
      <FilterChips grid={grid} />
      {rows ? (
        <GridTable
          columns={visible}
          rows={isPrinting ? found : page.rows}
          state={shown}
          opens={props.opens ?? false}
          onSort={grid.act.pressHead}
        />
      ) : (
        <TableSkeleton heads={visible.map(({ header }) => header)} />
      )}
      <div role="status">
        {rows && found.length === 0 && <NothingFound title={props.nothingFound} grid={grid} />}
      </div>
      {rows && found.length > 0 && <GridFoot grid={grid} page={page} />}
    </Card>
  )
}
