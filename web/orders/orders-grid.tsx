import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { EmailText } from '#web/components/email-text.tsx'
import { cn } from '#web/lib/cn.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardHead } from '#web/ui/card.tsx'
import { RowLink } from '#web/ui/table.tsx'
import { orderAttentions } from '#worker/domain/codes.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'
import {
  attentionLabels,
  type ShownState,
  shownState,
  shownStateLabels,
  shownStates,
} from './order-labels.ts'
import { othersInWords } from './people.ts'

/** @param rows null until loaded */
export function OrdersGrid({ rows }: { rows: readonly OrderRow[] | null }) {
  return (
    <DataTable
      label="Zahlungen"
      name="orders"
      columns={orderColumns}
      rows={rows}
      searchKey={orderSearchKey}
      defaultSort={newestFirst}
      opens
      head={(found) => <CardHead title="Alle Zahlungen" tally={rows && totalText(found)} />}
      nothingFound="Keine Zahlung gefunden"
    />
  )
}

const newestFirst = { column: 'date', direction: 'descending' } as const

/** The number of orders and the sum that stays with the guild. */
function totalText(rows: readonly OrderRow[]): string {
  const kept = rows.reduce((sum, row) => sum + (row.receivedInCent ?? 0) - row.refundedInCent, 0)
  return `${rows.length} · ${germanEuro(kept)} eingenommen`
}

const dayOf = ({ createdAt }: OrderRow) => berlinDay(new Date(createdAt))

const shapes: Record<ShownState, string> = {
  paid: 'rounded-full bg-success',
  pending: 'rounded-full border-2 border-warning',
  waiting: 'rounded-full border-2 border-muted-foreground border-dotted',
  review: 'rotate-45 rounded-[1px] bg-warning',
  refund_pending: 'rounded-full border-2 border-link border-dotted',
  partlyRefunded: 'rounded-full border-2 border-link bg-linear-to-r from-50% from-link to-50%',
  enrolledRefunded: 'rounded-full border-2 border-success',
  refunded: 'rounded-full border-2 border-link',
  expired: dash(),
  cancelled: dash(),
  failed: dash(),
}

function dash(): string {
  return 'h-0.5 rounded-[1px] bg-muted-foreground'
}

const nothingCame: readonly ShownState[] = ['expired', 'cancelled', 'failed']

function OrderState({ state }: { state: ShownState }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 whitespace-nowrap align-middle',
        nothingCame.includes(state) && 'text-muted-foreground',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'block size-2.25 flex-none forced-color-adjust-none [print-color-adjust:exact]',
          shapes[state],
        )}
      />
      {shownStateLabels[state]}
    </span>
  )
}

const orderColumns: readonly Column<OrderRow>[] = [
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
    // All people, for the filter and the CSV file.
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
    cell: ({ emailAddress }) => <EmailText>{emailAddress}</EmailText>,
    paperWidth: 50,
    hiddenAtFirst: true,
  },
  {
    id: 'parades',
    header: 'Umzüge',
    kind: 'text',
    // All parades, for the filter and the CSV file.
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
    canBeEmpty: true,
    // Empty instead of "–", so that the few orders that need attention stand out.
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

/** "Ringtreffen Moosried +2"; on phones after the day. */
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

/** Finds by every person's name, the address and the parades. */
function orderSearchKey(row: OrderRow): string {
  return searchTextOf([...[row, ...row.people].map(listName), row.emailAddress, ...row.parades])
}
