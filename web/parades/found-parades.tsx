import type { Result } from '#web/lib/result.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
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
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { FoundParade } from '#worker/parades/parades.contract.ts'
import { findHosts, hostsNotFound } from './parades.api.ts'

const heads = ['Beschreibung', 'Gastgeber', 'Datum']

type FoundParadesProps = { search: string; asked: Promise<Result<FoundParade[]>> }

/** What the search for hosts found, newest first. */
export function FoundParades({ search, asked }: FoundParadesProps) {
  const loaded = useLoaded(asked, () => findHosts(search))
  return (
    <div className="border-t">
      <div role="status">
        {loaded.result?.ok && <FoundHead count={loaded.result.data.length} />}
      </div>
      <WhenLoaded
        loaded={loaded}
        message={hostsNotFound}
        waiting={<TableSkeleton heads={heads} />}
        className="m-6 max-md:m-4"
      >
        {(parades) =>
          parades.length > 0 ? <FoundTable parades={parades} /> : <NothingFound search={search} />
        }
      </WhenLoaded>
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
        {parades.map(({ id, title, host, date }) => (
          <TableRow key={id} opens>
            <TableCell at="first">
              <RowLink to={paths.parade(id)}>{title}</RowLink>
            </TableCell>
            <TableCell at="nowhere">{host}</TableCell>
            <TableCell at="second" className="tabular-nums md:whitespace-nowrap">
              {germanDateWithWeekday(date)}
              <span className="md:hidden print:hidden"> · {host}</span>
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
