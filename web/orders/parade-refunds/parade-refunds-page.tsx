import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { isNotFound, MissingPage } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { paradeRefundsQuery } from '#web/data/orders.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { useRemovalFocus } from '#web/lib/use-removal-focus.ts'
import { OrderRefundDialog, refundNotice } from '#web/orders/order-refund-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { can } from '#worker/domain/rights.ts'
import type { ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { ParadeRefundsCards } from './parade-refunds-cards.tsx'
import { placesHeads } from './refund-places-table.tsx'
import { groupByRefund, useParadeRefunds } from './use-parade-refunds.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  // Decisions about money need current data, so the cache is ignored.
  const query = queryOnce(paradeRefundsQuery(id))
  prefetch(query)
  return { id, query }
}

export function ParadeRefundsPage() {
  const opened = useLoaderData<typeof loader>()
  return <ParadeRefundsOf key={opened.id} {...opened} />
}

function ParadeRefundsOf({ id, query }: ReturnType<typeof loader>) {
  const mayWrite = can(useUser(), 'keepTreasury')
  const { refunds, work, goOn } = useParadeRefunds(id, query, mayWrite)
  // Moves the focus when "Alle erstatten" disappears, once all refunds are requested.
  const isLeft = refunds.data !== undefined && groupByRefund(refunds.data).unrequested.length > 0
  const { goal, markRemoved } = useRemovalFocus<HTMLElement>(isLeft ? [{ id }] : [])
  const start = () => {
    markRemoved(id)
    return goOn()
  }
  if (isNotFound(refunds)) return <ParadeRefundsMissing />
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

function ParadeRefundsMissing() {
  return (
    <MissingPage title="Diesen Umzug gibt es nicht" to={paths.parades} way="Zu den Umzügen">
      Vielleicht wurde er gelöscht.
    </MissingPage>
  )
}

type RefundAllProps = {
  refunds: ParadeRefunds
  isWorking: boolean
  onStart: () => Promise<void>
}

/** The page's only action; absent when nothing is left to request. */
function RefundAll({ refunds, isWorking, onStart }: RefundAllProps) {
  const [isOpen, setOpen] = useState(false)
  const { unrequested } = groupByRefund(refunds)
  if (unrequested.length === 0) return null
  return (
    <>
      <Button variant="primary" busy={isWorking} onClick={() => setOpen(true)}>
        <Undo2 />
        Alle erstatten
      </Button>
      {isOpen && (
        <RefundAllDialog
          refunds={refunds}
          onClose={() => setOpen(false)}
          onConfirm={() => {
            setOpen(false)
            void onStart()
          }}
        />
      )}
    </>
  )
}

type RefundAllDialogProps = {
  refunds: ParadeRefunds
  onClose: () => void
  onConfirm: () => void
}

/** Asks for confirmation only; progress and failures of the refunds are shown on the page. */
function RefundAllDialog({ refunds, onClose, onConfirm }: RefundAllDialogProps) {
  const { unrequested, owed } = groupByRefund(refunds)
  const { title, date } = refunds.parade
  const sum = germanEuro(sumOfPrices(unrequested))
  return (
    <OrderRefundDialog
      title={`${sum} erstatten?`}
      places={null}
      confirmLabel={`${sum} erstatten`}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {`${paidInWords(unrequested.length)} für „${title}“ am ${germanDateWithWeekday(date)} zurück, zusammen ${sum}. ${refundNotice}`}
      {owed.length > 0 && ` Was in bar bezahlt ist, gib von Hand zurück.`}
    </OrderRefundDialog>
  )
}

function paidInWords(count: number): string {
  return count === 1 ? 'Für 1 Person geht die Gebühr' : `Für ${count} Personen geht die Gebühr`
}
