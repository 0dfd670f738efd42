import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import type { Costume } from '#worker/costumes/costumes.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'

export function CostumeFacts({ costume }: { costume: Costume }) {
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

export function CostumeFactsSkeleton() {
  return <FactsSkeleton boxes={waiting} />
}
