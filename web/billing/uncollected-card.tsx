import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { usePrinting } from '#web/lib/use-printing.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  OpenCell,
  OpenHead,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { listName } from '#worker/domain/names.ts'
import { type FeeGridRow, hasDataProblem } from './fee-rows.ts'
import { feeText } from './fee-text.ts'

const firstFew = 8

/** Members whom the file leaves out, each with the reason and what can be corrected. */
export function UncollectedCard({ rows }: { rows: readonly FeeGridRow[] }) {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  const all = rows
    .filter((row) => row.obstacle !== null && row.amountInCent !== 0)
    .toSorted((a, b) => Number(hasDataProblem(b)) - Number(hasDataProblem(a)))
  const shown = isOpen || isPrinting ? all : all.slice(0, firstFew)
  return (
    <Card bleed>
      <CardHead id="uncollected" title="Nicht einziehbar" tally={all.length > 0 && all.length} />
      <p className="max-w-[62ch] px-6 pb-3 text-muted-foreground max-md:px-4 print:px-0">
        {all.length > 0
          ? 'Diese Beiträge kommen nicht in die SEPA-Datei.'
          : 'Die SEPA-Datei enthält alle Beiträge.'}
      </p>
      {all.length > 0 && <UncollectedTable rows={shown} />}
      {shown.length < all.length && (
        <div className="border-t px-6 py-2 max-md:px-4">
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
            Alle {all.length} zeigen
          </Button>
        </div>
      )}
    </Card>
  )
}

function UncollectedTable({ rows }: { rows: readonly FeeGridRow[] }) {
  return (
    <Table size="sm" aria-labelledby="uncollected">
      <TableHead>
        <TableRow>
          <TableHeadCell style={{ width: '32%' }}>Name</TableHeadCell>
          <TableHeadCell numeric style={{ width: '8rem' }}>
            Beitrag
          </TableHeadCell>
          <TableHeadCell>Was fehlt</TableHeadCell>
          <OpenHead />
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.memberId} opens>
            <TableCell at="first">
              <RowLink to={paths.member(row.memberId)}>{listName(row)}</RowLink>
            </TableCell>
            <TableCell numeric at="right">
              {feeText(row)}
            </TableCell>
            <TableCell at="second">
              <Obstacle row={row} />
            </TableCell>
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Obstacle({ row }: { row: FeeGridRow }) {
  if (!hasDataProblem(row)) return <span className="text-muted-foreground">{row.obstacle}</span>
  return (
    <span className="inline-flex items-start gap-1.5 text-warning-soft-foreground print:text-inherit">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      {row.obstacle}
    </span>
  )
}
