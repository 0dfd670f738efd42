import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useLoaderData } from 'react-router'
import { LinkedPart } from '#web/components/linked-part.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { settingsQuery } from '#web/data/guild.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths, type SettingsPart } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { AssemblyCard } from './assembly-card.tsx'
import { AssociationCard } from './association-card.tsx'
import { CashCard } from './cash-card.tsx'
import { DataCard } from './data-card.tsx'
import { FeesCard } from './fees-card.tsx'
import { HonorRulesCard } from './honor-rules-card.tsx'
import { LegalCard } from './legal-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { SelfCancelCard } from './self-cancel-card.tsx'
import { SepaCard } from './sepa-card.tsx'
import type { SettingsCardProps } from './settings-card.ts'
import { SettingsSkeleton } from './settings-skeleton.tsx'

export function loader() {
  prefetch(settingsQuery)
  return { today: berlinDay(new Date()) }
}

/** Those that other pages lead to. */
const parts: readonly [SettingsPart, ComponentType<SettingsCardProps>][] = [
  ['association', AssociationCard],
  ['legal', LegalCard],
  ['sepa', SepaCard],
  ['fees', FeesCard],
  ['assembly', AssemblyCard],
  ['honors', HonorRulesCard],
]

/** A card for each thing the guild can set; each is read and changed by itself. */
export function SettingsPage() {
  const { today } = useLoaderData<typeof loader>()
  const settings = useQuery(settingsQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Einstellungen"
        actions={
          hasRole(useUser(), 'management') && (
            <Button asChild>
              <Link to={paths.users}>
                <KeyRound />
                Zugänge
              </Link>
            </Button>
          )
        }
      />
      <QuerySection query={settings} waiting={<SettingsSkeleton />}>
        {(stored) => (
          <div className="grid gap-6 *:min-w-0">
            {parts.map(([id, Card]) => (
              <LinkedPart key={id} id={id}>
                <Card stored={stored} today={today} />
              </LinkedPart>
            ))}
            <SelfCancelCard stored={stored} today={today} />
            <CashCard stored={stored} today={today} />
            {stored.passkeyRule.isOffered && (
              <LinkedPart id="passkeys">
                <PasskeysCard stored={stored} today={today} />
              </LinkedPart>
            )}
            <PaymentCard />
            <DataCard today={today} />
          </div>
        )}
      </QuerySection>
    </Wrap>
  )
}
