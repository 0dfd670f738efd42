import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { matchedQuery, unmatchedQuery } from '#web/data/enrolment.ts'
import { membersQuery } from '#web/data/members.ts'
import { usePickableMembers } from '#web/enrolment/use-pickable-members.ts'
import { freshQuery, prefetch } from '#web/lib/query.ts'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Card } from '#web/ui/card.tsx'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { LastMatches } from './last-matches.tsx'
import { PeopleCard } from './people-card.tsx'
import { peopleHeads } from './people-table.tsx'
import { useRows } from './rows.ts'

export function loader() {
  // Spec §4: a row stays when it is matched, so they do not change while somebody works through them.
  const people = freshQuery(unmatchedQuery)
  prefetch(people, membersQuery, matchedQuery)
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
      <QuerySection query={people} waiting={<Waiting />} className="mb-6">
        {(first) => <Corrections first={first} members={members} />}
      </QuerySection>
    </Wrap>
  )
}

type CorrectionsProps = {
  first: readonly UnmatchedPerson[]
  members: SectionQuery<PickableMember[]>
}

function Corrections({ first, members }: CorrectionsProps) {
  const list = useRows(first)
  return (
    <div className="grid gap-6 *:min-w-0">
      <PeopleCard list={list} members={members} />
      <LastMatches onUndone={list.undone} />
    </div>
  )
}

function Waiting() {
  return (
    <Card bleed>
      <TableSkeleton heads={peopleHeads} />
    </Card>
  )
}
