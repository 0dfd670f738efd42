import type { Column } from '#web/components/data-table/column.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RowLink } from '#web/ui/table.tsx'
import { orderAttentions } from '#worker/domain/codes.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'
import { attentionLabels } from './labels.ts'
import { OrderState } from './order-state.tsx'
import { othersInWords } from './people.ts'
import { shownState, shownStateLabels, shownStates } from './shown-state.ts'

const dayOf = ({ createdAt }: OrderRow) => berlinDay(new Date(createdAt))

export const orderColumns: readonly Column<OrderRow>[] = [
  {
    id: 'date',
    header: 'Datum',
    kind: 'date',
    past: true,
    value: dayOf,
    order: ({ createdAt }) => createdAt,
    width: '9rem',
    phone: 'nowhere',
  },
  {
    id: 'name',
    header: 'Name',
    kind: 'text',
    // All of them, for the filter and the file.
    value: (row) => (row.people.length > 1 ? row.people.map(listName).join('; ') : listName(row)),
    cell: (row) => (
      <>
        <RowLink to={paths.order(row.id)}>{listName(row)}</RowLink>
        <span className="text-muted-foreground max-md:font-normal">{othersInWords(row)}</span>
      </>
    ),
    fixed: true,
    phone: 'first',
  },
  {
    id: 'email',
    header: 'E-Mail',
    kind: 'text',
    value: ({ emailAddress }) => emailAddress,
    hiddenAtFirst: true,
  },
  {
    id: 'parades',
    header: 'Umzüge',
    kind: 'text',
    // All of them, for the filter and the file.
    value: ({ parades }) => parades.join(', '),
    cell: (row) => <Parades row={row} />,
    phone: 'second',
  },
  moneyColumn('amount', 'Betrag', (row) => row.amountInCent, { phone: 'rightTop' }),
  moneyColumn('received', 'Eingegangen', (row) => row.receivedInCent, { hiddenAtFirst: true }),
  moneyColumn('refunded', 'Erstattet', (row) => row.refundedInCent || null, {
    hiddenAtFirst: true,
  }),
  {
    id: 'state',
    header: 'Status',
    kind: 'choice',
    options: shownStates.map((value) => ({ value, label: shownStateLabels[value] })),
    value: shownState,
    cell: (row) => <OrderState state={shownState(row)} />,
    phone: 'rightBottom',
  },
  {
    id: 'attention',
    header: 'Zu klären',
    kind: 'choice',
    options: orderAttentions.map((value) => ({ value, label: attentionLabels[value] })),
    value: ({ attention }) => attention ?? '',
    mayBeEmpty: true,
    // "–" in every other row would hide the few that matter.
    cell: ({ attention }) => attention && <Badge tone="amber">{attentionLabels[attention]}</Badge>,
  },
]

function moneyColumn(
  id: string,
  header: string,
  centsOf: (row: OrderRow) => number | null,
  place: Pick<Column<OrderRow>, 'phone' | 'hiddenAtFirst'>,
): Column<OrderRow> {
  return { id, header, kind: 'money', value: centsOf, ...place }
}

/** "Ringtreffen Moosried +2"; on the phone after the day. */
function Parades({ row }: { row: OrderRow }) {
  const [first, ...others] = row.parades
  return (
    <>
      <span className="md:hidden print:hidden">{germanDate(dayOf(row))} · </span>
      {first ?? '–'}
      {others.length > 0 && (
        <span className="whitespace-nowrap text-muted-foreground">
          {' '}
          +{others.length}
          <span className="sr-only"> {others.length === 1 ? 'weiterer' : 'weitere'}</span>
        </span>
      )}
    </>
  )
}

/** Found by everybody's name, by the address, and by the parades. */
export function orderSearchKey(row: OrderRow): string {
  return searchTextOf([...[row, ...row.people].map(listName), row.emailAddress, ...row.parades])
}
