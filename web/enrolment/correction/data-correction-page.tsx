import { useLoaderData } from 'react-router'
import { loadMembers } from '#web/enrolment/members.api.ts'
import { usePickableMembers } from '#web/enrolment/use-pickable-members.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { loadUnmatched, unmatchedNotLoaded } from './correction.api.ts'
import { PeopleTable, peopleHeads } from './people-table.tsx'

export function loader() {
  return { people: loadUnmatched(), members: loadMembers() }
}

export function DataCorrectionPage() {
  const asked = useLoaderData<typeof loader>()
  const people = useLoaded(asked.people, loadUnmatched)
  const members = usePickableMembers(asked.members)
  return (
    <Wrap>
      <PageHead
        title="Datenkorrektur nach Anmeldung"
        lead="Wer sich angemeldet hat und noch keinem aktiven oder passiven Mitglied zugeordnet ist."
      />
      <Card bleed>
        <WhenLoaded
          loaded={people}
          message={unmatchedNotLoaded}
          waiting={<TableSkeleton heads={peopleHeads} />}
          className="m-6 max-md:m-4"
        >
          {(rows) => (rows.length > 0 ? <PeopleTable people={rows} members={members} /> : <Done />)}
        </WhenLoaded>
      </Card>
    </Wrap>
  )
}

function Done() {
  return (
    <Empty level="h2" title="Alles zugeordnet">
      Wer sich anmeldet und zu keinem Mitglied passt, steht dann hier.
    </Empty>
  )
}
