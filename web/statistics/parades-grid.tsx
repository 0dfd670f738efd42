import { useMemo } from 'react'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { RowLink } from '#web/ui/table.tsx'
import type { ParadesOfPerson } from '#worker/statistics/statistics.contract.ts'
import { PhoneLabel } from './cells.tsx'
import { nextOrderStep, OrderLegend, OrderMeter, useOrderSteps } from './order-meter.tsx'
import { maximumNote } from './statistic-words.ts'

/** Everyone who may take part in parades; rows of guests are no links. */
export function ParadesGrid({ rows }: { rows: SectionQuery<ParadesOfPerson[]> }) {
  return (
    <QuerySection query={rows} waiting={<Grid rows={null} />}>
      {(people) => (people.length > 0 ? <Grid rows={people} /> : <NoParticipants />)}
    </QuerySection>
  )
}

function Grid({ rows }: { rows: readonly ParadesOfPerson[] | null }) {
  const steps = useOrderSteps()
  const columns = useMemo(() => paradesColumns(steps), [steps])
  // `id`: the row's index, since guests have no id and the grid needs one.
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

function NoParticipants() {
  return (
    <Card bleed>
      <Empty title="Noch keine Sprünge" level="h2">
        Sobald Mitglieder angelegt oder übernommen sind, stehen sie hier mit ihren Sprüngen.
      </Empty>
    </Card>
  )
}

type ParadesRow = ParadesOfPerson & { id: number }

/** Spec §2: name, birthday, confirmed and achievable parades; and the next honor. */
const paradesColumns = (steps: readonly number[]): readonly Column<ParadesRow>[] => [
  {
    id: 'memberName',
    header: 'Name',
    kind: 'text',
    value: (row) => row.memberName,
    cell: (row) => <Name row={row} />,
    fixed: true,
    width: '26%',
    phone: 'first',
  },
  {
    id: 'birthday',
    header: 'Geburtstag',
    kind: 'date',
    value: (row) => row.birthday,
    past: true,
    phone: 'second',
  },
  {
    id: 'numberParades',
    header: 'Bestätigte Umzüge',
    kind: 'number',
    value: (row) => row.numberParades,
    cell: (row) => (
      <>
        <b className="font-bold">{row.numberParades}</b>
        <PhoneLabel> bestätigt</PhoneLabel>
      </>
    ),
    phone: 'rightTop',
  },
  {
    id: 'numberMaxAchievableParades',
    header: 'Maximal erreichbar*',
    kind: 'number',
    value: (row) => row.numberMaxAchievableParades,
    cell: (row) => (
      <>
        <PhoneLabel>maximal </PhoneLabel>
        {row.numberMaxAchievableParades}
        <PhoneLabel>*</PhoneLabel>
        <WithinReach row={row} steps={steps} />
      </>
    ),
    phone: 'rightBottom',
  },
  {
    id: 'order',
    header: 'Nächster Orden',
    kind: 'number',
    value: (row) => nextOrderStep(row, steps)?.next ?? null,
    // The column sorts by how many parades are missing until the next honor.
    order: (row) => {
      const ahead = nextOrderStep(row, steps)
      return ahead && ahead.next - row.numberParades
    },
    align: 'left',
    cell: (row) => <OrderMeter row={row} steps={steps} />,
    width: '25%',
    phone: 'nowhere',
    paper: false,
  },
]

function Name({ row: { memberId, memberName } }: { row: ParadesRow }) {
  if (memberId !== null) return <RowLink to={paths.member(memberId)}>{memberName}</RowLink>
  return (
    <>
      {memberName} <span className="text-muted-foreground text-xs">keinem Mitglied zugeordnet</span>
    </>
  )
}

/** A badge with the next number that leads to an honor, if all registered parades are attended. */
function WithinReach({ row, steps }: { row: ParadesRow; steps: readonly number[] }) {
  const ahead = nextOrderStep(row, steps)
  if (!ahead || ahead.next > row.numberMaxAchievableParades) return null
  return (
    <Badge tone="gold" className="ms-1.5 max-md:hidden print:hidden">
      {ahead.next}
    </Badge>
  )
}

const paradesSearchKey = (row: ParadesRow) => searchTextOf([row.memberName])
