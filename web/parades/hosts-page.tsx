import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { CancelledBadge } from '#web/components/cancelled-badge.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { foundParadesQuery } from '#web/data/parades.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SearchInput } from '#web/ui/input.tsx'
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

export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams.get('search')?.trim() ?? ''
  if (search) prefetch(foundParadesQuery(search))
  return { search }
}

export function HostsPage() {
  const { search } = useLoaderData<typeof loader>()
  return (
    <Wrap>
      <PageHead back={{ to: paths.parades, label: 'Umzüge' }} title="Gastgeberzunft-Suche" />
      <Card bleed>
        <SearchForm key={`form of ${search}`} search={search} />
        {search && <FoundParades key={search} search={search} />}
      </Card>
    </Wrap>
  )
}

/** The address keeps the search, for bookmarks and the back link. */
function SearchForm({ search }: { search: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search)
  const wanted = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted) void navigate({ search: `?${new URLSearchParams({ search: wanted })}` })
  }
  return (
    <form noValidate onSubmit={submit} className="flex gap-3 p-4 max-md:flex-col md:px-6">
      <SearchInput
        name="search"
        aria-label="Gastgeber oder Ort"
        placeholder="Gastgeber oder Ort"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        wrapperClassName="md:w-100"
      />
      <Button type="submit" variant="primary" disabled={!wanted}>
        Suchen
      </Button>
    </form>
  )
}

const heads = ['Beschreibung', 'Gastgeber', 'Datum']

/** The parades found by host, newest first. */
function FoundParades({ search }: { search: string }) {
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
