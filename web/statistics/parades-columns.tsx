import type { Column } from '#web/components/data-table/column.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RowLink } from '#web/ui/table.tsx'
import type { ParadesOfPerson } from '#worker/statistics/statistics.contract.ts'
import { OnPhone } from './cells.tsx'
import { OrderMeter } from './order-meter.tsx'
import { orderAhead } from './use-order-steps.ts'

export type ParadesRow = ParadesOfPerson & { id: number }

/** Spec §2: name, birthday, confirmed parades and how many they can become; and what that means. */
export const paradesColumns = (steps: readonly number[]): readonly Column<ParadesRow>[] => [
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
        <OnPhone> bestätigt</OnPhone>
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
        <OnPhone>maximal </OnPhone>
        {row.numberMaxAchievableParades}
        <OnPhone>*</OnPhone>
        <WithinReach row={row} steps={steps} />
      </>
    ),
    phone: 'rightBottom',
  },
  {
    id: 'order',
    header: 'Nächster Orden',
    kind: 'number',
    value: (row) => orderAhead(row, steps)?.next ?? null,
    // Who has the fewest still to go stands first.
    order: (row) => {
      const ahead = orderAhead(row, steps)
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

/** The order that comes within reach. */
function WithinReach({ row, steps }: { row: ParadesRow; steps: readonly number[] }) {
  const ahead = orderAhead(row, steps)
  if (!ahead || ahead.next > row.numberMaxAchievableParades) return null
  return (
    <Badge tone="gold" className="ms-1.5 max-md:hidden print:hidden">
      {ahead.next}
    </Badge>
  )
}

export const paradesSearchKey = (row: ParadesRow) => searchTextOf([row.memberName])
