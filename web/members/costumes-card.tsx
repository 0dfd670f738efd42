import type { Loaded } from '#web/lib/use-loaded.ts'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { type CostumeOfMember, costumesNotLoaded } from './member.api.ts'
import { SectionCard } from './section-card.tsx'

const heads = ['Nummer', 'Kleidertyp', 'Von', 'Bis']

export function CostumesCard({ costumes }: { costumes: Loaded<CostumeOfMember[]> }) {
  return (
    <SectionCard
      title="Kleider"
      rows={costumes}
      notLoaded={costumesNotLoaded}
      heads={heads}
      empty="Noch kein Kleid."
    >
      {(rows) => (
        <Table size="sm" phone="flow">
          <TableHead>
            <TableRow>
              {heads.map((head) => (
                <TableHeadCell key={head}>{head}</TableHeadCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              // A costume may have come back to the same member.
              <CostumeRow key={`${row.id} ${row.ownedFrom} ${row.ownedTo}`} row={row} />
            ))}
          </TableBody>
        </Table>
      )}
    </SectionCard>
  )
}

function CostumeRow({ row }: { row: CostumeOfMember }) {
  return (
    <TableRow>
      <TableCell className="font-semibold tabular-nums">{row.number}</TableCell>
      <TableCell>{row.type.name}</TableCell>
      <TableCell className="tabular-nums">{germanDate(row.ownedFrom)}</TableCell>
      <TableCell before="–" className="tabular-nums max-md:-ms-2">
        {row.ownedTo ? germanDate(row.ownedTo) : 'heute'}
      </TableCell>
    </TableRow>
  )
}
