import { uniqueViolation } from '#worker/db/sqlite.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { acceptOrder } from './order-states.queries.ts'
import { findOrder, type Order, stepOrder } from './orders.queries.ts'

/**
 * Somebody of the staff takes another sum than ours as paid.
 * @throws DomainError Conflict when it needs no decision (any more), or its places are gone
 */
export async function acceptReviewed(deps: Deps, order: Order, userId: number): Promise<void> {
  if (order.state !== 'review') {
    throw new DomainError('Conflict', 'Hier ist nichts mehr zu entscheiden.')
  }
  const by = { userId, at: deps.now.toISOString() }
  const accepting = stepOrder(deps.db, order, acceptOrder(deps.db, order, by, deps.today))
  const accepted = await accepting.catch((error: unknown) => {
    if (uniqueViolation(error)) return findOrder(deps.db, order.id)
    throw error
  })
  if (accepted?.state === 'review') {
    const message =
      'Ein Platz ist inzwischen vergeben oder der Umzug vorbei oder abgesagt. Erstatte stattdessen den Betrag.'
    throw new DomainError('Conflict', message)
  }
  deps.sendMailsOf(order.id)
}
