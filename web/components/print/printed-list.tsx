import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { PrintHead } from './print-head.tsx'

type PrintedListProps = {
  title: string
  heads: readonly string[]
  /** Each with what names it, and its cells. */
  rows: readonly { id: number; cells: readonly string[] }[]
  /** What stands below it: how many there are. */
  foot: string
  /** The head of a first column of empty boxes. */
  tickOff?: string
  onPrinted: () => void
}

/** On paper alone, and alone on it: opens the browser's print dialog by itself. */
export function PrintedList({ title, heads, rows, foot, tickOff, onPrinted }: PrintedListProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is printed once.
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [])
  return createPortal(
    // web/styles/app.css: with it on the page nothing else is printed.
    <div data-slot="printed-list" className="hidden print:block">
      <PrintHead />
      <h1>{title}</h1>
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
