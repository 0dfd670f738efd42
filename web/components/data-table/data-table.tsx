import type { ReactNode } from 'react'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import type { Sort } from '#web/lib/sort-rows.ts'
import { usePrinting } from '#web/lib/use-printing.ts'
import { Card } from '#web/ui/card.tsx'
import type { Column, RowWithId } from './column.ts'
import { exportRows } from './export-rows.ts'
import { FilterChips } from './filter-chips.tsx'
import { GridFoot } from './grid-foot.tsx'
import { GridTable } from './grid-table.tsx'
import { NothingFound } from './nothing-found.tsx'
import { PaperNote } from './paper-note.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Toolbar } from './toolbar.tsx'
import { useGrid } from './use-grid.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useTicks } from './use-ticks.ts'

type DataTableProps<Row> = {
  /** Names the section: "Mitglieder". */
  label: string
  /** Under it this browser remembers the columns chosen and the density; left out, it does not. */
  name?: string
  columns: readonly Column<Row>[]
  /** null while they are on their way. */
  rows: readonly Row[] | null
  /** All of a row that the search looks through, normalised. */
  searchKey: (row: Row) => string
  defaultSort: Sort<string>
  pageSizes?: readonly number[]
  /** A click on any cell follows the `RowLink` that one of the cells holds. */
  opens?: boolean
  /** Menu or buttons at the end of each row; on the screen alone. Made once, not for each draw. */
  rowActions?: (row: Row) => ReactNode
  /** What can be done with several rows: they can be ticked then. `clear` ends the ticks, after it was done. */
  acts?: (chosen: readonly Row[], clear: () => void) => ReactNode
  /** The head of a column of empty boxes, on paper alone: "Dabei". */
  tickOff?: string
  /** Whoever draws the table has a button that prints it: "Busliste drucken". */
  isPrintedElsewhere?: boolean
  /** Above the toolbar, from the rows of all pages. */
  head?: (found: readonly Row[]) => ReactNode
  /** "Kein Mitglied gefunden" */
  nothingFound: string
}

/** Spec §9, generic pagination. */
const usualPageSizes = [10, 25, 50, 100]

/** A grid. Its columns, filters, sorting and page stand in the address. */
export function DataTable<Row extends RowWithId>({
  rows,
  pageSizes = usualPageSizes,
  ...props
}: DataTableProps<Row>) {
  const { grid, shown, visible, found, page, catchUp } = useGrid({ ...props, rows, pageSizes })
  const ticks = useTicks(found)
  const isChosen = props.acts !== undefined && ticks.chosen.length > 0
  const { card, rememberRow } = useRowFocus(rows !== null, isChosen)
  const isPrinting = usePrinting()
  return (
    <Card
      bleed
      ref={card}
      aria-label={props.label}
      onBlur={catchUp}
      onClickCapture={rememberRow}
      className="min-w-0"
    >
      {props.head?.(found)}
      {props.acts && (
        <SelectionBar
          count={ticks.chosen.length}
          total={found.length}
          onAll={ticks.all}
          onClear={ticks.clear}
        >
          {isChosen && props.acts(ticks.chosen, ticks.clear)}
        </SelectionBar>
      )}
      {!isChosen && (
        <Toolbar
          grid={grid}
          onExport={rows && (() => exportRows(visible, found))}
          isPrintedElsewhere={props.isPrintedElsewhere ?? false}
        />
      )}
      <FilterChips grid={grid} />
      <PaperNote grid={grid} />
      {rows ? (
        <GridTable
          columns={visible}
          rows={isPrinting ? found : page.rows}
          state={shown}
          opens={props.opens ?? false}
          rowActions={props.rowActions}
          tickOff={props.tickOff}
          ticks={props.acts ? ticks : null}
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
