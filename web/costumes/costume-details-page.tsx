import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { isMissing } from '#web/ui/missing-page.tsx'
import { Wrap } from '#web/ui/page.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { CostumeFacts, CostumeFactsSkeleton } from './costume-facts.tsx'
import { CostumeHead } from './costume-head.tsx'
import { CostumeMissing } from './costume-missing.tsx'
import { costumeNotLoaded, loadCostume } from './costumes.api.ts'
import { loadOwnerships } from './owners.api.ts'
import { OwnersCard } from './owners-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return {
    id,
    today: berlinDay(new Date()),
    costume: loadCostume(id),
    ownerships: loadOwnerships(id),
  }
}

type Asked = ReturnType<typeof loader>

export function CostumeDetailsPage() {
  const asked = useLoaderData<typeof loader>()
  return <CostumeDetails key={asked.id} {...asked} />
}

function CostumeDetails({ id, today, ...asked }: Asked) {
  const costume = useLoaded(asked.costume, () => loadCostume(id))
  const ownerships = useLoaded(asked.ownerships, () => loadOwnerships(id))
  if (isMissing(costume.result)) return <CostumeMissing />
  const known = costume.result?.ok ? costume.result.data : null
  const hadOwners = ownerships.result?.ok === true && ownerships.result.data.length > 0
  return (
    <Wrap>
      <CostumeHead costume={known} hadOwners={hadOwners} />
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <WhenLoaded loaded={costume} message={costumeNotLoaded} waiting={<CostumeFactsSkeleton />}>
          {(loaded) => <CostumeFacts costume={loaded} />}
        </WhenLoaded>
        <OwnersCard costume={known} ownerships={ownerships} today={today} />
      </div>
    </Wrap>
  )
}
