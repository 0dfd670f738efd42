import { useQuery } from '@tanstack/react-query'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { paymentHealthQuery } from '#web/data/orders.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { EventsCard } from './events-card.tsx'
import { MailCard } from './mail-card.tsx'
import { ProviderCard } from './provider-card.tsx'
import { SetupSkeleton } from './setup-skeleton.tsx'

export function loader() {
  prefetch(paymentHealthQuery)
  return null
}

/** Whether people can pay, and whether they hear of it: for whoever set it up. */
export function PaymentSetupPage() {
  const health = useQuery(paymentHealthQuery)
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.orders, label: 'Zahlungen' }}
        title="Einrichtung der Zahlung"
        lead="Ob die Online-Zahlung bereit ist. Geändert wird das dort, wo das Programm läuft, nicht auf dieser Seite."
      />
      <QuerySection query={health} waiting={<SetupSkeleton />}>
        {(known) => (
          <div className="grid gap-6 *:min-w-0">
            <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
              <ProviderCard health={known} isAsking={health.isFetching} onAsk={health.refetch} />
              <MailCard mail={known.mail} />
            </div>
            <EventsCard events={known.events} />
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}
