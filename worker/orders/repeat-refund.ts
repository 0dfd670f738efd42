import { commit } from '#worker/db/commit.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound } from '#worker/http/validate.ts'
import type { Deps } from './deps.ts'
import { makeRefundsOf } from './make-refund.ts'
import { selectOrder } from './orders.queries.ts'
import { endRefund, findRefund, retryRefund, selectRefund } from './refunds.queries.ts'
import { settleIfAnswered } from './settle-order.ts'

type Wish = { orderId: number; key: string; userId: number }

/** A refund that the provider refused goes to it once more. */
export async function tryAgain(deps: Deps, { orderId, key, userId }: Wish): Promise<void> {
  const { order, refund } = await failedRefund(deps, orderId, key)
  const by = { userId, at: deps.now.toISOString() }
  await settleIfAnswered(deps, order)
  // Somebody gave it back in the provider's own pages: that has just been seen.
  if ((await findRefund(deps.db, key))?.state === 'done') return
  const [retried] = await commit(deps.db, [...retryRefund(refund, by)])
  if (retried.meta.changes === 0) throw decided()
  await makeRefundsOf(deps, order)
}

/** A refund that the provider refused was made in another way. */
export async function endByHand(deps: Deps, { orderId, key, userId }: Wish): Promise<void> {
  const { refund } = await failedRefund(deps, orderId, key)
  const by = { userId, at: deps.now.toISOString() }
  const [ended] = await commit(deps.db, [
    ...endRefund(refund, { from: 'failed', to: 'byHand' }, by),
  ])
  if (ended.meta.changes === 0) throw decided()
}

function decided(): DomainError {
  return new DomainError(
    'Conflict',
    'Diese Erstattung ist inzwischen erledigt, oder es ist nichts mehr davon da. Lade die Seite neu.',
  )
}

/** Only one that failed: what is on its way may arrive at any moment. */
async function failedRefund({ db }: Deps, orderId: number, key: string) {
  const [[order], [refund]] = await db.batch([selectOrder(db, orderId), selectRefund(db, key)])
  if (!order) throw notFound()
  if (refund?.orderId === order.id && refund.state === 'failed') return { order, refund }
  throw new DomainError('Conflict', 'Diese Erstattung ist nicht fehlgeschlagen.')
}
