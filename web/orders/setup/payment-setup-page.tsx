import { useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { healthNotLoaded, loadHealth } from '#web/orders/orders.api.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { EventsCard } from './events-card.tsx'
import { MailCard } from './mail-card.tsx'
import { ProviderCard } from './provider-card.tsx'
import { SetupSkeleton } from './setup-skeleton.tsx'

export function loader() {
  return { health: loadHealth() }
}

/** Whether people can pay, and whether they hear of it: for whoever set it up. */
export function PaymentSetupPage() {
  const { health } = useLoaderData<typeof loader>()
  const loaded = useLoaded(health, loadHealth)
  return (
    <Wrap>
      <PageHead
        back={{ to: paths.orders, label: 'Zahlungen' }}
        title="Einrichtung der Zahlung"
        lead="Ob die Online-Zahlung bereit ist. Geändert wird das dort, wo das Programm läuft, nicht auf dieser Seite."
      />
      <WhenLoaded loaded={loaded} message={healthNotLoaded} waiting={<SetupSkeleton />}>
        {(known) => (
          <div className="grid gap-6 *:min-w-0">
            <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
              <ProviderCard health={known} isAsking={loaded.isPending} onAsk={loaded.reload} />
              <MailCard mail={known.mail} />
            </div>
            <EventsCard events={known.events} />
          </div>
        )}
      </WhenLoaded>
    </Wrap>
  )
}
