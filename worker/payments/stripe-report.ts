import type Stripe from 'stripe'
import type { PaymentReport } from '#worker/domain/settlement.ts'

/** What must come along with a session for a report of it. */
export const expandForReport = ['payment_intent.latest_charge']

export function reportOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const intent = expanded(session.payment_intent)
  const charge = expanded(intent?.latest_charge)
  return {
    state: stateOf(session, intent),
    amountInCent: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    refundedInCent: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    token: session.metadata?.token ?? '',
  }
}

function stateOf(
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentReport['state'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  if (payment_status !== 'unpaid') return 'paid'
  // The person did all they could, and the bank says later.
  const cameToNothing =
    intent?.status === 'canceled' || intent?.status === 'requires_payment_method'
  return cameToNothing ? 'failed' : 'processing'
}

function expanded<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === 'object' ? value : null
}

/** @throws Error for a payment of the other world: test money never counts as real, nor real as test */
export function expectSameMode(session: { livemode: boolean }, isLive: boolean): void {
  if (session.livemode !== isLive) throw new Error('Stripe answered in the other mode')
}
