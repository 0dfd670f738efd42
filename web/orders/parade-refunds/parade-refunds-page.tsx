import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isNotThere } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { paradeRefundsQuery } from '#web/data/orders.ts'
import { freshQuery, prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { ParadeRefundsCards } from './parade-refunds-cards.tsx'
import { ParadeRefundsMissing } from './parade-refunds-missing.tsx'
import { RefundAll } from './refund-all.tsx'
import { placesHeads } from './refund-places-table.tsx'
import { sorted } from './refund-progress.ts'
import { useParadeRefunds } from './use-parade-refunds.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  // Money is decided here: on what is so now, not on what was known before.
  const query = freshQuery(paradeRefundsQuery(id))
  prefetch(query)
  return { id, query }
}

export function ParadeRefundsPage() {
  const opened = useLoaderData<typeof loader>()
  return <ParadeRefundsOf key={opened.id} {...opened} />
}

function ParadeRefundsOf({ id, query }: ReturnType<typeof loader>) {
  const mayWrite = hasRole(useUser(), 'management')
  const { refunds, work, goOn } = useParadeRefunds(id, query, mayWrite)
  // "Alle erstatten" goes once everything is asked for.
  const isLeft = refunds.data !== undefined && sorted(refunds.data).unasked.length > 0
  const { goal, markRemoved } = useRemovalFocus<HTMLElement>(isLeft ? [{ id }] : [])
  const start = () => {
    markRemoved(id)
    return goOn()
  }
  if (isNotThere(refunds)) return <ParadeRefundsMissing />
  const known = refunds.data ?? null
  const mayAct = mayWrite && known !== null && known.parade.cancelledAt !== null
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.parade(id), label: known?.parade.title ?? 'Umzug' }}
        title="Gebühren erstatten"
        lead={known && whichParade(known)}
        printsLead
        actions={mayAct && <RefundAll refunds={known} isWorking={work.isWorking} onStart={start} />}
      />
      <QuerySection query={refunds} waiting={<Waiting />}>
        {(all) => (
          <ParadeRefundsCards
            refunds={all}
            work={work}
            progress={goal}
            acts={mayAct ? { goOn, shown: query } : null}
          />
        )}
      </QuerySection>
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
