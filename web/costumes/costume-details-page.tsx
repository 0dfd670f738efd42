import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { isNotThere } from '#web/components/missing-page.tsx'
import { Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { costumeQuery, ownershipsQuery } from '#web/data/costumes.ts'
import { HistoryCard } from '#web/history/history-card.tsx'
import { prefetch } from '#web/lib/query.ts'
import type { Costume } from '#worker/costumes/costumes.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { CostumeHead } from './costume-head.tsx'
import { CostumeMissing } from './costume-missing.tsx'
import { OwnersCard } from './owners-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetch(costumeQuery(id), ownershipsQuery(id))
  return { id, today: berlinDay(new Date()) }
}

export function CostumeDetailsPage() {
  const opened = useLoaderData<typeof loader>()
  return <CostumeDetails key={opened.id} {...opened} />
}

function CostumeDetails({ id, today }: ReturnType<typeof loader>) {
  const costume = useQuery(costumeQuery(id))
  const ownerships = useQuery(ownershipsQuery(id))
  if (isNotThere(costume)) return <CostumeMissing />
  const known = costume.data ?? null
  const hadOwners = (ownerships.data?.length ?? 0) > 0
  return (
    <Wrap>
      <CostumeHead costume={known} hadOwners={hadOwners} />
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <QuerySection query={costume} waiting={<CostumeFactsSkeleton />}>
          {(loaded) => <CostumeFacts costume={loaded} />}
        </QuerySection>
        <OwnersCard costume={known} ownerships={ownerships} today={today} />
      </div>
      <div className="mt-6">
        <HistoryCard scope={{ entity: 'costume', entityId: id }} title="Verlauf" />
      </div>
    </Wrap>
  )
}

function CostumeFacts({ costume }: { costume: Costume }) {
  const { number, type, registeredSince, registeredUntil, comment } = costume
  return (
    <FactsCard aria-label="Daten des Kleids" className="md:grid-cols-1! md:*:border-r-0!">
      <FactBox title="Kleid">
        <Facts>
          <Fact label="Nummer">{number}</Fact>
          <Fact label="Kleidertyp">{type.name}</Fact>
          <Fact label="Angemeldet seit">{registeredSince && germanDate(registeredSince)}</Fact>
          <Fact label="Abgemeldet am">{registeredUntil && germanDate(registeredUntil)}</Fact>
          <Fact label="Kommentar">
            {comment && <span className="whitespace-pre-line">{comment}</span>}
          </Fact>
        </Facts>
      </FactBox>
    </FactsCard>
  )
}

const waiting = {
  Kleid: ['Nummer', 'Kleidertyp', 'Angemeldet seit', 'Abgemeldet am', 'Kommentar'],
}

function CostumeFactsSkeleton() {
  return <FactsSkeleton boxes={waiting} />
}
