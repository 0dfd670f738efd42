import { useQuery } from '@tanstack/react-query'
import {
  anniversariesQuery,
  dutyHonorsQuery,
  type Honored,
  honoredQuery,
} from '#web/data/statistics.ts'
import { untouched } from '#web/lib/query.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { reachedIn } from '#worker/domain/honors.ts'
import type { UpcomingHonor } from '#worker/statistics/statistics.contract.ts'
import { AssemblyDate } from './assembly-date.tsx'
import { titlesOf } from './cells.tsx'
import { HonorEntry } from './honor-entry.tsx'
import { IncompleteMembers } from './incomplete-members.tsx'
import { ListCard } from './list-card.tsx'
import { ReachedOrders } from './reached-orders.tsx'
import { dutyHonorHeads, membershipHeads, UpcomingTable } from './upcoming-table.tsx'

/** The day, and what is due on it for membership, for offices and for parades. */
export function UpcomingLists({ date }: { date: Day }) {
  const memberships = useQuery({ ...anniversariesQuery(date), ...untouched })
  const offices = useQuery({ ...dutyHonorsQuery(date), ...untouched })
  const honored = useQuery({ ...honoredQuery, ...untouched })
  return (
    <div className="grid gap-6 *:min-w-0">
      <AssemblyDate date={date} due={dueIn(memberships.data, offices.data, honored.data)} />
      <HonorEntry date={date}>
        {(enter) => (
          <>
            <ListCard {...membershipList} rows={memberships}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} />}
            </ListCard>
            <ListCard {...dutyBookList} rows={offices}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} withOffices />}
            </ListCard>
            <ReachedOrders honored={honored} enter={enter} />
          </>
        )}
      </HonorEntry>
      <IncompleteMembers />
    </div>
  )
}

/** All of them, as the call-up list has them. */
function dueIn(
  memberships: readonly UpcomingHonor[] | undefined,
  offices: readonly UpcomingHonor[] | undefined,
  honored: Honored | undefined,
) {
  if (!memberships || !offices || !honored) return null
  return [
    ...[...memberships, ...offices].map(({ member }) => ({ memberId: member.id })),
    ...reachedIn(honored).map(({ person }) => person),
  ]
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
      <AssemblyDate date={null} due={null} />
      {[membershipList, dutyBookList].map((list) => (
        <Card key={list.title} bleed>
          <CardHead title={list.title} className="print:py-0" />
          <TableSkeleton heads={list.heads} />
        </Card>
      ))}
    </div>
  )
}
