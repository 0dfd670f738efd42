import { isOfDatabase, isPassing } from '#worker/db/causes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { PaymentProvider } from '#worker/payments/payment-provider.ts'
import type { Deps } from './deps.ts'
import { logTrouble } from './log-trouble.ts'
import { failOrder } from './order-states.queries.ts'
import { type Order, saveCheckout } from './orders.queries.ts'

/** Some minutes longer than the checkout can be paid: money in the last second finds its place. */
const marginInMinutes = 5

/** Until when an order that is opened now reserves its places, as far as we know before we ask. */
export function reservedUntil(provider: PaymentProvider, createdAt: Date): string {
  return withMargin(expiresAt(provider, createdAt))
}

/**
 * The provider's page for a pending order. Safe to repeat: a worker that died between order and
 * checkout is made up for by the next identical request, and the same order gives the same page.
 */
export async function openCheckout(deps: Deps, order: Order): Promise<{ redirectUrl: string }> {
  if (order.redirectUrl) return { redirectUrl: order.redirectUrl }
  if (order.provider === 'none') return { redirectUrl: order.successUrl }
  const provider = deps.provider(order.provider)
  const { redirectUrl, ref, state } = await createCheckout(deps, provider, order).catch(
    (error: unknown) => giveUp(deps, order, error),
  )
  if (state === 'pending') return { redirectUrl }
  // Released while the provider took its time: nobody may pay for it any more.
  await provider.close(ref, 'cancelled').catch(paymentFailed(order))
  const message = 'Die Anmeldung ist inzwischen abgelaufen. Versuche es noch einmal.'
  throw new DomainError('Conflict', message)
}

async function createCheckout(deps: Deps, provider: PaymentProvider, order: Order) {
  const { token, amountInCent, currency, emailAddress } = order
  const checkout = await provider.createCheckout({
    token,
    amountInCent,
    currency,
    description: `Umzugsanmeldung ${order.firstName} ${order.lastName}`,
    emailAddress,
    returnUrl: `${deps.origin}/api/payments/return/${token}`,
    cancelUrl: `${deps.origin}/api/payments/cancel/${token}`,
    expiresAt: expiresAt(provider, new Date(order.createdAt)),
  })
  const { ref, redirectUrl } = checkout
  const opened = { ref, redirectUrl, holdUntil: withMargin(checkout.expiresAt) }
  return { ref, redirectUrl, state: await saveCheckout(deps.db, order.id, opened) }
}

async function giveUp(deps: Deps, order: Order, error: unknown): Promise<never> {
  await deps.db.batch([...failOrder(deps.db, order.id, deps.now.toISOString())])
  return paymentFailed(order)(error)
}

/** What a provider's failure is to somebody who wants to enrol. */
export function paymentFailed(order: Order) {
  return (error: unknown): never => {
    logTrouble('checkout_failed', order.id, error)
    const message = 'Die Bezahlung konnte nicht gestartet werden. Du bist nicht angemeldet.'
    if (error instanceof DomainError || (isOfDatabase(error) && isPassing(error))) throw error
    throw new DomainError('PaymentFailed', message)
  }
}

function expiresAt(provider: PaymentProvider, createdAt: Date): Date {
  return new Date(createdAt.getTime() + provider.checkoutMinutes * 60_000)
}

function withMargin(end: Date): string {
  return new Date(end.getTime() + marginInMinutes * 60_000).toISOString()
}
