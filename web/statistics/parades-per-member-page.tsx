import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
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
import { noAutoRefetch, prefetch } from '#web/lib/query.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { SavedViews, wholeListView } from '#web/views/saved-views.tsx'
import { HonoredLists } from './honored-lists.tsx'
import { LateJumpsChart } from './late-charts.tsx'
import { ParadesGrid } from './parades-grid.tsx'

/** Prefetches the queries of the view that the user has applied last. */
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
        <LateJumpsChart />
        {view === 'all' ? <AllMembers /> : <Due />}
      </div>
    </Wrap>
  )
}

function AllMembers() {
  return (
    <div>
      <SavedViews grid="paradesPerMember" builtIn={wholeListView} />
      <ParadesGrid rows={useQuery(paradesPerMemberQuery)} />
    </div>
  )
}

function Due() {
  return <HonoredLists honored={useQuery({ ...honoredQuery, ...noAutoRefetch })} />
}

type ViewChoiceProps = { view: ParadesView; onApply: (view: ParadesView) => void }

/** The choice of the evaluation; the page changes when the user applies it. */
function ViewChoice({ view, onApply }: ViewChoiceProps) {
  const [chosen, setChosen] = useState(view)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply(chosen)
  }
  return (
    <Card bleed className="print:hidden">
      <form onSubmit={apply}>
        <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 pr-3 pl-6 max-md:px-4 max-md:pb-4">
          <legend className="sr-only">Art der Auswertung</legend>
          {paradesViews.map((one) => (
            <Radio
              key={one}
              name="view"
              value={one}
              checked={one === chosen}
              onChange={() => setChosen(one)}
              labelClassName="max-md:w-full"
            >
              {viewLabels[one]}
            </Radio>
          ))}
          <Button type="submit" variant="secondary" className="ms-auto max-md:w-full">
            Anwenden
          </Button>
        </fieldset>
      </form>
    </Card>
  )
}

const paradesViews = ['all', 'honored'] as const
type ParadesView = (typeof paradesViews)[number]

const viewLabels: Record<ParadesView, string> = {
  all: 'Gesamtauswertung',
  honored: 'Auswertung für Ehrungen',
}

/** The key under which the browser stores the view applied last (Spec §9). */
const storageKey = 'parades-per-member-view'

function readView(): ParadesView {
  const stored = readStored(storageKey)
  return paradesViews.find((view) => view === stored) ?? 'all'
}

const rememberView = (view: ParadesView) => writeStored(storageKey, view)
