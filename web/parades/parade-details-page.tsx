import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isNotThere } from '#web/components/missing-page.tsx'
import { Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { paradeQuery, participantsQuery } from '#web/data/parades.ts'
import { HistoryCard } from '#web/history/history-card.tsx'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { ParadeDetails as Details, Participation } from '#worker/parades/parades.contract.ts'
import { CancelledBand } from './cancellation/cancelled-band.tsx'
import { CashCard } from './cash-card.tsx'
import { DayLog } from './day-log.tsx'
import { ParadeFacts, ParadeFactsSkeleton } from './parade-facts.tsx'
import { ParadeHead } from './parade-head.tsx'
import { ParadeMissing } from './parade-missing.tsx'
import { ParticipantsCard } from './participants/participants-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetch(paradeQuery(id), participantsQuery(id))
  return { id, today: berlinDay(new Date()) }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function ParadeDetailsPage() {
  const opened = useLoaderData<typeof loader>()
  return <ParadeDetails key={opened.id} {...opened} />
}

function ParadeDetails({ id, today }: ReturnType<typeof loader>) {
  const parade = useQuery(paradeQuery(id))
  const participants = useQuery(participantsQuery(id))
  if (isNotThere(parade)) return <ParadeMissing />
  const known = parade.data ? counted(parade.data, participants.data) : null
  return (
    <Wrap>
      <PrintHead />
      <ParadeHead parade={known} today={today} />
      {known && known.cancelledAt !== null && <CancelledBand of={known} at={known.cancelledAt} />}
      <div className="grid gap-6 *:min-w-0">
        <QuerySection query={parade} waiting={<ParadeFactsSkeleton />} className="print:hidden">
          {() => known && <ParadeFacts parade={known} today={today} />}
        </QuerySection>
        <ParticipantsCard
          paradeId={id}
          participants={participants}
          paradeDay={known?.date ?? null}
          isCancelled={known !== null && known.cancelledAt !== null}
          takesCash={known?.takesCash !== false}
        />
        {known && participants.data && <CashCard parade={known} participants={participants.data} />}
        {known && <DayLog paradeId={id} paradeDay={known.date} />}
        <HistoryCard scope={{ entity: 'parade', entityId: id }} title="Verlauf" />
      </div>
    </Wrap>
  )
}

/** With the numbers of the list, which follows every action at once. */
function counted(parade: Details, participants: readonly Participation[] | undefined): Details {
  if (!participants) return parade
  return {
    ...parade,
    registrationCount: participants.length,
    participationCount: participants.filter((row) => row.participationConfirmed).length,
  }
}
