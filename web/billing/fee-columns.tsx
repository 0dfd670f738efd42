import {
  CircleAlert,
  CircleCheck,
  CirclePlus,
  Landmark,
  type LucideIcon,
  Minus,
  Undo2,
} from 'lucide-react'
import type { Column } from '#web/components/data-table/column.ts'
import { cn } from '#web/lib/cn.ts'
import { groupedIban } from '#web/lib/iban.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { RowLink } from '#web/ui/table.tsx'
import type { FeeState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { openOf } from '#worker/domain/fee-figures.ts'
import { listName } from '#worker/domain/names.ts'
import { type FeeGridRow, feeStateLabels, shownFeeStates } from './fee-rows.ts'
import { payerText, sepaText, settlementText } from './fee-text.ts'

/**
 * The columns of spec §2 (name, fee, IBAN, BIC, SEPA date), and those about the state of the fee.
 * Without `seesBankData` IBAN, BIC and the SEPA date are left out.
 */
export function feeColumns(today: Day, seesBankData: boolean): readonly Column<FeeGridRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      kind: 'text',
      value: listName,
      cell: (row) => <RowLink to={paths.member(row.memberId)}>{listName(row)}</RowLink>,
      fixed: true,
      phone: 'first',
    },
    {
      id: 'amount',
      header: 'Beitrag',
      kind: 'money',
      value: ({ amountInCent }) => amountInCent,
      phone: 'rightTop',
    },
    {
      id: 'state',
      header: 'Zustand',
      kind: 'choice',
      options: shownFeeStates.map((value) => ({ value, label: feeStateLabels[value] })),
      value: ({ shown }) => shown,
      cell: ({ shown }) => <FeeStateLabel state={shown} />,
      phone: 'rightBottom',
    },
    {
      id: 'how',
      header: 'Wann und wie',
      kind: 'text',
      value: (row) => [settlementText(row, today), payerText(row)].filter(Boolean).join(' · '),
      cell: (row) => <How row={row} today={today} />,
      phone: 'second',
    },
    ...openColumns,
    ...(seesBankData ? accountColumns : []),
  ]
}

const openColumns: readonly Column<FeeGridRow>[] = [
  {
    id: 'open',
    header: 'Noch offen',
    kind: 'money',
    value: openOf,
    hiddenAtFirst: true,
  },
  {
    id: 'reason',
    header: 'Grund',
    kind: 'text',
    value: ({ reason }) => reason,
    hiddenAtFirst: true,
  },
]

const accountColumns: readonly Column<FeeGridRow>[] = [
  {
    id: 'iban',
    header: 'IBAN',
    kind: 'text',
    value: (row) => groupedIban(row.bankingIban ?? ''),
    cell: ({ bankingIban }) => <NoBreak text={groupedIban(bankingIban ?? '')} />,
  },
  {
    id: 'bic',
    header: 'BIC',
    width: '7rem',
    kind: 'text',
    value: (row) => row.bankingBic ?? '',
    cell: ({ bankingBic }) => <NoBreak text={bankingBic ?? ''} />,
  },
  {
    id: 'sepa',
    header: 'SEPA seit',
    width: '6rem',
    kind: 'text',
    value: sepaText,
    // null sorts "Nein" after all days.
    order: ({ bankingSepaAllowed, bankingSepaAllowedDate: date }) =>
      bankingSepaAllowed ? date : null,
    cell: (row) => <NoBreak text={sepaText(row)} />,
  },
]

function How({ row, today }: { row: FeeGridRow; today: Day }) {
  const payer = payerText(row)
  return (
    <>
      {settlementText(row, today) || '–'}
      {payer && <span className="block text-muted-foreground text-sm">{payer}</span>}
    </>
  )
}

function NoBreak({ text }: { text: string }) {
  return <span className="whitespace-nowrap tabular-nums">{text || '–'}</span>
}

/** What the search finds: names of member and payer, the account in any spelling, and digits within it. */
export function feeSearchKey(row: FeeGridRow): string {
  const { payer } = row
  const bankingIban = row.bankingIban ?? ''
  const names = [listName(row), ...(payer ? [listName(payer)] : [])]
  return searchTextOf([...names, bankingIban, groupedIban(bankingIban)], [bankingIban])
}

const looks: Record<FeeState, { icon: LucideIcon; look: string }> = {
  open: { icon: CircleAlert, look: 'text-warning-soft-foreground' },
  collected: { icon: Landmark, look: 'text-secondary-soft-foreground' },
  paid: { icon: CircleCheck, look: 'text-success-soft-foreground' },
  returned: { icon: Undo2, look: 'text-destructive-soft-foreground' },
  waived: { icon: Minus, look: 'text-muted-foreground' },
  free: { icon: Minus, look: 'text-muted-foreground' },
  credit: { icon: CirclePlus, look: 'text-secondary-soft-foreground' },
}

function FeeStateLabel({ state }: { state: FeeState }) {
  const { icon: Icon, look } = looks[state]
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 align-middle font-semibold print:text-inherit',
        look,
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 flex-none" />
      {feeStateLabels[state]}
    </span>
  )
}
