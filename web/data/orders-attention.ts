import { call, client } from '#web/lib/api.ts'
import { reading } from '#web/lib/query.ts'

// By itself: the overview, where everybody begins, needs nothing else of the orders.

/** How many payments somebody has to look at. */
export const attentionQuery = reading(
  ['orders', 'attention'],
  'Die Zahlungen konnten nicht geladen werden',
  () => call(client.api.orders.attention.$get()),
)
