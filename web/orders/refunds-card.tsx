import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { noteRefundByHand, retryRefund } from '#web/data/orders.ts'
import { cn } from '#web/lib/cn.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { RefundState } from '#worker/domain/codes.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'
import { instantWords, refundReasonLabels, refundStateLabels } from './order-labels.ts'
import { personInWords } from './people.ts'
import { RowButton, RowButtonHead, RowButtons } from './row-button.tsx'

type RefundsCardProps = { order: OrderDetails }

/** The refunds of an order; absent when there are none. */
export function RefundsCard({ order }: RefundsCardProps) {
  const mayWrite = can(useUser(), 'keepTreasury')
  const { refunds } = order
  if (refunds.length === 0) return null
  const hasButtons = mayWrite && refunds.some(isUnfinished)
  return (
    <Card bleed>
      <CardHead id="refunds" title="Erstattungen" tally={refunds.length} />
      <Table size="sm" aria-labelledby="refunds">
        <TableHead>
          <TableRow>
            <TableHeadCell>Wofür</TableHeadCell>
            <TableHeadCell>Veranlasst</TableHeadCell>
            <TableHeadCell numeric>Betrag</TableHeadCell>
            <TableHeadCell>Stand</TableHeadCell>
            {hasButtons && <RowButtonHead />}
          </TableRow>
        </TableHead>
        <TableBody>
          {refunds.map((refund) => (
            <RefundRow key={refund.key} refund={refund} order={order} hasButtons={hasButtons} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

type RefundRowProps = {
  refund: OrderRefund
  order: OrderDetails
  /** Whether the table has a column of buttons. */
  hasButtons: boolean
}

function RefundRow({ refund, order, hasButtons }: RefundRowProps) {
  return (
    <TableRow>
      <TableCell at="first">
        <b className="font-semibold">{refundedThing(refund, order)}</b>
        <span className="block text-muted-foreground text-sm max-md:font-normal">
          {refundReasonLabels[refund.reason]}
        </span>
      </TableCell>
      <TableCell at="second" className="py-2 tabular-nums max-md:py-0">
        {instantWords(refund.requestedAt)}
        {refund.requestedBy && <span className="md:block"> von {refund.requestedBy}</span>}
      </TableCell>
      <TableCell numeric at="rightTop">
        {germanEuro(refund.amountInCent)}
      </TableCell>
      <TableCell at="rightBottom" className="py-2 max-md:py-0">
        <b className={cn('font-semibold', looks[refund.state])}>
          {refundStateLabels[refund.state]}
        </b>
        {refund.doneAt && (
          <span className="block text-muted-foreground text-sm tabular-nums max-md:hidden">
            {instantWords(refund.doneAt)}
          </span>
        )}
        {refund.error && (
          <span className="wrap-anywhere block max-w-72 text-muted-foreground text-sm max-md:hidden">
            {refund.error}
          </span>
        )}
      </TableCell>
      {refund.error && (
        <TableCell at="below" before="Grund" className="md:hidden">
          {refund.error}
        </TableCell>
      )}
      {hasButtons && (
        <RowButtons>
          {isUnfinished(refund) && <RefundButtons refund={refund} order={order} />}
        </RowButtons>
      )}
    </TableRow>
  )
}

const looks: Record<RefundState, string> = {
  pending: 'text-warning-soft-foreground',
  done: 'text-success-soft-foreground',
  failed: 'text-destructive',
  byHand: 'text-success-soft-foreground',
}

type RefundButtonsProps = {
  refund: OrderRefund
  order: OrderDetails
}

/** Buttons to retry a refund that has not succeeded, or to mark it as returned by hand. */
function RefundButtons({ refund, order }: RefundButtonsProps) {
  const [isAsked, setAsked] = useState(false)
  const retry = useSubmit(retryRefund(order.id), () => {
    toast('Erstattung noch einmal versucht')
  })
  const about = refundedThing(refund, order)
  return (
    <>
      <RowButton about={about} busy={retry.isPending} onClick={() => void retry.submit(refund.key)}>
        Noch einmal versuchen
      </RowButton>
      <RowButton about={about} variant="outline" onClick={() => setAsked(true)}>
        Von Hand erstattet
      </RowButton>
      {retry.failure && (
        <Failure
          failure={retry.failure}
          detail={detailOf(retry.failure)}
          className="basis-full whitespace-normal text-left"
        />
      )}
      {isAsked && <ByHandQuestion refund={refund} order={order} onClose={() => setAsked(false)} />}
    </>
  )
}

type ByHandQuestionProps = {
  refund: OrderRefund
  order: OrderDetails
  onClose: () => void
}

/** Records that the money was returned in another way; the provider then does not refund it as well. */
function ByHandQuestion({ refund, order, onClose }: ByHandQuestionProps) {
  const { submit, isPending, failure } = useSubmit(noteRefundByHand(order.id), () => {
    onClose()
    toast('Als von Hand erstattet eingetragen')
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Schon von Hand erstattet?"
      confirmLabel="Eintragen"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit(refund.key)}
    >
      {`Hast Du ${fullName(order)} ${germanEuro(refund.amountInCent)} überwiesen oder bar gegeben? Das Programm erstattet diesen Betrag dann nicht mehr.`}
    </ConfirmDialog>
  )
}

/** What is refunded: a parade with its person, or the whole order. */
function refundedThing({ participationId }: OrderRefund, order: OrderDetails): string {
  if (participationId === null) return 'Ganze Zahlung'
  const place = order.places.find((one) => one.participationId === participationId)
  return place ? `${place.paradeTitle}${personInWords(order, place)}` : 'Ein Platz'
}

/** Whether the refund has not succeeded (yet). */
function isUnfinished({ state }: OrderRefund): boolean {
  return state === 'failed' || state === 'pending'
}
