import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { type Order, releaseOrder, saveCheckout } from './orders.queries.ts'

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
    await deps.db.batch([...releaseOrder(deps.db, order.id, 'failed', deps.now.toISOString())])
    console.error(JSON.stringify({ level: 'error', event: 'checkout_failed', orderId: order.id }))
    const message = 'Die Bezahlung konnte nicht gestartet werden. Du bist nicht angemeldet.'
    throw error instanceof DomainError ? error : new DomainError('PaymentFailed', message)
  }
}
