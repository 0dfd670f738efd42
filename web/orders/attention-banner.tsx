import { hasRole, useUser } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { attentionLabels, whatIsWrong, whatToDo } from './labels.ts'

/** What is wrong with an order; to those who may act also what they can do. */
export function AttentionBanner({ order }: { order: OrderDetails }) {
  const mayWrite = hasRole(useUser(), 'management')
  const { attention } = order
  if (!attention) return null
  return (
    <Alert tone="warn" title={attentionLabels[attention]} className="px-6! py-5! max-md:px-4!">
      <p className="max-w-[62ch]">{whatIsWrong(attention, order)}</p>
      {mayWrite && <p className="mt-1.5 max-w-[62ch]">{whatToDo[attention]}</p>}
    </Alert>
  )
}
