import { useLoaderData } from 'react-router'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { DutiesGrid } from './duties-grid.tsx'
import { evaluationNotLoaded, loadDutyStatistics } from './statistics.api.ts'

export function loader() {
  return { statistics: loadDutyStatistics() }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function DutiesPage() {
  const { statistics } = useLoaderData<typeof loader>()
  const loaded = useLoaded(statistics, loadDutyStatistics)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Auswertung der Ämter"
        lead="Wer im Dienstbuch steht: Dienstjahre, Ämter und Ehrungen."
      />
      <WhenLoaded
        loaded={loaded}
        message={evaluationNotLoaded}
        waiting={<DutiesGrid statistics={null} />}
      >
        {(all) => (all.length > 0 ? <DutiesGrid statistics={all} /> : <NoDuties />)}
      </WhenLoaded>
    </Wrap>
  )
}

function NoDuties() {
  return (
    <Card bleed>
      <Empty title="Noch nichts im Dienstbuch" level="h2">
        Bei keinem Mitglied ist ein Amt eingetragen.
      </Empty>
    </Card>
  )
}
