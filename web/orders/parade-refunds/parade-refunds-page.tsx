import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { loadParadeRefunds, paradeRefundsNotLoaded } from '#web/orders/orders.api.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { isMissing } from '#web/ui/missing-page.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import { TableSkeleton } from '#web/ui/table-skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { ParadeRefundsCards } from './parade-refunds-cards.tsx'
import { ParadeRefundsMissing } from './parade-refunds-missing.tsx'
import { RefundAll } from './refund-all.tsx'
import { placesHeads } from './refund-places-table.tsx'
import { useParadeRefunds } from './use-parade-refunds.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  return { id, refunds: loadParadeRefunds(id) }
}

type Asked = ReturnType<typeof loader>

export function ParadeRefundsPage() {
  const asked = useLoaderData<typeof loader>()
  return <ParadeRefundsOf key={asked.id} {...asked} />
}

function ParadeRefundsOf({ id, refunds: asked }: Asked) {
  const mayWrite = hasRole(useUser(), 'management')
  const { refunds, work, goOn } = useParadeRefunds(id, asked, mayWrite)
  const { result } = refunds
  if (isMissing(result)) return <ParadeRefundsMissing />
  const known = result?.ok ? result.data : null
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.parade(id), label: known?.parade.title ?? 'Umzug' }}
        title="Gebühren erstatten"
        lead={known && whichParade(known)}
        printsLead
        actions={
          mayWrite &&
          known && <RefundAll refunds={known} isWorking={work.state === 'working'} onStart={goOn} />
        }
      />
      <WhenLoaded loaded={refunds} message={paradeRefundsNotLoaded} waiting={<Waiting />}>
        {(all) => <ParadeRefundsCards refunds={all} work={work} onGoOn={mayWrite ? goOn : null} />}
      </WhenLoaded>
    </Wrap>
  )
}

function whichParade({ parade }: ParadeRefunds): string {
  return `${parade.title} · ${germanDateWithWeekday(parade.date)} · ${parade.host}`
}

function Waiting() {
  return (
    <Card bleed>
      <CardHead title="Online bezahlt" />
      <TableSkeleton heads={placesHeads} size="sm" />
    </Card>
  )
}
