import { useQuery } from '@tanstack/react-query'
import { useLoaderData } from 'react-router'
import { membershipFeesQuery, runsQuery } from '#web/data/billing.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { QuerySection } from '#web/ui/query-section.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { CollectionCard } from './collection-card.tsx'
import { FeesGrid } from './fees-grid.tsx'
import { FeesSkeleton } from './fees-skeleton.tsx'
import { GroupsCard } from './groups-card.tsx'
import { NoFees } from './no-fees.tsx'
import { RunsCard } from './runs-card.tsx'
import { UncollectedCard } from './uncollected-card.tsx'

// Spec §9: fees use the current calendar year.
export function loader() {
  const today = berlinDay(new Date())
  const year = Number(today.slice(0, 4))
  prefetch(membershipFeesQuery(year), runsQuery(year), settingsQuery)
  return { today, year }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function MembershipFeesPage() {
  const { today, year } = useLoaderData<typeof loader>()
  const fees = useQuery(membershipFeesQuery(year))
  const runs = useQuery(runsQuery(year))
  const settings = useQuery(settingsQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title={`Mitgliedsbeiträge ${year}`}
        lead="Wer wie viel zahlt, und die SEPA-Datei für den Einzug"
        back={{ to: paths.statistics, label: 'Auswertungen' }}
      />
      <div className="grid gap-6 *:min-w-0">
        <QuerySection query={fees} waiting={<FeesSkeleton />}>
          {(all) =>
            all.fees.length > 0 ? (
              <>
                <GroupsCard fees={all} />
                <UncollectedCard rows={all.fees} />
                <CollectionCard fees={all} settings={settings} today={today} />
                <FeesGrid rows={all.fees} />
              </>
            ) : (
              <NoFees />
            )
          }
        </QuerySection>
        <RunsCard runs={runs} year={year} />
      </div>
    </Wrap>
  )
}
