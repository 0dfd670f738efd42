import type { SectionQuery } from '#web/components/query-section.tsx'
import type { CostumeOfMember } from '#web/data/members.ts'
import { isOwnedOn } from '#web/lib/is-owned-on.ts'
import { paths } from '#web/paths.ts'
import {
  OpenCell,
  OpenHeads,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableRow,
} from '#web/ui/table.tsx'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { SectionCard } from './section-card.tsx'

const heads = ['Nummer', 'Kleidertyp', 'Von', 'Bis']

type CostumesCardProps = { costumes: SectionQuery<CostumeOfMember[]>; today: Day }

export function CostumesCard({ costumes, today }: CostumesCardProps) {
  return (
    <SectionCard title="Kleider" rows={costumes} heads={heads} empty="Noch kein Kleid.">
      {(rows) => (
        <Table size="sm">
          <OpenHeads heads={heads} />
          <TableBody>
            {wornFirst(rows, today).map((row) => (
              // A costume may have come back to the same member.
              <CostumeRow key={`${row.id} ${row.ownedFrom} ${row.ownedTo}`} row={row} />
            ))}
          </TableBody>
        </Table>
      )}
    </SectionCard>
  )
}

function wornFirst(rows: readonly CostumeOfMember[], today: Day): CostumeOfMember[] {
  return [
    ...rows.filter((row) => isOwnedOn(today, row)),
    ...rows.filter((row) => !isOwnedOn(today, row)),
  ]
}

// On the phone the days follow the type.
function CostumeRow({ row }: { row: CostumeOfMember }) {
  const from = germanDate(row.ownedFrom)
  const to = row.ownedTo ? germanDate(row.ownedTo) : 'heute'
  return (
    <TableRow opens>
      <TableCell at="first" className="tabular-nums">
        <RowLink to={paths.costume(row.id)} aria-label={`Kleid ${row.number}`}>
          {row.number}
        </RowLink>
      </TableCell>
      <TableCell at="second">
        {row.type.name}
        <span className="tabular-nums md:hidden print:hidden">{` · ${from} – ${to}`}</span>
      </TableCell>
      <TableCell at="nowhere" className="whitespace-nowrap tabular-nums">
        {from}
      </TableCell>
      <TableCell at="nowhere" className="whitespace-nowrap tabular-nums">
        {to}
      </TableCell>
      <OpenCell />
    </TableRow>
  )
}
