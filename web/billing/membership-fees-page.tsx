import { useLoaderData } from 'react-router'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { feesNotLoaded, loadFees, loadRuns, loadSettings } from './billing.api.ts'
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
  return { today, year, fees: loadFees(year), runs: loadRuns(year), settings: loadSettings() }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function MembershipFeesPage() {
  const { today, year, ...asked } = useLoaderData<typeof loader>()
  const fees = useLoaded(asked.fees, () => loadFees(year))
  const runs = useLoaded(asked.runs, () => loadRuns(year))
  const settings = useLoaded(asked.settings, loadSettings)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title={`Mitgliedsbeiträge ${year}`}
        lead="Wer wie viel zahlt, und die SEPA-Datei für den Einzug"
        back={{ to: paths.statistics, label: 'Auswertungen' }}
      />
      <div className="grid gap-6 *:min-w-0">
        <WhenLoaded loaded={fees} message={feesNotLoaded} waiting={<FeesSkeleton />}>
          {(all) =>
            all.fees.length > 0 ? (
              <>
                <GroupsCard fees={all} />
                <UncollectedCard rows={all.fees} />
                <CollectionCard fees={all} settings={settings} today={today} onMade={runs.reload} />
                <FeesGrid rows={all.fees} />
              </>
            ) : (
              <NoFees />
            )
          }
        </WhenLoaded>
        <RunsCard runs={runs} year={year} />
      </div>
    </Wrap>
  )
}
