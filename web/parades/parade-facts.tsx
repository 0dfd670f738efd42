import { CalendarClock, CircleCheck, CircleMinus } from 'lucide-react'
import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { type Day, germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { isOpenForEnrolment } from '#worker/domain/parade.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'

export function ParadeFacts({ parade, today }: { parade: Parade; today: Day }) {
  return (
    <FactsCard aria-label="Daten des Umzugs" className="print:hidden">
      <FactBox title="Umzug">
        <Facts>
          <Fact label="Datum">{germanDateWithWeekday(parade.date)}</Fact>
          <Fact label="Gastgeber">{parade.host}</Fact>
          <Fact label="Ort">{[parade.hostPlz, parade.hostTown].filter(Boolean).join(' ')}</Fact>
          <Fact label="Umzugsnummer">{parade.paradeNumber}</Fact>
          <Fact label="Kinderumzug">{parade.isChildParade ? 'Ja' : 'Nein'}</Fact>
          <Fact label="Kommentar">
            {parade.comment && <span className="whitespace-pre-line">{parade.comment}</span>}
          </Fact>
        </Facts>
      </FactBox>
      <FactBox title="Anmeldung">
        <Facts>
          <Fact label="Zeitraum">
            {germanDate(parade.dateEnrolmentStart)} – {germanDate(parade.dateEnrolmentEnd)}
            <EnrolmentState parade={parade} today={today} />
          </Fact>
          <Fact label="Preis Erwachsene">{germanEuro(parade.priceForAdultsInCent)}</Fact>
          <Fact label="Preis Kinder">{germanEuro(parade.priceForChildrenInCent)}</Fact>
          <Fact label="Anmeldungen">{String(parade.registrationCount)}</Fact>
          <Fact label="Bestätigt">{String(parade.participationCount)}</Fact>
        </Facts>
      </FactBox>
    </FactsCard>
  )
}

/** Whether people can enrol right now, in shape and word. */
function EnrolmentState({ parade, today }: { parade: Parade; today: Day }) {
  const isCancelled = parade.cancelledAt !== null
  const [Icon, words, look] =
    !isCancelled && isOpenForEnrolment(parade, today)
      ? [CircleCheck, 'Jetzt offen', 'text-success-soft-foreground']
      : !isCancelled && today < parade.dateEnrolmentStart
        ? [CalendarClock, 'Noch nicht offen', 'text-muted-foreground']
        : [CircleMinus, 'Geschlossen', 'text-muted-foreground']
  return (
    <span className={`mt-0.5 flex items-center gap-1.5 font-semibold ${look}`}>
      <Icon />
      {words}
    </span>
  )
}

const waitingFacts = {
  Umzug: ['Datum', 'Gastgeber', 'Ort', 'Umzugsnummer', 'Kinderumzug', 'Kommentar'],
  Anmeldung: ['Zeitraum', 'Preis Erwachsene', 'Preis Kinder', 'Anmeldungen', 'Bestätigt'],
}

export function ParadeFactsSkeleton() {
  return <FactsSkeleton boxes={waitingFacts} />
}
