import { useState } from 'react'
import { useAct } from '#web/lib/use-act.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'
import { ActFailure } from './act-failure.tsx'
import { ByHandQuestion } from './by-hand-question.tsx'
import { notRetried, retryRefund } from './orders.api.ts'
import { refundedThing } from './refunded-thing.ts'
import { RowButton } from './row-button.tsx'

type RefundButtonsProps = {
  refund: OrderRefund
  order: OrderDetails
  onChanged: (order: OrderDetails) => void
}

/** For a refund that has not gone through. */
export function RefundButtons({ refund, order, onChanged }: RefundButtonsProps) {
  const [isAsked, setAsked] = useState(false)
  const toast = useToast()
  const retry = useAct(retryRefund, (changed) => {
    onChanged(changed)
    toast('Erstattung noch einmal versucht')
  })
  const about = refundedThing(refund, order)
  return (
    <>
      <RowButton
        about={about}
        busy={retry.isBusy}
        onClick={() => void retry.run(order.id, refund.key)}
      >
        Noch einmal versuchen
      </RowButton>
      <RowButton about={about} variant="outline" onClick={() => setAsked(true)}>
        Von Hand erstattet
      </RowButton>
      <ActFailure
        failure={retry.failure}
        message={notRetried}
        className="basis-full whitespace-normal text-left"
      />
      {isAsked && (
        <ByHandQuestion
          refund={refund}
          order={order}
          onClose={() => setAsked(false)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}
