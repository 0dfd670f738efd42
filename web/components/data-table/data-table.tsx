import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import type { Sort } from '#web/lib/sort-rows.ts'
import { usePrinting } from '#web/lib/use-printing.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { csvFile } from '#worker/domain/csv.ts'
import { type AnyColumn, type Column, plainText, type RowWithId } from './column.ts'
import { sheetOf, writeWorkbook } from './excel-sheet.ts'
import { emptyFilter, type Filter, filterWords } from './filter.ts'
import { GridFoot } from './grid-foot.tsx'
import { GridTable } from './grid-table.tsx'
import { columnsLeftOut } from './paper.ts'
import { SelectionBar, useTicks } from './selection.tsx'
import { Toolbar } from './toolbar.tsx'
import { type Grid, type UnloadedRows, useGrid, useUnloadedRows } from './use-grid.ts'

type DataTableProps<Row> = {
  /** Accessible name of the section: "Mitglieder". */
  label: string
  /** The name of exported files without ending; left out = the label. */
  fileName?: string
  /** Key under which the browser stores columns and density; left out = not stored. */
  name?: string
  columns: readonly Column<Row>[]
  /** null while the rows are loading: the table shows placeholders. */
  rows: readonly Row[] | null
  /** The normalised text of a row that the search looks through. */
  searchKey: (row: Row) => string
  defaultSort: Sort<string>
  pageSizes?: readonly number[]
  /** A click on any cell follows the row's `RowLink`. */
  opens?: boolean
  /** Menu or buttons at the end of each row, not printed. Give the same function on each render: rows are memoised. */
  rowActions?: (row: Row) => ReactNode
  /**
   * Actions for several rows; makes rows selectable. `clear` ends the selection after an action.
   */
  acts?: (chosen: readonly Row[], clear: () => void) => ReactNode
  /** Heading of a printed column of empty boxes: "Dabei". */
  tickOff?: string
  /** The page has a print button of its own: "Liste drucken". */
  isPrintedElsewhere?: boolean
  /**
   * Shown above the toolbar. `found`: the rows of all pages that match; `isKnown`: all of them are loaded, and
   * the table shows the same rows.
   */
  head?: (found: readonly Row[], isKnown: boolean) => ReactNode
  /** The heading when no row matches: "Kein Mitglied gefunden". */
  nothingFound: string
  /** Given when `rows` are only the first rows in the order of `defaultSort`; null when `rows` are all rows. */
  rest?: UnloadedRows | null
}

/** The choices of rows per page for lists without their own (Spec §9, generic pagination). */
const usualPageSizes = [10, 25, 50, 100]

/** A grid whose columns, filters, sorting and page are in the URL. */
export function DataTable<Row extends RowWithId>({
  rows: known,
  pageSizes = usualPageSizes,
  rest = null,
  ...props
}: DataTableProps<Row>) {
  const list = useGrid({ ...props, rows: known, total: rest?.total, pageSizes })
  const { grid, shown, visible, found, catchUp } = list
  const isIncomplete = rest !== null && needsAll(list, props.defaultSort)
  const rows = isIncomplete ? null : known
  const page = rest
    ? { ...list.page, total: rest.total, isLast: list.page.to >= rest.total }
    : list.page
  const fileName = props.fileName ?? props.label
  const ticks = useTicks(found)
  const workbook = useWorkbook()
  const { withAll, isWaiting } = useUnloadedRows(rest, isIncomplete, {
    tick: ticks.all,
    export: () => exportRows(fileName, visible, found),
    workbook: () => void workbook.save(fileName, visible, found),
    print: () => window.print(),
  })
  const isChosen = props.acts !== undefined && ticks.chosen.length > 0
  const { card, rememberRow } = useRowFocus(rows !== null, isChosen)
  const isPrinting = usePrinting()
  const hasTickOff = props.tickOff !== undefined
  const { columns, leftOut } = useMemo(() => {
    const leftOut = columnsLeftOut(visible, hasTickOff)
    const columns = visible.map((column) =>
      leftOut.includes(column) ? ({ ...column, paper: false } as const) : column,
    )
    return { columns, leftOut }
  }, [visible, hasTickOff])
  return (
    <Card
      bleed
      ref={card}
      aria-label={props.label}
      onBlur={catchUp}
      onClickCapture={rememberRow}
      className="min-w-0"
    >
      {props.head?.(found, !isIncomplete)}
      <Toolbar
        grid={grid}
        onExport={rows && !isWaiting ? withAll : null}
        isWriting={workbook.isWriting}
        isPrintedElsewhere={props.isPrintedElsewhere ?? false}
      />
      {props.acts && (
        <SelectionBar
          count={ticks.chosen.length}
          total={page.total}
          onAll={() => withAll('tick')}
          onClear={ticks.clear}
          range={ticks.range}
        >
          {isChosen && props.acts(ticks.chosen, ticks.clear)}
        </SelectionBar>
      )}
      {workbook.hasFailed && (
        <Failure
          className="mx-4 my-3"
          failure={{ type: 'UnknownError' }}
          message="Die Excel-Datei konnte nicht geschrieben werden"
          detail="Nimm so lange „Export“ daneben."
        />
      )}
      <FilterChips grid={grid} />
      <PaperNote grid={grid} leftOut={leftOut} />
      {rest && (
        <p className="mb-[2mm] hidden print:block">
          Hier stehen die ersten {found.length} von {rest.total}. „Drucken“ über der Liste druckt
          alle.
        </p>
      )}
      {rows ? (
        <GridTable
          columns={columns}
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

/** Whether the table needs all rows: for a search, a filter, another order or a page beyond the loaded rows. */
function needsAll(
  { shown, found }: Pick<ReturnType<typeof useGrid>, 'shown' | 'found'>,
  { column, direction }: Sort<string>,
): boolean {
  const { search, filters, sort, page, pageSize } = shown
  const isSorted = sort.column === column && sort.direction === direction
  const isOf = search.trim() !== '' || Object.keys(filters).length > 0
  return isOf || !isSorted || page * pageSize > found.length
}

/** Saves the visible columns and the filtered rows as a CSV file. */
function exportRows<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  const text = csvFile(
    columns.map(({ header }) => header),
    rows.map((row) => columns.map((column) => plainText(column, row))),
  )
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}

/** Saves the visible columns and filtered rows as an Excel file; the specification asks only for the CSV file. */
function useWorkbook() {
  const [state, setState] = useState<'idle' | 'writing' | 'failed'>('idle')
  async function save<Row>(
    name: string,
    columns: readonly Column<Row>[],
    rows: readonly Row[],
  ): Promise<void> {
    setState('writing')
    try {
      saveFile(await writeWorkbook(sheetOf(columns, rows)), `${name}.xlsx`)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { save, isWriting: state === 'writing', hasFailed: state === 'failed' }
}

type PaperNoteProps = { grid: Grid; leftOut: readonly AnyColumn[] }

/**
 * On paper: the search and filters of the list, and the columns for which the paper has no room, which the screen
 * names as well.
 */
function PaperNote({ grid: { columns, state }, leftOut }: PaperNoteProps) {
  const search = state.search.trim()
  const filters = columns
    .filter(({ id }) => state.filters[id])
    .map((column) => {
      const filter = state.filters[column.id] ?? emptyFilter(column.kind)
      return `${column.header}: ${filterWords(column, filter)}`
    })
  const missing = leftOut.map(({ header }) => header).join(', ')
  const notes = [
    ...(search ? [`Suche: ${search}`] : []),
    ...filters,
    ...(missing ? [`Nicht auf dem Blatt, weil der Platz fehlt: ${missing}`] : []),
  ]
  if (notes.length === 0) return null
  return (
    <>
      <p className="mb-[2mm] hidden print:block">{notes.join(' · ')}</p>
      {missing && (
        <p className="border-b px-6 py-2 text-muted-foreground text-sm max-md:px-4 print:hidden">
          Beim Drucken fehlen, weil das Blatt zu schmal ist: {missing}
        </p>
      )}
    </>
  )
}

/** Shown when no row matches search and filters. */
function NothingFound({ title, grid }: { title: string; grid: Grid }) {
  const { state, act } = grid
  const search = state.search.trim()
  const isFiltered = Object.keys(state.filters).length > 0
  const words = search && isFiltered ? both : isFiltered ? filters : searchOnly
  return (
    <Empty title={title} level="h2" action={<Button onClick={act.clear}>{words.button}</Button>}>
      {words.text(search)}
    </Empty>
  )
}

const both = {
  text: (search: string) => `Zur Suche „${search}“ mit diesen Filtern passt kein Eintrag.`,
  button: 'Suche und Filter leeren',
}
const filters = { text: () => 'Zu diesen Filtern passt kein Eintrag.', button: 'Filter leeren' }
const searchOnly = {
  text: (search: string) => `Zur Suche „${search}“ passt kein Eintrag.`,
  button: 'Suche leeren',
}

/** The active filters, each with a button that removes it. */
function FilterChips({ grid: { columns, state, act } }: { grid: Grid }) {
  const active = columns.filter(({ id }) => state.filters[id])
  if (active.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-3 print:hidden">
      <ul aria-label="Filter" className="contents">
        {active.map((column) => (
          <Chip
            key={column.id}
            column={column}
            filter={state.filters[column.id] ?? emptyFilter(column.kind)}
            onRemove={() => act.removeFilter(column)}
          />
        ))}
      </ul>
      {active.length > 1 && (
        <Button variant="ghost" size="sm" onClick={act.clearFilters}>
          Alle Filter entfernen
        </Button>
      )}
    </div>
  )
}

type ChipProps = { column: AnyColumn; filter: Filter; onRemove: () => void }

function Chip({ column, filter, onRemove }: ChipProps) {
  return (
    <li className="inline-flex min-h-8 items-center gap-1.5 rounded-md bg-secondary-soft ps-3 pe-1.5 text-secondary-soft-foreground text-sm max-md:min-h-11 forced-colors:border">
      <span>
        {column.header}: <b className="font-semibold">{filterWords(column, filter)}</b>
      </span>
      <button
        type="button"
        aria-label={`Filter ${column.header} entfernen`}
        data-hint={`Filter ${column.header} entfernen`}
        onClick={onRemove}
        className="grid size-6 place-items-center rounded-sm hover:bg-card max-md:size-9"
      >
        <X className="size-3.5 stroke-[2.5]" />
      </button>
    </li>
  )
}

/** The id of the row opened last, by path and history entry of its list. */
const openedRows = new Map<string, string>()

/**
 * Restores the focus: to the opened row on return to the list, and to the last ticked row when the
 * selection ends, since the pressed button disappears with the bar.
 */
function useRowFocus(isThere: boolean, isChosen: boolean) {
  const { key, pathname } = useLocation()
  const card = useRef<HTMLElement>(null)
  const place = `${pathname} ${key}`

  const arrivedAt = useRef<string | null>(place)
  useEffect(() => {
    if (!isThere || arrivedAt.current === null) return
    const rowId = openedRows.get(arrivedAt.current)
    arrivedAt.current = null
    const row = rowId && card.current?.querySelector(`tr[data-row="${rowId}"] a[data-row-link]`)
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  }, [isThere])

  const lastRowId = useRef<string | null>(null)
  const wasChosen = useRef(isChosen)
  useEffect(() => {
    const hasEnded = wasChosen.current && !isChosen
    wasChosen.current = isChosen
    if (!hasEnded || document.activeElement !== document.body) return
    const box = `tr[data-row="${lastRowId.current}"] input[data-row-tick]`
    const goal = card.current?.querySelector(box) ?? card.current?.querySelector('input')
    if (goal instanceof HTMLElement) goal.focus({ preventScroll: true })
  }, [isChosen])

  const rememberRow = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null
    if (!row?.dataset.row) return
    lastRowId.current = row.dataset.row
    openedRows.set(place, row.dataset.row)
  }
  return { card, rememberRow }
}
