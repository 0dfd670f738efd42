import { Link } from 'react-router'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import type { AssemblyHonor } from '#web/data/assembly.ts'
import { useHonorLabels } from '#web/data/guild.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { fullName, listName } from '#worker/domain/names.ts'
import { AlsoDueNote } from './also-due.tsx'
import type { RenderEnterButton } from './honor-entry.tsx'

type OtherHonorsProps = {
  assembly: SectionQuery<{ rows: AssemblyHonor[] }>
  enter: RenderEnterButton | null
}

/** The due honors that the two tables of Spec §2 lack, so that the page shows all honors of its total. */
export function OtherHonors({ assembly, enter }: OtherHonorsProps) {
  const count = assembly.data ? openOtherHonors(assembly.data.rows).length : 0
  return (
    <Card bleed>
      <CardHead title="Weitere Ehrungen" tally={count > 0 && count} className="print:py-0" />
      <QuerySection
        query={assembly}
        waiting={<Waiting />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {({ rows }) => <Others rows={openOtherHonors(rows)} enter={enter} />}
      </QuerySection>
    </Card>
  )
}

function openOtherHonors(rows: readonly AssemblyHonor[]): AssemblyHonor[] {
  return rows.filter(
    ({ honorId, basis }) => honorId === null && (basis === 'parades' || basis === 'manual'),
  )
}

function Others({
  rows,
  enter,
}: {
  rows: readonly AssemblyHonor[]
  enter: RenderEnterButton | null
}) {
  const labels = useHonorLabels()
  return (
    <div className="px-6 pb-4 max-md:px-4 print:p-0">
      <p className="text-muted-foreground">{othersInWords(rows)}</p>
      <ul className="mt-2">
        {rows.map(({ member, type, alsoDue, reason }) => (
          <li
            key={`${member.id} ${type}`}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t py-2.5"
          >
            <Link to={paths.member(member.id)} className="font-semibold md:w-[28%]">
              {listName(member)}
            </Link>
            <div className="min-w-0 flex-[1_1_14rem]">
              <HonorLabel>{labels(type)}</HonorLabel>
              <span className="block ps-[1.375rem] text-muted-foreground text-sm">
                {reason || 'Von Hand dazu'}
                <AlsoDueNote types={alsoDue} />
              </span>
            </div>
            {enter && (
              <div className="max-md:w-full print:hidden">
                {enter({
                  memberId: member.id,
                  name: fullName(member),
                  honor: type,
                  alsoDue,
                })}
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function othersInWords(rows: readonly AssemblyHonor[]): string {
  const byHand = rows.filter(({ basis }) => basis === 'manual').length
  const orders = rows.length - byHand
  if (rows.length === 0) return 'Bis zu diesem Tag hat niemand einen Sprungorden erreicht.'
  const parts = [
    orders > 0 && `${orders} Sprungorden`,
    byHand > 0 && `${byHand} ${byHand === 1 ? 'Ehrung' : 'Ehrungen'} von Hand`,
  ]
  return `${parts.filter(Boolean).join(' und ')}.`
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
