import { useQuery } from '@tanstack/react-query'
import { useLoaderData, useRevalidator } from 'react-router'
import { useDownload } from '#web/components/download.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import {
  downloadParades,
  honoredQuery,
  paradesPerMemberQuery,
  picturesQuery,
} from '#web/data/statistics.ts'
import { viewsQuery } from '#web/data/views.ts'
import { prefetch, noAutoRefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { SavedViews, wholeList } from '#web/views/saved-views.tsx'
import { HonoredLists } from './honored-lists.tsx'
import { LateJumpsPicture } from './late-pictures.tsx'
import { ParadesGrid } from './parades-grid.tsx'
import { type ParadesView, readView, rememberView, viewLabels } from './parades-view.ts'
import { ViewChoice } from './view-choice.tsx'

/** What is asked for depends on the view that was used last. */
export function loader() {
  const view = readView()
  prefetch(...(view === 'all' ? [paradesPerMemberQuery, viewsQuery] : [honoredQuery]))
  prefetch(picturesQuery)
  return { view }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function ParadesPerMemberPage() {
  const { view } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const download = useDownload({
    file: downloadParades,
    name: 'Sprungauswertung',
  })
  const apply = (wanted: ParadesView) => {
    rememberView(wanted)
    void revalidate()
  }
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Anzahl Sprünge"
        actions={download.button}
      />
      {download.failure}
      <p className="mb-[4mm] hidden print:block">{viewLabels[view]}</p>
      <div className="grid gap-6 *:min-w-0">
        <ViewChoice view={view} onApply={apply} />
        <LateJumpsPicture />
        {view === 'all' ? <AllMembers /> : <Due />}
      </div>
    </Wrap>
  )
}

function AllMembers() {
  return (
    <div>
      <SavedViews grid="paradesPerMember" builtIn={wholeList} />
      <ParadesGrid rows={useQuery(paradesPerMemberQuery)} />
    </div>
  )
}

function Due() {
  return <HonoredLists honored={useQuery({ ...honoredQuery, ...noAutoRefetch })} />
}
