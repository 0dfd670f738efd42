import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { makeRefundsOf } from './make-refund.ts'
import type { Order } from './orders.queries.ts'
import { endRefund, findRefund, type Refund, retryRefund } from './refunds.queries.ts'

/** A refund that the provider refused goes to it once more. */
export async function tryAgain(
  deps: Deps,
  order: Order,
  key: string,
  userId: number,
): Promise<void> {
  const refund = await failedRefund(deps, order, key)
  const by = { userId, at: deps.now.toISOString() }
  await deps.db.batch([...retryRefund(deps.db, refund, by)])
  await makeRefundsOf(deps, order)
}

/** A refund that the provider refused was made in another way. */
export async function endByHand(
  deps: Deps,
  order: Order,
  key: string,
  userId: number,
): Promise<void> {
  const refund = await failedRefund(deps, order, key)
  const by = { userId, at: deps.now.toISOString() }
  await deps.db.batch([...endRefund(deps.db, refund, { from: 'failed', to: 'byHand' }, by)])
}

/** Only one that failed: what is on its way may arrive at any moment. */
async function failedRefund({ db }: Deps, order: Order, key: string): Promise<Refund> {
  const refund = await findRefund(db, key)
  if (refund?.orderId === order.id && refund.state === 'failed') return refund
  throw new DomainError('Conflict', 'Diese Erstattung ist nicht fehlgeschlagen.')
}
