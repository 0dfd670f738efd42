import { useQuery } from '@tanstack/react-query'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { paradesOfYearQuery } from '#web/data/parades.ts'
import { Empty } from '#web/ui/empty.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { ParadesTable, paradesTableHeads } from './parades-table.tsx'

type ParadesOfYearProps = {
  year: number
  today: Day
  /** What to do when there is none. */
  hint: string
}

export function ParadesOfYear({ year, today, hint }: ParadesOfYearProps) {
  const parades = useQuery(paradesOfYearQuery(year))
  return (
    <QuerySection
      query={parades}
      waiting={<TableSkeleton heads={paradesTableHeads} />}
      className="m-6 max-md:m-4"
    >
      {(known) =>
        known.length > 0 ? (
          <ParadesTable parades={known} today={today} />
        ) : (
          <Empty title="In diesem Jahr gibt es noch keinen Umzug">{hint}</Empty>
        )
      }
    </QuerySection>
  )
}
