import { Pencil } from 'lucide-react'
import { useId } from 'react'
import { MembershipStateLabel } from '#web/members/shared/membership-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { ageInWords, type FeeRule } from '#worker/domain/fees.ts'
import { germanEuro } from '#worker/domain/money.ts'

type FeeTableProps = {
  year: number
  rules: readonly FeeRule[]
  /** It is the one that counts this year. */
  isInForce: boolean
  /** null for those who only read. */
  onChange: (() => void) | null
}

export function FeeTable({ year, rules, isInForce, onChange }: FeeTableProps) {
  const id = useId()
  return (
    <div className="border-t first-of-type:border-t-0">
      <div className="flex min-h-12 items-center gap-3 pr-4 pl-6 max-md:pr-3 max-md:pl-4">
        <h3 id={id} className="flex flex-1 items-center gap-2">
          Ab {year} {isInForce && <Badge tone="green">gilt jetzt</Badge>}
        </h3>
        {onChange && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Beiträge ab ${year} ändern`}
            onClick={onChange}
          >
            <Pencil />
          </Button>
        )}
      </div>
      <Table size="sm" aria-labelledby={id}>
        <TableHead>
          <TableRow>
            <TableHeadCell style={{ width: '30%' }}>Status</TableHeadCell>
            <TableHeadCell>Alter</TableHeadCell>
            <TableHeadCell numeric style={{ width: '10rem' }}>
              Beitrag
            </TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rules.map((rule) => (
            <TableRow key={`${rule.state} ${rule.ageFrom}`}>
              <TableCell at="first">
                <MembershipStateLabel state={rule.state} />
              </TableCell>
              <TableCell at="second">{ageInWords(rule) || 'jedes'}</TableCell>
              <TableCell numeric at="right">
                {germanEuro(rule.amountInCent)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
