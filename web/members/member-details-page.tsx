import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useHonorLabels } from '#web/data/guild.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { isMissing } from '#web/ui/missing-page.tsx'
import { Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { CostumesCard } from './costumes-card.tsx'
import { dutyKind } from './duty-kind.tsx'
import { EntryCard } from './entry-card.tsx'
import { honorKind } from './honor-kind.tsx'
import { honorCalls } from './honors.api.ts'
import { loadCostumes, loadFee, loadMember, loadParades, memberNotLoaded } from './member.api.ts'
import { MemberFacts, MemberFactsSkeleton } from './member-facts.tsx'
import { MemberHead } from './member-head.tsx'
import { knownHolds } from './member-holds.ts'
import { MemberMissing } from './member-missing.tsx'
import { ParadesCard } from './parades-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return {
    id,
    today: berlinDay(new Date()),
    member: loadMember(id),
    fee: loadFee(id),
    costumes: loadCostumes(id),
    honors: honorCalls.load(id),
    duties: dutyKind.calls.load(id),
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
  const honors = useLoaded(asked.honors, () => honorCalls.load(id))
  const duties = useLoaded(asked.duties, () => dutyKind.calls.load(id))
  const labels = useHonorLabels()
  const parades = useLoaded(asked.parades, () => loadParades(id))
  if (isMissing(member.result)) return <MemberMissing />
  const reloadAfterLeaving = () => {
    for (const part of [member, fee, costumes, duties]) part.reload()
  }
  // An honor can change the fee.
  const reloadAfterHonor = () => {
    for (const part of [honors, fee]) part.reload()
  }
  return (
    <Wrap>
      <PrintHead />
      <MemberHead
        member={member.result?.ok ? member.result.data : null}
        holds={knownHolds({ participations: parades, ownerships: costumes, honors, duties })}
        today={today}
        onLeft={reloadAfterLeaving}
      />
      <div className="grid gap-6">
        <WhenLoaded loaded={member} message={memberNotLoaded} waiting={<MemberFactsSkeleton />}>
          {(known) => <MemberFacts member={known} fee={fee} today={today} />}
        </WhenLoaded>
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <CostumesCard costumes={costumes} />
          <EntryCard
            kind={honorKind(labels)}
            entries={honors}
            memberId={id}
            today={today}
            onChanged={reloadAfterHonor}
          />
        </div>
        <EntryCard
          kind={dutyKind}
          entries={duties}
          memberId={id}
          today={today}
          onChanged={duties.reload}
        />
        <ParadesCard parades={parades} today={today} />
      </div>
    </Wrap>
  )
}
