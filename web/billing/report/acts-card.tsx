import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import type { ReportAct, ReportClaim } from '#worker/domain/fee-report.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'

type ActsCardProps = { title: string; acts: readonly ReportAct<ReportClaim>[] }

const heads = ['Mitglied', 'Tag', 'Betrag', 'Grund'] as const
/** So that both lists stand in line. */
const widths = { Mitglied: '30%', Tag: '14%', Betrag: '14%', Grund: undefined }

/** What somebody decided without money: whose fee, when, and why. Not there when there is none. */
export function ActsCard({ title, acts }: ActsCardProps) {
  if (acts.length === 0) return null
  return (
    <Card bleed>
      <CardHead id={title} title={title} tally={acts.length} className="print:py-0" />
      <Table size="sm" aria-labelledby={title}>
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableHeadCell key={head} numeric={head === 'Betrag'} style={{ width: widths[head] }}>
                {head}
              </TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {acts.map(({ claim, booking }) => (
            <TableRow key={booking.id}>
              <TableCell at="first">{listName(claim.member)}</TableCell>
              <TableCell at="second" className="whitespace-nowrap tabular-nums">
                {germanDate(booking.day)}
              </TableCell>
              <TableCell numeric at="right">
                {germanEuro(booking.amountInCent)}
              </TableCell>
              <TableCell
                at="below"
                before="Grund"
                className="wrap-anywhere whitespace-pre-line md:py-2"
              >
                {booking.note || '–'}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
