import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { useDownload } from '#web/components/download.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { downloadMembers, membersQuery } from '#web/data/members.ts'
import { viewsQuery } from '#web/data/views.ts'
import { onDemand, useOnDemand } from '#web/lib/on-demand.ts'
import { prefetch } from '#web/lib/query.ts'
import { memberSearchText } from '#web/lib/search-texts.ts'
import { useUser } from '#web/lib/session.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SavedViews } from '#web/views/saved-views.tsx'
import { can } from '#worker/domain/rights.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import type { MemberActsProps } from './member-acts.tsx'
import {
  columnsWithoutBankData,
  memberColumns,
  memberViews,
  viewsWithoutBankData,
} from './member-columns.tsx'

export function loader() {
  prefetch(membersQuery, viewsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

export function MembersPage() {
  const members = useQuery(membersQuery)
  const user = useUser()
  const mayWrite = can(user, 'keepMembers')
  const mayMerge = can(user, 'manage')
  const download = useDownload({
    file: downloadMembers,
    name: 'Mitgliederliste',
    compact: mayWrite,
  })
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Mitgliederliste"
        lead="Hier sind alle Vereinsmitglieder aufgelistet"
        actions={
          <>
            {download.button}
            {mayMerge && (
              <Button asChild className="max-md:hidden">
                <Link to={paths.duplicates}>Doppelte</Link>
              </Button>
            )}
            {mayWrite && (
              <Button asChild className="max-md:hidden">
                <Link to={paths.circulars}>Rundmails</Link>
              </Button>
            )}
            {mayWrite && <CreateLink />}
          </>
        }
      />
      {download.failure}
      <SavedViews
        grid="members"
        builtIn={can(user, 'seeBankData') ? memberViews : viewsWithoutBankData}
      />
      <MembersGrid members={members} mayWrite={mayWrite} />
      {mayWrite && (
        <p className="mt-4 flex flex-wrap gap-x-6 md:hidden print:hidden">
          {mayMerge && (
            <Link to={paths.duplicates} className="inline-flex min-h-11 items-center">
              Doppelte Einträge
            </Link>
          )}
          <Link to={paths.circulars} className="inline-flex min-h-11 items-center">
            Rundmails
          </Link>
        </p>
      )}
    </Wrap>
  )
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.memberCreate}>+ Mitglied Anlegen</Link>
    </Button>
  )
}

type MembersGridProps = { members: SectionQuery<MemberRow[]>; mayWrite: boolean }

function MembersGrid({ members, mayWrite }: MembersGridProps) {
  useOnDemand(memberActs, false)
  const columns = can(useUser(), 'seeBankData') ? memberColumns : columnsWithoutBankData
  const grid = (rows: readonly MemberRow[] | null) => (
    <DataTable
      label="Mitglieder"
      // Spec §2.
      fileName="Export"
      name="members"
      columns={columns}
      rows={rows}
      searchKey={memberSearchText}
      defaultSort={byLastName}
      pageSizes={pageSizes}
      opens
      acts={(chosen, clear) => <Acts members={chosen} clear={clear} mayWrite={mayWrite} />}
      nothingFound="Kein Mitglied gefunden"
    />
  )
  return (
    <QuerySection query={members} waiting={grid(null)}>
      {(rows) => (rows.length > 0 ? grid(rows) : <NoMembers mayWrite={mayWrite} />)}
    </QuerySection>
  )
}

const memberActs = onDemand(() => import('./member-acts.tsx'))

/** The actions on ticked members; their code is loaded with the first tick. */
function Acts(props: MemberActsProps) {
  const acts = useOnDemand(memberActs, true)
  return acts && <acts.MemberActs {...props} />
}

const byLastName = { column: 'lastName', direction: 'ascending' } as const

/** The choices of rows per page (Spec §9). */
const pageSizes = [25, 50, 100]

function NoMembers({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Card bleed>
      <Empty title="Noch kein Mitglied" level="h2">
        {mayWrite
          ? 'Lege das erste an, oder übernimm unter „Daten übernehmen“ eine Tabelle, die Ihr schon habt.'
          : 'Die Verwaltung hat noch keines angelegt.'}
      </Empty>
    </Card>
  )
}
