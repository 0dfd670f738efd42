import { Link } from 'react-router'
import { useHonorLabels } from '#web/data/guild.ts'
import type { Honored } from '#web/data/statistics.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { QuerySection, type SectionQuery } from '#web/ui/query-section.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { HonorLabel } from '#web/ui/state.tsx'
import { reachedIn } from '#worker/domain/honors.ts'
import { AlsoDueNote } from './also-due.tsx'
import type { Enter } from './honor-entry.tsx'
import { honoreeOf } from './honored-table.tsx'

type ReachedOrdersProps = { honored: SectionQuery<Honored>; enter: Enter | null }

/** Spec §2 has two tables; who is called up for parades besides stands here. */
export function ReachedOrders({ honored, enter }: ReachedOrdersProps) {
  const count = honored.data ? reachedIn(honored.data).length : 0
  return (
    <Card bleed>
      <CardHead title="Sprungorden" tally={count > 0 && count} className="print:py-0" />
      <QuerySection
        query={honored}
        waiting={<Waiting />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(data) => <Reached honored={data} enter={enter} />}
      </QuerySection>
    </Card>
  )
}

function Reached({ honored, enter }: { honored: Honored; enter: Enter | null }) {
  const labels = useHonorLabels()
  const reached = reachedIn(honored)
  return (
    <div className="px-6 pb-4 max-md:px-4 print:p-0">
      <p className="text-muted-foreground">
        {reached.length === 0
          ? 'Bis heute hat niemand einen Orden erreicht, der noch nicht eingetragen ist.'
          : `Dazu ${reached.length} Sprungorden für die Umzüge, die bis heute bestätigt sind.`}
      </p>
      <ul className="mt-2">
        {reached.map(({ honor, person }) => (
          <li
            key={`${person.memberId} ${honor}`}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t py-2.5"
          >
            <Link to={paths.member(person.memberId)} className="font-semibold md:w-[28%]">
              {person.memberName}
            </Link>
            <div className="min-w-0 flex-[1_1_14rem]">
              <HonorLabel>{labels[honor]}</HonorLabel>
              <span className="block ps-[1.375rem] text-muted-foreground text-sm">
                {person.numberParades === 1
                  ? '1 bestätigter Umzug'
                  : `${person.numberParades} bestätigte Umzüge`}
                <AlsoDueNote types={person.alsoDue} />
              </span>
            </div>
            {enter && (
              <div className="max-md:w-full print:hidden">
                {enter(honoreeOf(honor, person, null))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Waiting() {
  return (
    <Loading>
      <div className="grid gap-3 px-6 pb-6 max-md:px-4">
        <Skeleton className="h-5 w-64" />
        <Skeleton className="h-10 w-full" />
      </div>
    </Loading>
  )
}
