import { cn } from '#web/lib/cn.ts'
import { TableCell, TableRow } from '#web/ui/table.tsx'
import type { RefundState } from '#worker/domain/codes.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'
import { instantWords, refundReasonLabels, refundStateLabels } from './labels.ts'
import { RefundButtons } from './refund-buttons.tsx'
import { isUnfinished, refundedThing } from './refunded-thing.ts'
import { RowButtons } from './row-button.tsx'

type RefundRowProps = {
  refund: OrderRefund
  order: OrderDetails
  /** Whether the table has a column for them. */
  hasButtons: boolean
}

export function RefundRow({ refund, order, hasButtons }: RefundRowProps) {
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
