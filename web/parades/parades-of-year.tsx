import type { Result } from '#web/lib/result.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import type { Day } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { loadParadesOfYear, paradesOfYearNotLoaded } from './parades.api.ts'
import { ParadesTable, paradesTableHeads } from './parades-table.tsx'

type ParadesOfYearProps = {
  year: number
  asked: Promise<Result<Parade[]>>
  today: Day
  /** What to do when there is none. */
  hint: string
}

export function ParadesOfYear({ year, asked, today, hint }: ParadesOfYearProps) {
  const loaded = useLoaded(asked, () => loadParadesOfYear(year))
  return (
    <WhenLoaded
      loaded={loaded}
      message={paradesOfYearNotLoaded(year)}
      waiting={<TableSkeleton heads={paradesTableHeads} />}
      className="m-6 max-md:m-4"
    >
      {(parades) =>
        parades.length > 0 ? (
          <ParadesTable parades={parades} today={today} />
        ) : (
          <Empty title="In diesem Jahr gibt es noch keinen Umzug">{hint}</Empty>
        )
      }
    </WhenLoaded>
  )
}
