import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyOrdersQuery } from '#web/data/assembly.ts'
import { settingsQuery, useHonorLabels } from '#web/data/guild.ts'
import { useGuildName } from '#web/lib/guild-name.ts'
import { prefetch } from '#web/lib/query.ts'
import { unlessOnlySearchChanged } from '#web/lib/unless-only-search-changed.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { HonorOrder } from '#worker/assembly/assembly.contract.ts'
import { orderColumns, orderSearchKey } from './order-columns.tsx'

export function loader() {
  prefetch(assemblyOrdersQuery, settingsQuery)
  return null
}

export const shouldRevalidate = unlessOnlySearchChanged

/** What was ordered for every assembly, and whether it has reached whom it is for. */
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

/** @param props.orders null while they are on their way */
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
