import { Fragment } from 'react'
import { Link } from 'react-router'
import { germanCount } from '#web/lib/german-count.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import type { AssemblyReport } from '#worker/assembly/assembly.contract.ts'
import { fullName } from '#worker/domain/names.ts'

type Active = AssemblyReport['mostActive']

const heads = [
  { title: 'Platz', width: '12%' },
  { title: 'Sprünge', width: '14%', numeric: true },
  { title: 'Mitglied' },
]

/** The ten with the most Sprünge of the year; whoever has as many shares the place. */
export function ActiveCard({ report: { mostActive } }: { report: AssemblyReport }) {
  if (mostActive.length === 0) return null
  return (
    <Card bleed>
      <CardHead id="active" title="Die Aktivsten" className="print:py-0" />
      <Table
        size="sm"
        aria-labelledby="active"
        className="print:[&_:is(th,td)]:py-[0.35mm]! print:[&_td]:text-[8pt]! print:[&_td]:leading-[1.3]!"
      >
        <TableHead>
          <TableRow>
            {heads.map(({ title, width, numeric = false }) => (
              <TableHeadCell key={title} numeric={numeric} style={{ width }}>
                {title}
              </TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {placesOf(mostActive).map(({ place, jumps, members }) => (
            <TableRow key={jumps}>
              <TableCell at="second" className="tabular-nums">
                <span className="md:hidden print:hidden">Platz </span>
                {place}
              </TableCell>
              <TableCell numeric at="right">
                {germanCount(jumps)}
                <span className="md:hidden print:hidden">
                  {jumps === 1 ? ' Sprung' : ' Sprünge'}
                </span>
              </TableCell>
              <TableCell at="first" className="md:py-2">
                {members.map((member, index) => (
                  <Fragment key={member.id}>
                    {index > 0 && ', '}
                    <Link to={paths.member(member.id)}>{fullName(member)}</Link>
                  </Fragment>
                ))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

/** Each number of Sprünge with its place, of which there are as many as share it: 1, 2, 2, 4. */
function placesOf(active: Active) {
  return [...Map.groupBy(active, ({ jumps }) => jumps)].map(([jumps, rows]) => ({
    place: active.findIndex((row) => row.jumps === jumps) + 1,
    jumps,
    members: rows.map(({ member }) => member),
  }))
}
