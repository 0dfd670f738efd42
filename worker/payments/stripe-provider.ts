import Stripe from 'stripe'
import { type Checkout, type PaymentProvider, ProviderRefusal } from './payment-provider.ts'
import { isLiveKey, stripeKey } from './provider-keys.ts'
import { askStripe, openStripe } from './stripe-client.ts'
import { readStripeEvent } from './stripe-notification.ts'
import { probeStripe } from './stripe-probe.ts'
import { refundSession } from './stripe-refund.ts'
import { expandForReport, expectSameMode, reportOfSession } from './stripe-report.ts'

/** Stripe takes no less than 30, and its clock may be ahead of ours. */
const checkoutMinutes = 31

/** Less than this Stripe does not take. */
export const smallestInCent = 50

type Settings = {
  secretKey: string
  /** "" = nobody's notification is believed. */
  webhookSecret: string
  apiUrl: string | undefined
  now: Date
}

/** Stripe Checkout. A payment's name is the checkout session's id. */
export function stripeProvider(settings: Settings): PaymentProvider {
  const isLive = isLiveKey(stripeKey, settings.secretKey)
  const stripe = openStripe(settings.secretKey, settings.apiUrl)
  const sessions = stripe.checkout.sessions

  async function findSession(ref: string): Promise<Stripe.Checkout.Session> {
    const session = await askStripe(sessions.retrieve(ref, { expand: expandForReport }))
    expectSameMode(session, isLive)
    return session
  }

  async function openSession(checkout: Checkout): Promise<Stripe.Checkout.Session> {
    const params = sessionParams(checkout)
    const idempotencyKey = `order-${checkout.token}`
    try {
      return await askStripe(sessions.create(params, { idempotencyKey }))
    } catch (error) {
      if (!isAddressRefused(error)) throw error
      // An address that is good enough for us: at Stripe the person types one that it takes.
      const { customer_email: _, ...rest } = params
      const options = { idempotencyKey: `${idempotencyKey}-without-address` }
      return await askStripe(sessions.create(rest, options))
    }
  }

  return {
    id: 'stripe',
    isLive,
    checkoutMinutes,
    leastMinutes: checkoutMinutes,

    async createCheckout(checkout) {
      const session = await openSession(checkout)
      expectSameMode(session, isLive)
      if (!session.url) throw new Error('Stripe opened a checkout without a page')
      const expiresAt = new Date(session.expires_at * 1000)
      return { ref: session.id, redirectUrl: session.url, expiresAt }
    },

    lookUp: async (ref) => reportOfSession(await findSession(ref)),

    async close(ref) {
      try {
        await askStripe(sessions.expire(ref))
        return 'closed'
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error
      }
      // Only an open one can be closed: what is it, then?
      const { state } = reportOfSession(await findSession(ref))
      if (state === 'paid') return 'paid'
      return state === 'open' || state === 'processing' ? 'notClosable' : 'closed'
    },

    refund: async (refund) => refundSession(stripe, await findSession(refund.ref), refund),

    readNotification: (rawBody, headers) =>
      readStripeEvent({ ...settings, stripe, isLive }, rawBody, headers),

    probe: () => probeStripe(stripe),
  }
}

function isAddressRefused(error: unknown): boolean {
  const cause = error instanceof ProviderRefusal ? error.cause : null
  return cause instanceof Stripe.errors.StripeError && cause.param === 'customer_email'
}

function sessionParams(checkout: Checkout): Stripe.Checkout.SessionCreateParams {
  const { token, amountInCent, currency, description, emailAddress } = checkout
  if (amountInCent < smallestInCent) {
    throw new ProviderRefusal('Stripe nimmt keine Zahlung unter 0,50 €.')
  }
  return {
    mode: 'payment',
    locale: 'de',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountInCent,
          product_data: { name: description },
        },
      },
    ],
    client_reference_id: token,
    metadata: { token },
    payment_intent_data: { metadata: { token } },
    customer_email: emailAddress,
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    success_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    // These say days later whether there is money; a place cannot wait for that.
    excluded_payment_method_types: ['sepa_debit', 'customer_balance'],
  }
}
