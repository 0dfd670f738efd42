import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Wrap } from '#web/ui/page.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { CostumesCard } from './costumes-card.tsx'
import { loadDuties } from './duties.api.ts'
import { DutiesCard } from './duties-card.tsx'
import { loadHonors } from './honors.api.ts'
import { HonorsCard } from './honors-card.tsx'
import { loadCostumes, loadFee, loadMember, loadParades, memberNotLoaded } from './member.api.ts'
import { MemberFacts } from './member-facts.tsx'
import { MemberFactsSkeleton } from './member-facts-skeleton.tsx'
import { MemberHead } from './member-head.tsx'
import { isMemberMissing, MemberMissing } from './member-missing.tsx'
import { ParadesCard } from './parades-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return {
    id,
    today: berlinDay(new Date()),
    member: loadMember(id),
    fee: loadFee(id),
    costumes: loadCostumes(id),
    honors: loadHonors(id),
    duties: loadDuties(id),
    parades: loadParades(id),
  }
}

type Asked = ReturnType<typeof loader>

export function MemberDetailsPage() {
  const asked = useLoaderData<typeof loader>()
  return <MemberDetails key={asked.id} {...asked} />
}

function MemberDetails({ id, today, ...asked }: Asked) {
  const member = useLoaded(asked.member, () => loadMember(id))
  const fee = useLoaded(asked.fee, () => loadFee(id))
  const costumes = useLoaded(asked.costumes, () => loadCostumes(id))
  const honors = useLoaded(asked.honors, () => loadHonors(id))
  const duties = useLoaded(asked.duties, () => loadDuties(id))
  const parades = useLoaded(asked.parades, () => loadParades(id))
  if (isMemberMissing(member.result)) return <MemberMissing />
  const reloadAfterLeaving = () => {
    for (const part of [member, fee, costumes, duties]) part.reload()
  }
  return (
    <Wrap>
      <MemberHead
        member={member.result?.ok ? member.result.data : null}
        today={today}
        onLeft={reloadAfterLeaving}
      />
      <div className="grid gap-6">
        <WhenLoaded loaded={member} message={memberNotLoaded} waiting={<MemberFactsSkeleton />}>
          {(known) => <MemberFacts member={known} fee={fee} today={today} />}
        </WhenLoaded>
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <CostumesCard costumes={costumes} />
          <HonorsCard memberId={id} honors={honors} today={today} onChanged={fee.reload} />
        </div>
        <DutiesCard memberId={id} duties={duties} today={today} />
        <ParadesCard parades={parades} />
      </div>
    </Wrap>
  )
}
