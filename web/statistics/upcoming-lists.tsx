import type { Result } from '#web/lib/result.ts'
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { UpcomingHonor } from '#worker/statistics/statistics.contract.ts'
import { AssemblyDate } from './assembly-date.tsx'
import { titlesOf } from './cells.tsx'
import { HonorEntry } from './honor-entry.tsx'
import { IncompleteMembers } from './incomplete-members.tsx'
import { ListCard } from './list-card.tsx'
import { loadAnniversaries, loadDutyHonors, upcomingNotLoaded } from './statistics.api.ts'
import { dutyHonorHeads, membershipHeads, UpcomingTable } from './upcoming-table.tsx'

type Asked = Promise<Result<UpcomingHonor[]>>
type UpcomingListsProps = { date: Day; anniversaries: Asked; dutyHonors: Asked }

/** The day, and what is due on it for membership and for offices. */
export function UpcomingLists({ date, ...asked }: UpcomingListsProps) {
  const memberships = ofThisDay(useLoaded(asked.anniversaries, () => loadAnniversaries(date)))
  const offices = ofThisDay(useLoaded(asked.dutyHonors, () => loadDutyHonors(date)))
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
  notLoaded: upcomingNotLoaded,
  heads: titlesOf(membershipHeads),
  empty: 'An diesem Tag steht keine Ehrung für Mitgliedsjahre an.',
}
const dutyBookList = {
  title: 'Dienstbuch',
  notLoaded: upcomingNotLoaded,
  heads: titlesOf(dutyHonorHeads),
  empty: 'An diesem Tag steht keine Ehrung für Amtsjahre an.',
}

/** Another day was chosen: the lists of the day before are not shown under it. */
function ofThisDay<T>(loaded: Loaded<T>): Loaded<T> {
  return loaded.isPending && loaded.result?.ok ? { ...loaded, result: null } : loaded
}

const onTheWay: Loaded<UpcomingHonor[]> = { result: null, isPending: true, reload: () => {} }

/** As long as the day is not known. */
export function WaitingLists() {
  return (
    <div className="grid gap-6">
      <AssemblyDate date={null} lists={[]} />
      {[membershipList, dutyBookList].map((list) => (
        <ListCard key={list.title} {...list} rows={onTheWay}>
          {() => null}
        </ListCard>
      ))}
    </div>
  )
}
