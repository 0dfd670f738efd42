import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { QuerySection } from '#web/components/query-section.tsx'
import { picturesQuery } from '#web/data/statistics.ts'
import { loadChunk } from '#web/lib/load-chunk.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { ChartOutline } from './pictures/pictures-skeleton.tsx'

// Charts that load after the lists of their page, because the chart library is large.

const MembersChart = lazy(async () => {
  const { MembersChart } = await loadChunk(() => import('./pictures/members-chart.tsx'))
  return { default: MembersChart }
})

const JumpsChart = lazy(async () => {
  const { JumpsChart } = await loadChunk(() => import('./pictures/jumps-chart.tsx'))
  return { default: JumpsChart }
})

export function LateMembersChart() {
  return (
    <LateChart title="Mitgliederentwicklung">
      {(pictures) => <MembersChart {...pictures} />}
    </LateChart>
  )
}

export function LateJumpsChart() {
  return (
    <LateChart title="Verteilung der Sprünge">
      {({ jumps }) => <JumpsChart jumps={jumps} />}
    </LateChart>
  )
}

type LateChartProps = { title: string; children: (pictures: Pictures) => ReactNode }

/** A chart below the lists of a page; not printed, since the page is printed for its lists. */
function LateChart({ title, children }: LateChartProps) {
  const pictures = useQuery(picturesQuery)
  const outline = <ChartOutline title={title} heights={[30, 45, 60, 75, 90]} />
  return (
    <div className="print:hidden">
      <QuerySection query={pictures} waiting={outline}>
        {(known) => <Suspense fallback={outline}>{children(known)}</Suspense>}
      </QuerySection>
    </div>
  )
}
