import { useState } from 'react'
import { Failure } from '#web/components/failure.tsx'
import { useToast } from '#web/components/toast.tsx'
import { retryRefund } from '#web/data/orders.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'
import { ByHandQuestion } from './by-hand-question.tsx'
import { refundedThing } from './refunded-thing.ts'
import { RowButton } from './row-button.tsx'

type RefundButtonsProps = {
  refund: OrderRefund
  order: OrderDetails
}

/** For a refund that has not gone through. */
export function RefundButtons({ refund, order }: RefundButtonsProps) {
  const [isAsked, setAsked] = useState(false)
  const toast = useToast()
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
