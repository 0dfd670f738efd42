import { useAct } from '#web/lib/use-act.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { OrderDetails } from '#worker/orders/orders.contract.ts'
import { checkOrder, releaseOrder } from './orders.api.ts'

/** The acts of the page's head that need no question. */
export function useOrderActs(onChanged: (order: OrderDetails) => void) {
  const toast = useToast()
  const done = (words: string) => (order: OrderDetails) => {
    onChanged(order)
    toast(words)
  }
  return {
    check: useAct(checkOrder, done('Beim Anbieter nachgefragt')),
    release: useAct(releaseOrder, done('Plätze freigegeben')),
  }
}

export type OrderActs = ReturnType<typeof useOrderActs>
