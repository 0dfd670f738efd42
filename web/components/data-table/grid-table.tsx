import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cn } from '#web/lib/cn.ts'
import {
  ActionsCell,
  ActionsHead,
  OpenCell,
  OpenHead,
  SortHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { type Column, isNumeric, plainText, type RowWithId } from './column.ts'
import type { GridState } from './grid-state.ts'
import { manyColumns } from './paper.ts'
import { HeadTick, RowTick, type Ticks } from './selection.tsx'

type RowParts<Row> = {
  columns: readonly Column<Row>[]
  opens: boolean
  rowActions: ((row: Row) => ReactNode) | undefined
  tickOff: string | undefined
}

type GridTableProps<Row> = RowParts<Row> & {
  rows: readonly Row[]
  state: GridState
  onSort: (column: string) => void
  /** The ticks of the rows; null in a list without actions for several rows. */
  ticks: Ticks<Row> | null
}

export function GridTable<Row extends RowWithId>(props: GridTableProps<Row>) {
  const { rows: shown, ticks, state, onSort, ...rows } = props
  const [box, isWider] = useOverflow()
  const isFull = rows.columns.length >= manyColumns
  const isWide = rows.columns.filter(({ paper }) => paper !== false).length >= manyColumns
  return (
    // The box scrolls only when the table is too wide: inside a scrolling box the head cannot stay at the window's top.
    <div ref={box} className={cn(isWider && 'relative overflow-x-auto print:overflow-visible')}>
      <Table
        stickyHead={!isWider}
        data-density={state.density}
        data-many={isFull || undefined}
        data-wide-paper={isWide || undefined}
      >
        <TableHead>
          <TableRow>
            {ticks && <TickHead rows={shown} ticks={ticks} />}
            {rows.columns.map((column) => (
              <SortHead
                key={column.id}
                label={column.header}
                direction={state.sort.column === column.id ? state.sort.direction : undefined}
                onSort={() => onSort(column.id)}
                numeric={isNumeric(column)}
                className={offPaper(column.paper)}
                style={isFull ? undefined : { width: column.width }}
              />
            ))}
            {rows.opens && <OpenHead />}
            {rows.rowActions && <ActionsHead />}
            {rows.tickOff && <TableHeadCell className={onPaper}>{rows.tickOff}</TableHeadCell>}
          </TableRow>
        </TableHead>
        <TableBody onKeyDown={moveThroughRows}>
          {shown.map((row) => (
            <GridRow
              key={row.id}
              row={row}
              isTicked={ticks?.isTicked(row) ?? false}
              onPress={ticks?.press}
              {...rows}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

type GridRowProps<Row> = RowParts<Row> & {
  row: Row
  isTicked: boolean
  onPress: Ticks<Row>['press'] | undefined
}

// Memoised, so that a tick renders only its own row.
const GridRow = memo(function GridRow<Row extends RowWithId>(props: GridRowProps<Row>) {
  const { row, columns, opens, rowActions, tickOff, isTicked, onPress } = props
  return (
    <TableRow opens={opens} data-row={row.id} data-ticked={isTicked || undefined}>
      {onPress && (
        <TableCell at="tick">
          <RowTick
            label={nameOf(columns, row)}
            checked={isTicked}
            onPress={(event) => onPress(row, event)}
          />
        </TableCell>
      )}
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} />
      ))}
      {opens && <OpenCell />}
      {rowActions && <ActionsCell>{rowActions(row)}</ActionsCell>}
      {tickOff && <TickOffCell />}
    </TableRow>
  )
}) as <Row extends RowWithId>(props: GridRowProps<Row>) => React.JSX.Element

function TickHead<Row extends RowWithId>(props: { rows: readonly Row[]; ticks: Ticks<Row> }) {
  const { rows, ticks } = props
  const count = rows.filter(ticks.isTicked).length
  return (
    <TableHeadCell data-at="tick">
      <HeadTick
        checked={count > 0 && count === rows.length}
        mixed={count > 0 && count < rows.length}
        onPress={() => ticks.pressAll(rows)}
      />
    </TableHeadCell>
  )
}

/** A row's name from its fixed columns ("Häußler Anna"), else from the first column. */
function nameOf<Row>(columns: readonly Column<Row>[], row: Row): string {
  const fixed = columns.filter((column) => column.fixed)
  return (fixed.length > 0 ? fixed : columns.slice(0, 1))
    .map((column) => plainText(column, row))
    .filter((text) => text !== '')
    .join(' ')
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const text = plainText(column, row)
  return (
    <TableCell
      {...placeOf(column, text)}
      numeric={isNumeric(column)}
      data-kind={column.kind}
      data-whole={(column.kind === 'text' && hasWholeWords(text)) || undefined}
      style={paperWidthOf(column)}
      className={cn(
        column.kind === 'date' && 'whitespace-nowrap tabular-nums',
        // Wide enough for words of usual length; if the columns do not fit, the list scrolls.
        column.kind === 'text' && !column.width && 'md:not-print:min-w-36',
        column.kind === 'choice' && 'md:wrap-normal',
        offPaper(column.paper),
      )}
    >
      {column.cell ? column.cell(row) : text || '–'}
    </TableCell>
  )
}

/** On paper words up to this length are never broken, and columns are as wide as they need. */
const longestWholeWord = 20
const hasWholeWords = (text: string) =>
  text.split(/[\s-]/).every((word) => word.length <= longestWholeWord)

/** Read by the styles of printed lists. The padding is not part of it. */
function paperWidthOf({ paperWidth }: { paperWidth?: number }): CSSProperties | undefined {
  return paperWidth === undefined
    ? undefined
    : ({ '--paper-width': `${paperWidth - 4}mm` } as CSSProperties)
}

/** The place of a cell on the phone. A column without a place gets a line with its name, or none without a value. */
function placeOf<Row>({ phone, header }: Column<Row>, text: string) {
  if (phone) return { at: phone }
  return text ? { at: 'below' as const, before: header } : { at: 'nowhere' as const }
}

const onPaper = 'hidden print:table-cell'
const offPaper = (paper: false | undefined) => (paper === false ? 'print:hidden' : undefined)

/** An empty box to tick with a pen. */
function TickOffCell() {
  return (
    <TableCell at="nowhere" className={onPaper}>
      <span className="block size-[4mm] border-[0.8pt] border-black" />
    </TableCell>
  )
}

/** Whether the content is wider than the element. */
function useOverflow(): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null)
  const [isWider, setWider] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWider(element.scrollWidth > element.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return [ref, isWider]
}

const rowStop = 'a[data-row-link], input[data-row-tick]'

/**
 * Arrows, Home and End move between rows, along the links or the boxes. On a link the space bar
 * ticks the row, with Shift the range from the row ticked before.
 */
function moveThroughRows(event: KeyboardEvent<HTMLElement>) {
  const { key, ctrlKey, metaKey, altKey, target } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return
  if (!target.matches(rowStop)) return
  if (key === ' ' && target.matches('a')) return tickRow(event, target)
  const kind = target.matches('a') ? 'a[data-row-link]' : 'input[data-row-tick]'
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(kind)]
  const goal = goalOf(key, stops, target)
  if (!goal) return
  event.preventDefault()
  goal.focus()
}

function goalOf(key: string, stops: readonly HTMLElement[], from: HTMLElement) {
  const at = stops.indexOf(from)
  if (key === 'ArrowDown') return stops[at + 1]
  if (key === 'ArrowUp') return stops[at - 1]
  if (key === 'Home') return stops[0]
  return key === 'End' ? stops.at(-1) : undefined
}

function tickRow(event: KeyboardEvent, link: Element) {
  const box = link.closest('tr')?.querySelector('input[data-row-tick]')
  if (!box) return
  event.preventDefault()
  const { shiftKey } = event
  box.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
}

/** On the down arrow in the search field, moves the focus to the first row. */
export function goToRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown') return
  const list = event.currentTarget.closest('section')
  const first = list?.querySelector<HTMLElement>('a[data-row-link]')
  if (!first) return
  event.preventDefault()
  first.focus()
}
