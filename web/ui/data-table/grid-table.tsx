import { memo, type ReactNode } from 'react'
import { cn } from '#web/ui/cn.ts'
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
import { useOverflow } from './use-overflow.ts'

type RowsProps<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  opens: boolean
  rowActions: ((row: Row) => ReactNode) | undefined
  tickOff: string | undefined
}

type GridTableProps<Row> = RowsProps<Row> & {
  state: GridState
  onSort: (column: string) => void
}

export function GridTable<Row extends RowWithId>({ state, onSort, ...rows }: GridTableProps<Row>) {
  const [box, isWider] = useOverflow()
  const isFull = rows.columns.length > 6
  return (
    // A head cannot stick to the window inside of something that scrolls by itself.
    <div ref={box} className={cn(isWider && 'relative overflow-x-auto print:overflow-visible')}>
      <Table stickyHead={!isWider} data-density={state.density} data-many={isFull || undefined}>
        <TableHead>
          <TableRow>
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
        <Rows {...rows} />
      </Table>
    </div>
  )
}

const Rows = memo(function Rows<Row extends RowWithId>({ columns, rows, ...ends }: RowsProps<Row>) {
  const { opens, rowActions, tickOff } = ends
  return (
    <TableBody>
      {rows.map((row) => (
        <TableRow key={row.id} opens={opens}>
          {columns.map((column) => (
            <Cell key={column.id} column={column} row={row} />
          ))}
          {opens && <OpenCell />}
          {rowActions && <ActionsCell>{rowActions(row)}</ActionsCell>}
          {tickOff && <TickOffCell />}
        </TableRow>
      ))}
    </TableBody>
  )
}) as <Row extends RowWithId>(props: RowsProps<Row>) => React.JSX.Element

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const text = plainText(column, row)
  return (
    <TableCell
      {...placeOf(column, text)}
      numeric={isNumeric(column)}
      className={cn(
        column.kind === 'date' && 'whitespace-nowrap tabular-nums',
        // Words of usual length stay whole: a table that is too wide for that scrolls.
        column.kind === 'text' && !column.width && 'md:min-w-36',
        column.kind === 'choice' && 'md:wrap-normal',
        offPaper(column.paper),
      )}
    >
      {column.cell ? column.cell(row) : text || '–'}
    </TableCell>
  )
}

/** A line of its own says what it holds; one without a value is left out on the phone. */
function placeOf<Row>({ phone, header }: Column<Row>, text: string) {
  if (phone) return { at: phone }
  return text ? { at: 'below' as const, before: header } : { at: 'nowhere' as const }
}

const onPaper = 'hidden print:table-cell'
const offPaper = (paper: false | undefined) => (paper === false ? 'print:hidden' : undefined)

/** For a pen. */
function TickOffCell() {
  return (
    <TableCell at="nowhere" className={onPaper}>
      <span className="block size-[4.5mm] border-[0.8pt] border-black" />
    </TableCell>
  )
}
