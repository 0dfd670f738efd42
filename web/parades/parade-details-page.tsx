import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Result } from '#web/lib/result.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { isMissing } from '#web/ui/missing-page.tsx'
import { Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import type { Parade, Participation } from '#worker/parades/parades.contract.ts'
import { ParadeFacts, ParadeFactsSkeleton } from './parade-facts.tsx'
import { ParadeHead } from './parade-head.tsx'
import { ParadeMissing } from './parade-missing.tsx'
import { loadParade, loadParticipants, paradeNotLoaded } from './parades.api.ts'
import { ParticipantsCard } from './participants/participants-card.tsx'
import { type Participants, useParticipants } from './participants/use-participants.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  const today = berlinDay(new Date())
  return { id, today, parade: loadParade(id), participants: loadParticipants(id) }
}

export const shouldRevalidate = unlessOnlySearchChanged

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
  const participants = useParticipants(id, asked.participants)
  if (isMissing(parade.result)) return <ParadeMissing />
  const known = parade.result?.ok ? counted(parade.result.data, participants) : null
  return (
    <Wrap>
      <PrintHead />
      <ParadeHead parade={known} today={today} />
      <div className="grid gap-6">
        <WhenLoaded loaded={parade} message={paradeNotLoaded} waiting={<ParadeFactsSkeleton />}>
          {() => known && <ParadeFacts parade={known} today={today} />}
        </WhenLoaded>
        <ParticipantsCard
          paradeId={id}
          participants={participants}
          paradeDay={known?.date ?? null}
        />
      </div>
    </Wrap>
  )
}

/** With the numbers of the list, which follows every act. */
function counted(parade: Parade, { result }: Participants): Parade {
  if (!result?.ok) return parade
  return {
    ...parade,
    registrationCount: result.data.length,
    participationCount: result.data.filter((row) => row.participationConfirmed).length,
  }
}
