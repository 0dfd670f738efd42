import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { costumesQuery, costumeTypesQuery } from '#web/data/costumes.ts'
import { viewsQuery } from '#web/data/views.ts'
import { prefetch } from '#web/lib/query.ts'
import { costumeSearchText } from '#web/lib/search-texts.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { sortRows } from '#web/lib/sort-rows.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SavedViews, wholeList } from '#web/views/saved-views.tsx'
import type { CostumeRow } from '#worker/costumes/costumes.contract.ts'
import { CostumeActs } from './costume-acts.tsx'
import { costumeColumns } from './costume-columns.tsx'
import { CostumeTypesCard } from './costume-types-card.tsx'

export function loader() {
  prefetch(costumesQuery, costumeTypesQuery, viewsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

export function CostumesPage() {
  const costumes = useQuery(costumesQuery)
  const types = useQuery(costumeTypesQuery)
  const mayWrite = hasRole(useUser(), 'management')
  return (
    <Wrap>
      <PrintHead />
      <PageHead title="Kleider" actions={mayWrite && <CreateLink />} />
      <SavedViews grid="costumes" builtIn={wholeList} />
      <div className="grid gap-6 *:min-w-0">
        <CostumesGrid costumes={costumes} mayWrite={mayWrite} />
        <CostumeTypesCard types={types} costumes={costumes.data ?? null} />
      </div>
    </Wrap>
  )
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.costumeCreate}>+ Kleid Anlegen</Link>
    </Button>
  )
}

type CostumesGridProps = { costumes: SectionQuery<CostumeRow[]>; mayWrite: boolean }

function CostumesGrid({ costumes, mayWrite }: CostumesGridProps) {
  return (
    <QuerySection query={costumes} waiting={<Grid rows={null} mayWrite={mayWrite} />}>
      {(rows) =>
        // Its own key: what the address says of the types is read when the types are known.
        rows.length > 0 ? (
          <Grid key="loaded" rows={rows} mayWrite={mayWrite} />
        ) : (
          <NoCostumes mayWrite={mayWrite} />
        )
      }
    </QuerySection>
  )
}

type GridProps = { rows: readonly CostumeRow[] | null; mayWrite: boolean }

function Grid({ rows, mayWrite }: GridProps) {
  const columns = useMemo(() => costumeColumns(rows ?? []), [rows])
  const inOrder = useMemo(() => rows && byTypeAndNumber(rows), [rows])
  return (
    <DataTable
      label="Kleider"
      name="costumes"
      columns={columns}
      rows={inOrder}
      searchKey={costumeSearchText}
      defaultSort={byType}
      opens
      acts={(chosen, clear) => <CostumeActs costumes={chosen} clear={clear} mayWrite={mayWrite} />}
      nothingFound="Kein Kleid gefunden"
    />
  )
}

const byType = { column: 'type', direction: 'ascending' } as const

/** What is equal in the sorted column follows by type and number: 2 before 10. */
function byTypeAndNumber(rows: readonly CostumeRow[]): readonly CostumeRow[] {
  const byNumber = sortRows(rows, ({ number }) => number, 'ascending')
  return sortRows(byNumber, ({ type }) => type.name, 'ascending')
}

function NoCostumes({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Card bleed>
      <Empty title="Noch kein Kleid" level="h2">
        {mayWrite ? 'Lege das erste an.' : 'Die Verwaltung hat noch keines angelegt.'}
      </Empty>
    </Card>
  )
}
