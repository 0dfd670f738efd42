import { cn } from '#web/lib/cn.ts'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'

export type ComparedRow = {
  /** Where a label may be there twice. */
  id?: string
  label: string
  year: string
  before: string
  difference: string
  /** It sums up what stands above it. */
  isResult?: boolean
}

type ComparedTableProps = {
  /** What the rows are, and the two years. */
  heads: readonly [what: string, year: string, before: string]
  rows: readonly ComparedRow[]
  'aria-labelledby': string
}

/** Headings of such a table, also while it is waited for. */
export const comparedHeads = (heads: ComparedTableProps['heads']) => [...heads, 'Unterschied']

/** Figures of a year beside those of the year before. The columns of all of them stand in line. */
export function ComparedTable({ heads, rows, ...rest }: ComparedTableProps) {
  const [, , beforeHead] = heads
  return (
    <Table size="sm" className="print:[&_:is(th,td)]:py-[0.35mm]!" {...rest}>
      <TableHead>
        <TableRow>
          {comparedHeads(heads).map((head, column) => (
            <TableHeadCell
              key={head}
              numeric={column > 0}
              style={{ width: column > 0 ? '18%' : undefined }}
            >
              {/* The card's own heading says it to those who see. */}
              {column > 0 ? head : <span className="sr-only">{head}</span>}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ id, label, year, before, difference, isResult = false }) => (
          <TableRow key={id ?? label}>
            <TableCell at="first" className={cn(isResult && 'font-semibold')}>
              {label}
            </TableCell>
            <TableCell numeric at="rightTop" className={cn(isResult && 'font-semibold')}>
              {year}
            </TableCell>
            <TableCell numeric at="second" className={cn(isResult && 'md:font-semibold')}>
              <span className="md:hidden print:hidden">{beforeHead}: </span>
              {before}
            </TableCell>
            <TableCell numeric at="rightBottom" className="text-muted-foreground">
              {difference}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
