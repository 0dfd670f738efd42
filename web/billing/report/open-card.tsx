import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { oldestFirst } from '#worker/domain/fee-report.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'

const heads = ['Mitglied', 'Jahr', 'Zahler', 'Offen']

/** The claims of all years that are unbalanced today: open, or with a credit. */
export function OpenCard({ claims }: { claims: SectionQuery<FeeClaim[]> }) {
  const count = claims.data?.length ?? 0
  return (
    <Card bleed>
      <CardHead
        id="open"
        title="Offene Beiträge aller Jahre"
        tally={count > 0 && count}
        className="print:py-0"
      />
      <QuerySection
        query={claims}
        waiting={<TableSkeleton heads={heads} size="sm" />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(all) =>
          all.length > 0 ? (
            <OpenTable claims={oldestFirst(all)} />
          ) : (
            <p className="px-6 pb-6 text-muted-foreground max-md:px-4 max-md:pb-5 print:p-0">
              Es ist nichts offen.
            </p>
          )
        }
      </QuerySection>
    </Card>
  )
}

function OpenTable({ claims }: { claims: readonly FeeClaim[] }) {
  const sum = claims.reduce((total, { openInCent }) => total + openInCent, 0)
  return (
    <Table size="sm" aria-labelledby="open">
      <TableHead>
        <TableRow>
          {heads.map((head) => (
            <TableHeadCell
              key={head}
              numeric={head === 'Offen'}
              style={{ width: head === 'Mitglied' ? '40%' : undefined }}
            >
              {head}
            </TableHeadCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {claims.map(({ id, year, member, payer, openInCent }) => (
          <TableRow key={id}>
            <TableCell at="first">{listName(member)}</TableCell>
            <TableCell at="second" className="tabular-nums">
              {year}
            </TableCell>
            <TableCell
              {...(payer.id === member.id ? { at: 'nowhere' } : { at: 'below', before: 'Zahler' })}
            >
              {payer.id === member.id ? '–' : listName(payer)}
            </TableCell>
            <TableCell numeric at="right">
              {germanEuro(openInCent)}
              {openInCent < 0 && ' (Guthaben)'}
            </TableCell>
          </TableRow>
        ))}
        <TableRow>
          <TableCell at="first" className="font-semibold">
            Zusammen
          </TableCell>
          <TableCell at="nowhere" />
          <TableCell at="nowhere" />
          <TableCell numeric at="right" className="font-semibold">
            {germanEuro(sum)}
          </TableCell>
        </TableRow>
      </TableBody>
    </Table>
  )
}
