import { useQuery } from '@tanstack/react-query'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { type AssemblyHonor, upcomingAssemblyQuery } from '#web/data/assembly.ts'
import { anniversariesQuery, dutyHonorsQuery } from '#web/data/statistics.ts'
import { noAutoRefetch } from '#web/lib/query.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { AssemblyDate } from './assembly-date.tsx'
import { titlesOf } from './cells.tsx'
import { HonorEntry } from './honor-entry.tsx'
import { IncompleteMembers } from './incomplete-members.tsx'
import { ListCard } from './list-card.tsx'
import { OtherHonors } from './other-honors.tsx'
import { totalWords } from './total-words.ts'
import { dutyHonorHeads, membershipHeads, UpcomingTable } from './upcoming-table.tsx'

/** The day, and what is due on it for membership, for offices and for parades. */
export function UpcomingLists({ date }: { date: Day }) {
  const memberships = useQuery({ ...anniversariesQuery(date), ...noAutoRefetch })
  const offices = useQuery({ ...dutyHonorsQuery(date), ...noAutoRefetch })
  const assembly = useQuery({ ...upcomingAssemblyQuery(date), ...noAutoRefetch })
  return (
    <div className="grid gap-6 *:min-w-0">
      <AssemblyDate date={date} words={assembly.data ? dueWords(assembly.data.rows) : null} />
      <HonorEntry date={date}>
        {(enter) => (
          <>
            <ListCard {...membershipList} rows={memberships}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} />}
            </ListCard>
            <ListCard {...dutyBookList} rows={offices}>
              {(rows) => <UpcomingTable rows={rows} enter={enter} withOffices />}
            </ListCard>
            <OtherHonors assembly={assembly} enter={enter} />
          </>
        )}
      </HonorEntry>
      <IncompleteMembers />
    </div>
  )
}

/** "24 Ehrungen für 20 Personen sind bis zu diesem Tag fällig, dazu 12 eingetragen." */
function dueWords(rows: readonly AssemblyHonor[]): string {
  const due = rows.filter(({ honorId }) => honorId === null)
  const entered = rows.length - due.length
  const also = entered > 0 ? `, dazu ${entered} eingetragen.` : '.'
  if (due.length === 0) return `Bis zu diesem Tag ist keine Ehrung fällig${also}`
  const total = totalWords(due.map(({ member }) => ({ memberId: member.id })))
  return `${total} ${due.length === 1 ? 'ist' : 'sind'} bis zu diesem Tag fällig${also}`
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
      <AssemblyDate date={null} words={null} />
      {[membershipList, dutyBookList].map((list) => (
        <Card key={list.title} bleed>
          <CardHead title={list.title} className="print:py-0" />
          <TableSkeleton heads={list.heads} />
        </Card>
      ))}
    </div>
  )
}
