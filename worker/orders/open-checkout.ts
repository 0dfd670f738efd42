import { isOverloaded } from '#worker/db/sqlite.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { failOrder, type Order, saveCheckout } from './orders.queries.ts'

/**
 * The provider's page for a pending order. Safe to repeat: a worker that died between order and
 * checkout is made up for by the next identical request, and the same order gives the same page.
 */
export async function openCheckout(deps: Deps, order: Order): Promise<{ redirectUrl: string }> {
  if (order.redirectUrl) return { redirectUrl: order.redirectUrl }
  const provider = deps.provider()
  try {
    const checkout = await provider.createCheckout({
      token: order.token,
      amountInCent: order.amountInCent,
      currency: order.currency,
      description: `Umzugsanmeldung ${order.firstName} ${order.lastName}`,
      emailAddress: order.emailAddress,
      returnUrl: `${deps.origin}/api/payments/return/${order.token}`,
    })
    await saveCheckout(deps.db, order.id, checkout)
    return { redirectUrl: checkout.redirectUrl }
  } catch (error) {
    await deps.db.batch([...failOrder(deps.db, order.id, deps.now.toISOString())])
    logFailure(order, error)
    const message = 'Die Bezahlung konnte nicht gestartet werden. Du bist nicht angemeldet.'
    if (error instanceof DomainError || isOverloaded(error)) throw error
    throw new DomainError('PaymentFailed', message)
  }
}

function logFailure(order: Order, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  console.error(
    JSON.stringify({ level: 'error', event: 'checkout_failed', orderId: order.id, name }),
  )
}
