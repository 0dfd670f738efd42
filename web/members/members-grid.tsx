import { DataTable } from '#web/components/data-table/data-table.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { later, useLater } from '#web/lib/later.ts'
import { memberSearchText } from '#web/lib/search-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { MemberRow } from '#worker/members/members.contract.ts'
import type { MemberActsProps } from './member-acts.tsx'
import { memberColumns } from './member-columns.tsx'

type MembersGridProps = { members: SectionQuery<MemberRow[]>; mayWrite: boolean }

export function MembersGrid({ members, mayWrite }: MembersGridProps) {
  useLater(memberActs, false)
  const grid = (rows: readonly MemberRow[] | null) => (
    <DataTable
      label="Mitglieder"
      name="members"
      columns={memberColumns}
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

const memberActs = later(() => import('./member-acts.tsx'))

/** With the dialogs that they open. */
function Acts(props: MemberActsProps) {
  const acts = useLater(memberActs, true)
  return acts && <acts.MemberActs {...props} />
}

const byLastName = { column: 'lastName', direction: 'ascending' } as const

/** Spec §9: of the member list. */
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
