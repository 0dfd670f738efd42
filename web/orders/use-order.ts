import { useState } from 'react'
import type { Result } from '#web/lib/result.ts'
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { loadOrder } from './orders.api.ts'

type Changed = { after: Result<OrderDetails> | null; order: OrderDetails }

/** An order and what became of it: every act answers with the whole, so nothing is asked again. */
export function useOrder(id: number, asked: Promise<Result<OrderDetails>>) {
  const loaded = useLoaded(asked, () => loadOrder(id))
  const { result } = loaded
  const [changed, setChanged] = useState<Changed | null>(null)
  const current: Loaded<OrderDetails> =
    result?.ok && changed?.after === result
      ? { ...loaded, result: { ...result, data: changed.order } }
      : loaded
  const put = (order: OrderDetails) => setChanged({ after: result, order })
  return { order: current, put }
}
