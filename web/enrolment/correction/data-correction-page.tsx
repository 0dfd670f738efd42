import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { unmatchedQuery } from '#web/data/enrolment.ts'
import { membersQuery } from '#web/data/members.ts'
import { usePickableMembers } from '#web/enrolment/use-pickable-members.ts'
import { anew, prefetch } from '#web/lib/query.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { QuerySection } from '#web/ui/query-section.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { PeopleTable, peopleHeads } from './people-table.tsx'

export function loader() {
  // Spec §4: a row stays when it is matched, so they do not change while somebody works through them.
  const people = anew(unmatchedQuery)
  prefetch(people, membersQuery)
  return { people }
}

export function DataCorrectionPage() {
  const opened = useLoaderData<ReturnType<typeof loader>>()
  const people = useQuery(opened.people)
  const members = usePickableMembers()
  return (
    <Wrap>
      <PageHead
        title="Datenkorrektur nach Anmeldung"
        lead="Wer sich angemeldet hat und noch keinem aktiven oder passiven Mitglied zugeordnet ist."
      />
      <Card bleed>
        <QuerySection
          query={people}
          waiting={<TableSkeleton heads={peopleHeads} />}
          className="m-6 max-md:m-4"
        >
          {(rows) => (rows.length > 0 ? <PeopleTable people={rows} members={members} /> : <Done />)}
        </QuerySection>
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
