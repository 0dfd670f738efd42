import { isDatabaseError, isTransient } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { paradeCancelledError } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { PaymentProvider } from '#worker/payments/payment-provider.ts'
import { closeOrder } from './close-order.ts'
import { type Deps, logOrderError } from './deps.ts'
import { removeLoad } from './network-load.queries.ts'
import { failOrder } from './order-states.queries.ts'
import { listCancelledParades, type Order, saveCheckout } from './orders.queries.ts'

/** How long places stay reserved after the checkout ends, for a payment in its last second. */
const marginInMinutes = 5

/** End of the reservation of an order opened now, as far as known before the provider is asked. */
export function reservedUntil(provider: PaymentProvider, createdAt: Date): string {
  return withMargin(expiresAt(provider, createdAt))
}

/** Where the order is paid, and the end of its reservation. */
export type OpenCheckout = { redirectUrl: string; holdUntil: string }

/**
 * The provider's page for a pending order. Safe to repeat: if a worker died between order and checkout, the
 * next identical request opens it, and the same order gives the same page.
 * @param openedAt from when the reservation for the payment runs; later than the order for accepted offers
 */
export async function openCheckout(
  deps: Deps,
  order: Order,
  description: string,
  openedAt = new Date(order.createdAt),
): Promise<OpenCheckout> {
  const { redirectUrl: opened, holdUntil } = order
  if (opened) return { redirectUrl: opened, holdUntil }
  if (order.provider === 'none') return { redirectUrl: order.successUrl, holdUntil }
  const provider = deps.provider(order.provider)
  const { redirectUrl, ref, saved } = await createCheckout(deps, provider, order, {
    description,
    openedAt,
  }).catch((error: unknown) => failCheckout(deps, order, error))
  const isPending = saved?.state === 'pending'
  if (isPending && !saved.isCancelled) return { redirectUrl, holdUntil: saved.holdUntil }
  // While the provider answered, the order was released or its parade cancelled: it must not be paid any more.
  const close = async () =>
    isPending
      ? closeOrder(deps, { ...order, providerRef: ref }, 'cancelled', { keepsOffer: true })
      : provider.close(ref, 'cancelled')
  await close().catch(throwCheckoutFailed(order))
  const cancelled = await listCancelledParades(deps.db, order.id)
  if (cancelled.length > 0) throw paradeCancelledError(cancelled)
  const message = 'Die Anmeldung ist inzwischen abgelaufen. Versuche es noch einmal.'
  throw new DomainError('Conflict', message)
}

async function createCheckout(
  deps: Deps,
  provider: PaymentProvider,
  order: Order,
  { description, openedAt }: { description: string; openedAt: Date },
) {
  const { returnToken, amountInCent, currency, emailAddress } = order
  const checkout = await provider.createCheckout({
    token: returnToken,
    attempt: order.endedPayments === 0 ? '' : `.${order.endedPayments}`,
    amountInCent,
    currency,
    description,
    emailAddress,
    returnUrl: `${deps.origin}/api/payments/return/${returnToken}`,
    cancelUrl: `${deps.origin}/api/payments/cancel/${returnToken}`,
    expiresAt: payableUntil(provider, order, openedAt),
  })
  const { ref, redirectUrl } = checkout
  const opened = {
    ref,
    redirectUrl,
    holdUntil: withMargin(checkout.expiresAt),
    reservedUntil: reservedUntil(provider, openedAt),
  }
  return { ref, redirectUrl, saved: await saveCheckout(deps.db, order.id, opened) }
}

async function failCheckout(deps: Deps, order: Order, error: unknown): Promise<never> {
  const { db, now } = deps
  // The provider failed, so these places do not count towards the network's load.
  await commit(db, [...failOrder(order.id, now.toISOString()), ...removeLoad(order.id)])
  return throwCheckoutFailed(order)(error)
}

/** Turns a provider's failure into PaymentFailed for an enrolment. */
export function throwCheckoutFailed(order: Order) {
  return (error: unknown): never => {
    logOrderError('checkout_failed', order.id, error)
    const message = 'Die Bezahlung konnte nicht gestartet werden. Du bist nicht angemeldet.'
    if (error instanceof DomainError || (isDatabaseError(error) && isTransient(error))) throw error
    throw new DomainError('PaymentFailed', message)
  }
}

/**
 * Until when the checkout can be paid: the end of the reservation, but at least the provider's minimum. If the
 * reservation ends before the minimum, the sweep closes the checkout.
 */
function payableUntil(provider: PaymentProvider, order: Order, openedAt: Date): Date {
  const least = openedAt.getTime() + provider.leastMinutes * 60_000
  const most = expiresAt(provider, openedAt).getTime()
  return new Date(Math.max(least, Math.min(most, Date.parse(order.holdUntil))))
}

function expiresAt(provider: PaymentProvider, createdAt: Date): Date {
  return new Date(createdAt.getTime() + provider.checkoutMinutes * 60_000)
}

function withMargin(end: Date): string {
  return new Date(end.getTime() + marginInMinutes * 60_000).toISOString()
}
