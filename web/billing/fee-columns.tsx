import { groupedIban } from '#web/lib/iban.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table/column.ts'
import { RowLink } from '#web/ui/table.tsx'
import type { FeeRow } from '#worker/billing/billing.contract.ts'
import { listName } from '#worker/domain/names.ts'
import { feeGroupLabels, feeGroups, groupOf } from './fee-groups.ts'
import { sepaText } from './fee-text.ts'

export type FeeGridRow = FeeRow & { id: number }

/** Spec §2: name, fee, IBAN, BIC and the SEPA date; and why the fee is what it is. */
export const feeColumns: readonly Column<FeeGridRow>[] = [
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
    id: 'reason',
    header: 'Grund',
    kind: 'text',
    value: (row) => row.reason,
    phone: 'second',
  },
  {
    id: 'group',
    header: 'Einzug',
    kind: 'choice',
    options: feeGroups.map((value) => ({ value, label: feeGroupLabels[value] })),
    value: groupOf,
    phone: 'rightBottom',
  },
  {
    id: 'iban',
    header: 'IBAN',
    kind: 'text',
    value: (row) => groupedIban(row.bankingIban),
    cell: ({ bankingIban }) => <NoBreak text={groupedIban(bankingIban)} />,
  },
  {
    id: 'bic',
    header: 'BIC',
    kind: 'text',
    value: (row) => row.bankingBic,
    cell: ({ bankingBic }) => <NoBreak text={bankingBic} />,
  },
  {
    id: 'sepa',
    header: 'SEPA seit',
    kind: 'text',
    value: sepaText,
    // "Nein" behind all days.
    order: ({ bankingSepaAllowed, bankingSepaAllowedDate: date }) =>
      bankingSepaAllowed ? date : null,
    cell: (row) => <NoBreak text={sepaText(row)} />,
  },
]

function NoBreak({ text }: { text: string }) {
  return <span className="whitespace-nowrap tabular-nums">{text || '–'}</span>
}

/** Found by name, and by the account in any spelling, also by digits out of its middle. */
export function feeSearchKey(row: FeeGridRow): string {
  const { bankingIban } = row
  return searchTextOf([listName(row), bankingIban, groupedIban(bankingIban)], [bankingIban])
}
