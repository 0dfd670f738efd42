import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyOrdersQuery } from '#web/data/assembly.ts'
import { type HonorLabelOf, settingsQuery, useHonorLabels } from '#web/data/guild.ts'
import { useGuildName } from '#web/lib/guild-name.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { RowLink } from '#web/ui/table.tsx'
import type { HonorOrder } from '#worker/assembly/assembly.contract.ts'
import { listName } from '#worker/domain/names.ts'

export function loader() {
  prefetch(assemblyOrdersQuery, settingsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

/** Ordered honors of all assemblies, and whether they were handed over. */
export function AssemblyOrdersPage() {
  const ordered = useQuery(assemblyOrdersQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.assembly, label: 'Generalversammlung' }}
        title="Bestellte Ehrungen"
        lead="Was für die Versammlungen bestellt wurde, und was davon übergeben ist"
      />
      <QuerySection query={ordered} waiting={<OrdersGrid orders={null} />}>
        {(orders) => (orders.length > 0 ? <OrdersGrid orders={orders} /> : <NothingOrdered />)}
      </QuerySection>
    </Wrap>
  )
}

/** The orders as a grid; null, while they are loading, shows the grid with placeholders. */
function OrdersGrid({ orders }: { orders: readonly HonorOrder[] | null }) {
  const labels = useHonorLabels()
  const guildName = useGuildName()
  const words = useMemo(() => ({ labels, guildName }), [labels, guildName])
  const columns = useMemo(() => orderColumns(words), [words])
  const searchKey = useMemo(() => orderSearchKey(words), [words])
  const rows = useMemo(() => orders?.map((order, id) => ({ ...order, id })) ?? null, [orders])
  return (
    <DataTable
      label="Bestellte Ehrungen"
      name="assemblyOrders"
      columns={columns}
      rows={rows}
      searchKey={searchKey}
      defaultSort={newestFirst}
      head={(found) => <CardHead title="Bestellungen" tally={rows ? found.length : undefined} />}
      nothingFound="Keine Bestellung gefunden"
    />
  )
}

const newestFirst = { column: 'ordered', direction: 'descending' } as const

function NothingOrdered() {
  return (
    <Card bleed>
      <Empty title="Noch nichts bestellt" level="h2">
        Bestellt wird auf der Seite der Generalversammlung, unter „Bestellen“.
      </Empty>
    </Card>
  )
}

/** `id` is the row's index: orders have no id, and the grid needs one. */
type OrderRow = HonorOrder & { id: number }

/** The names that the columns show: of honors, and of the guild as the issuer. */
type OrderWords = { labels: HonorLabelOf; guildName: string }

const personOf = ({ member }: HonorOrder) => (member ? listName(member) : 'Nicht mehr bekannt')

function issuerOf({ issuer }: HonorOrder, { guildName }: OrderWords): string {
  return issuer || guildName || 'Zunft'
}

function orderColumns(words: OrderWords): readonly Column<OrderRow>[] {
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
      value: ({ type }) => words.labels(type),
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

function orderSearchKey(words: OrderWords) {
  return (row: OrderRow) =>
    searchTextOf([personOf(row), words.labels(row.type), issuerOf(row, words)])
}
