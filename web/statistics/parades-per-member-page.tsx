import { useLoaderData, useRevalidator } from 'react-router'
import type { Result } from '#web/lib/result.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { useDownload } from '#web/ui/download.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import type { ParadesOfPerson } from '#worker/statistics/statistics.contract.ts'
import { HonoredLists } from './honored-lists.tsx'
import { ParadesGrid } from './parades-grid.tsx'
import { type ParadesView, readView, rememberView, viewLabels } from './parades-view.ts'
import {
  downloadParades,
  type Honored,
  loadHonored,
  loadParadesPerMember,
  paradesNotDownloaded,
} from './statistics.api.ts'
import { ViewChoice } from './view-choice.tsx'

/** What is asked for depends on the view that was used last. */
export function loader() {
  const view = readView()
  return view === 'all' ? { view, rows: loadParadesPerMember() } : { view, honored: loadHonored() }
}

export const shouldRevalidate = unlessOnlySearchChanged

export function ParadesPerMemberPage() {
  const asked = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const download = useDownload({
    load: downloadParades,
    name: 'Sprungauswertung',
    notDownloaded: paradesNotDownloaded,
  })
  const apply = (view: ParadesView) => {
    rememberView(view)
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
      <p className="mb-[4mm] hidden print:block">{viewLabels[asked.view]}</p>
      <div className="grid gap-6 *:min-w-0">
        <ViewChoice view={asked.view} onApply={apply} />
        {asked.view === 'all' ? <AllMembers asked={asked.rows} /> : <Due asked={asked.honored} />}
      </div>
    </Wrap>
  )
}

function AllMembers({ asked }: { asked: Promise<Result<ParadesOfPerson[]>> }) {
  return <ParadesGrid rows={useLoaded(asked, loadParadesPerMember)} />
}

function Due({ asked }: { asked: Promise<Result<Honored>> }) {
  return <HonoredLists honored={useLoaded(asked, loadHonored)} />
}
