import { useMemo } from 'react'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { ParadesOfPerson } from '#worker/statistics/statistics.contract.ts'
import { maximumNote } from './labels.ts'
import { OrderLegend } from './order-meter.tsx'
import { paradesColumns, paradesSearchKey } from './parades-columns.tsx'
import { useOrderSteps } from './use-order-steps.ts'

/** Everybody who may take part, sorted as people like; rows without a member open nothing. */
export function ParadesGrid({ rows }: { rows: SectionQuery<ParadesOfPerson[]> }) {
  return (
    <QuerySection query={rows} waiting={<Grid rows={null} />}>
      {(people) => (people.length > 0 ? <Grid rows={people} /> : <Nobody />)}
    </QuerySection>
  )
}

function Grid({ rows }: { rows: readonly ParadesOfPerson[] | null }) {
  const steps = useOrderSteps()
  const columns = useMemo(() => paradesColumns(steps), [steps])
  // Who is not matched to a member has no number: the place in the list is one.
  const numbered = useMemo(() => rows?.map((row, id) => ({ ...row, id })) ?? null, [rows])
  return (
    <>
      <div className={noChevronWithoutLink}>
        <DataTable
          label="Sprünge"
          name="paradesPerMember"
          columns={columns}
          rows={numbered}
          searchKey={paradesSearchKey}
          defaultSort={mostParadesFirst}
          opens
          head={(found) => (
            <CardHead
              title="Sprünge"
              tally={rows ? found.length : undefined}
              actions={<OrderLegend />}
              className="print:hidden"
            />
          )}
          nothingFound="Niemand gefunden"
        />
      </div>
      <p className="text-muted-foreground text-sm">{maximumNote}</p>
    </>
  )
}

const mostParadesFirst = { column: 'numberParades', direction: 'descending' } as const

const noChevronWithoutLink =
  '[&_tr[data-opens]:not(:has([data-row-link]))]:cursor-auto [&_tr[data-opens]:not(:has([data-row-link]))]:bg-transparent [&_tr:not(:has([data-row-link]))>[data-at=go]>svg]:invisible'

function Nobody() {
  return (
    <Card bleed>
      <Empty title="Noch keine Sprünge" level="h2">
        Sobald Mitglieder angelegt oder übernommen sind, stehen sie hier mit ihren Sprüngen.
      </Empty>
    </Card>
  )
}
