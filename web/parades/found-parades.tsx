import { useQuery } from '@tanstack/react-query'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { foundParadesQuery } from '#web/data/parades.ts'
import { paths } from '#web/paths.ts'
import { Empty } from '#web/ui/empty.tsx'
import {
  OpenCell,
  OpenHeads,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableRow,
} from '#web/ui/table.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { FoundParade } from '#worker/parades/parades.contract.ts'

const heads = ['Beschreibung', 'Gastgeber', 'Datum']

/** What the search for hosts found, newest first. */
export function FoundParades({ search }: { search: string }) {
  const found = useQuery(foundParadesQuery(search))
  return (
    <div className="border-t">
      <div role="status">{found.data && <FoundHead count={found.data.length} />}</div>
      <QuerySection
        query={found}
        waiting={<TableSkeleton heads={heads} />}
        className="m-6 max-md:m-4"
      >
        {(parades) =>
          parades.length > 0 ? <FoundTable parades={parades} /> : <NothingFound search={search} />
        }
      </QuerySection>
    </div>
  )
}

function FoundHead({ count }: { count: number }) {
  return (
    <h2 className="px-6 pt-5 pb-2 max-md:px-4">
      {count === 1 ? '1 Umzug gefunden' : `${count} Umzüge gefunden`}
    </h2>
  )
}

function FoundTable({ parades }: { parades: readonly FoundParade[] }) {
  return (
    <Table stickyHead>
      <OpenHeads heads={heads} />
      <TableBody>
        {parades.map((parade) => (
          <TableRow key={parade.id} opens>
            <TableCell at="first">
              <RowLink to={paths.parade(parade.id)}>{parade.title}</RowLink>
              <CancelledBadge of={parade} />
            </TableCell>
            <TableCell at="nowhere">{parade.host}</TableCell>
            <TableCell at="second" className="tabular-nums md:whitespace-nowrap">
              {germanDateWithWeekday(parade.date)}
              <span className="md:hidden print:hidden"> · {parade.host}</span>
            </TableCell>
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function NothingFound({ search }: { search: string }) {
  return (
    <Empty title="Kein Umzug gefunden">
      {`Zur Suche „${search}“ passt kein Gastgeber. Versuche es mit einem Teil des Namens.`}
    </Empty>
  )
}
