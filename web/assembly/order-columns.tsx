import type { Column } from '#web/components/data-table/column.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { RowLink } from '#web/ui/table.tsx'
import type { HonorOrder } from '#worker/assembly/assembly.contract.ts'
import type { HonorType } from '#worker/domain/codes.ts'
import { listName } from '#worker/domain/names.ts'

/** A row has no number of its own: its place in the list is one. */
export type OrderRow = HonorOrder & { id: number }

/** What the honors and the guild itself are called. */
export type OrderWords = { labels: Readonly<Record<HonorType, string>>; guildName: string }

const personOf = ({ member }: HonorOrder) => (member ? listName(member) : 'Nicht mehr bekannt')

function issuerOf({ issuer }: HonorOrder, { guildName }: OrderWords): string {
  return issuer || guildName || 'Zunft'
}

export function orderColumns(words: OrderWords): readonly Column<OrderRow>[] {
  return [
    {
      id: 'person',
      header: 'Name',
      kind: 'text',
      value: personOf,
      cell: (row) =>
        row.member ? (
          <RowLink to={paths.member(row.member.id)}>{personOf(row)}</RowLink>
        ) : (
          personOf(row)
        ),
      fixed: true,
      phone: 'first',
    },
    {
      id: 'honor',
      header: 'Ehrung',
      kind: 'text',
      value: ({ type }) => words.labels[type],
      phone: 'second',
    },
    {
      id: 'issuer',
      header: 'Verliehen von',
      kind: 'text',
      value: (row) => issuerOf(row, words),
    },
    {
      id: 'assembly',
      header: 'Generalversammlung',
      kind: 'date',
      past: true,
      value: ({ date }) => date,
    },
    {
      id: 'ordered',
      header: 'Bestellt am',
      kind: 'date',
      past: true,
      value: ({ orderedOn }) => orderedOn,
    },
    {
      id: 'handedOver',
      header: 'Übergeben am',
      kind: 'date',
      past: true,
      value: ({ handedOverOn }) => handedOverOn,
    },
  ]
}

export function orderSearchKey(words: OrderWords) {
  return (row: OrderRow) =>
    searchTextOf([personOf(row), words.labels[row.type], issuerOf(row, words)])
}
