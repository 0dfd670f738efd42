import { useQuery } from '@tanstack/react-query'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { dutyStatisticsQuery } from '#web/data/statistics.ts'
import { viewsQuery } from '#web/data/views.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SavedViews, wholeList } from '#web/views/saved-views.tsx'
import { DutiesGrid } from './duties-grid.tsx'

export function loader() {
  prefetch(dutyStatisticsQuery, viewsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

export function DutiesPage() {
  const statistics = useQuery(dutyStatisticsQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Auswertung der Ämter"
        lead="Wer im Dienstbuch steht: Dienstjahre, Ämter und Ehrungen."
      />
      <SavedViews grid="duties" builtIn={wholeList} />
      <QuerySection query={statistics} waiting={<DutiesGrid statistics={null} />}>
        {(all) => (all.length > 0 ? <DutiesGrid statistics={all} /> : <NoDuties />)}
      </QuerySection>
    </Wrap>
  )
}

function NoDuties() {
  return (
    <Card bleed>
      <Empty title="Noch nichts im Dienstbuch" level="h2">
        Ämter werden beim Mitglied unter „Dienstbuch“ eingetragen. Hier steht dann, wer sie wie
        lange hatte.
      </Empty>
    </Card>
  )
}
