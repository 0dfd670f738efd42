import { useQuery } from '@tanstack/react-query'
import { anniversariesQuery, dutyHonorsQuery } from '#web/data/statistics.ts'
import { untouched } from '#web/lib/query.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { AssemblyDate } from './assembly-date.tsx'
import { titlesOf } from './cells.tsx'
import { HonorEntry } from './honor-entry.tsx'
import { IncompleteMembers } from './incomplete-members.tsx'
import { ListCard } from './list-card.tsx'
import { dutyHonorHeads, membershipHeads, UpcomingTable } from './upcoming-table.tsx'

/** The day, and what is due on it for membership and for offices. */
export function UpcomingLists({ date }: { date: Day }) {
  const memberships = useQuery({ ...anniversariesQuery(date), ...untouched })
  const offices = useQuery({ ...dutyHonorsQuery(date), ...untouched })
  return (
    <div className="grid gap-6 *:min-w-0">
      <AssemblyDate date={date} lists={[memberships, offices]} />
      <HonorEntry date={date}>
        {(enter) => (
          <>
            <ListCard {...membershipList} rows={memberships}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} />}
            </ListCard>
            <ListCard {...dutyBookList} rows={offices}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} withOffices />}
            </ListCard>
          </>
        )}
      </HonorEntry>
      <IncompleteMembers />
    </div>
  )
}

const membershipList = {
  title: 'Mitgliedschaften',
  heads: titlesOf(membershipHeads),
  empty: 'An diesem Tag steht keine Ehrung für Mitgliedsjahre an.',
}
const dutyBookList = {
  title: 'Dienstbuch',
  heads: titlesOf(dutyHonorHeads),
  empty: 'An diesem Tag steht keine Ehrung für Amtsjahre an.',
}

/** As long as the day is not known. */
export function WaitingLists() {
  return (
    <div className="grid gap-6">
      <AssemblyDate date={null} lists={[]} />
      {[membershipList, dutyBookList].map((list) => (
        <Card key={list.title} bleed>
          <CardHead title={list.title} className="print:break-after-avoid print:p-0" />
          <TableSkeleton heads={list.heads} />
        </Card>
      ))}
    </div>
  )
}
