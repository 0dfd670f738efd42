import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Result } from '#web/lib/result.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Wrap } from '#web/ui/page.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { Parade, Participation } from '#worker/parades/parades.contract.ts'
import { ParadeFacts, ParadeFactsSkeleton } from './parade-facts.tsx'
import { ParadeHead } from './parade-head.tsx'
import { isParadeMissing, ParadeMissing } from './parade-missing.tsx'
import { loadParade, loadParticipants, paradeNotLoaded } from './parades.api.ts'
import { ParticipantsCard } from './participants-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  const today = berlinDay(new Date())
  return { id, today, parade: loadParade(id), participants: loadParticipants(id) }
}

export function ParadeDetailsPage() {
  const asked = useLoaderData<typeof loader>()
  return <ParadeDetails key={asked.id} {...asked} />
}

type ParadeDetailsProps = {
  id: number
  today: Day
  parade: Promise<Result<Parade>>
  participants: Promise<Result<Participation[]>>
}

function ParadeDetails({ id, today, ...asked }: ParadeDetailsProps) {
  const parade = useLoaded(asked.parade, () => loadParade(id))
  const participants = useLoaded(asked.participants, () => loadParticipants(id))
  if (isParadeMissing(parade.result)) return <ParadeMissing />
  const known = parade.result?.ok ? parade.result.data : null
  return (
    <Wrap>
      <ParadeHead parade={known} today={today} />
      <div className="grid gap-6">
        <WhenLoaded loaded={parade} message={paradeNotLoaded} waiting={<ParadeFactsSkeleton />}>
          {(loaded) => <ParadeFacts parade={loaded} today={today} />}
        </WhenLoaded>
        <ParticipantsCard participants={participants} paradeDay={known?.date ?? null} />
      </div>
    </Wrap>
  )
}
