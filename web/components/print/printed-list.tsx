import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { wholeTimes } from '#web/lib/whole-times.ts'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { PrintHead } from './print-head.tsx'

type PrintedListProps = {
  title: string
  /** Lines below the title, such as when and where the parade begins. */
  lines?: readonly string[]
  heads: readonly string[]
  /** The rows with their cells; `id` is the key. */
  rows: readonly { id: number; cells: readonly ReactNode[] }[]
  /** Text below the list: the number of rows. */
  foot: string
  /** The heading of an additional first column with empty boxes to tick; left out, there is none. */
  tickOff?: string
  onPrinted: () => void
}

/** A list that is only printed, without the rest of the page; opens the print dialog when rendered. */
export function PrintedList({
  title,
  lines = [],
  heads,
  rows,
  foot,
  tickOff,
  onPrinted,
}: PrintedListProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is printed once.
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [])
  return createPortal(
    // While an element with this `data-slot` is on the page, web/styles/app.css prints nothing else.
    <div data-slot="printed-list" className="hidden print:block">
      <PrintHead />
      <h1>{title}</h1>
      {lines.map((line) => (
        <p key={line}>{wholeTimes(line)}</p>
      ))}
      <Table size="sm">
        <TableHead>
          <TableRow>
            {tickOff && <TableHeadCell>{tickOff}</TableHeadCell>}
            {heads.map((head) => (
              <TableHeadCell key={head}>{head}</TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ id, cells }) => (
            <TableRow key={id}>
              {tickOff && (
                <TableCell>
                  <span className="inline-block size-[4mm] border border-black" />
                </TableCell>
              )}
              {heads.map((head, index) => (
                <TableCell key={head}>{cells[index]}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <p className="mt-[4mm]">{foot}</p>
    </div>,
    document.body,
  )
}
