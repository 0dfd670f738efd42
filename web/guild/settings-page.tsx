import { useLoaderData } from 'react-router'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { AssemblyCard } from './assembly-card.tsx'
import { AssociationCard } from './association-card.tsx'
import { FeesCard } from './fees-card.tsx'
import { loadSettings, settingsNotLoaded } from './guild.api.ts'
import { HonorRulesCard } from './honor-rules-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { SepaCard } from './sepa-card.tsx'
import { SettingsSkeleton } from './settings-skeleton.tsx'

export function loader() {
  return { settings: loadSettings(), today: berlinDay(new Date()) }
}

/** A card for each thing the guild can set; each is read and changed by itself. */
export function SettingsPage() {
  const { settings, today } = useLoaderData<typeof loader>()
  const loaded = useLoaded(settings, loadSettings)
  return (
    <Wrap>
      <PrintHead />
      <PageHead title="Einstellungen" />
      <WhenLoaded loaded={loaded} message={settingsNotLoaded} waiting={<SettingsSkeleton />}>
        {(stored) => (
          <div className="grid gap-6 *:min-w-0">
            <AssociationCard stored={stored} today={today} onSaved={loaded.reload} />
            <SepaCard stored={stored} today={today} onSaved={loaded.reload} />
            <FeesCard stored={stored} today={today} onSaved={loaded.reload} />
            <AssemblyCard stored={stored} today={today} onSaved={loaded.reload} />
            <HonorRulesCard stored={stored} today={today} onSaved={loaded.reload} />
            <PaymentCard />
          </div>
        )}
      </WhenLoaded>
    </Wrap>
  )
}
