import { DomainError } from '#worker/domain/errors.ts'
import { askMollie } from './mollie-client.ts'
import {
  chargedBackCents,
  type MolliePayment,
  mollieAmount,
  molliePayment,
  refundedCents,
  reportOfPayment,
} from './mollie-payment.ts'
import { probeMollie } from './mollie-probe.ts'
import { refundPayment } from './mollie-refund.ts'
import {
  type Checkout,
  type PaymentNotification,
  type PaymentProvider,
  ProviderRefusal,
} from './payment-provider.ts'
import { isLiveKey, mollieKey } from './provider-keys.ts'

type Settings = { apiKey: string; apiUrl: string | undefined; origin: string }

/** Mollie's payments. A payment's name is its `tr_…`. */
export function mollieProvider(settings: Settings): PaymentProvider {
  const isLive = isLiveKey(mollieKey, settings.apiKey)

  async function ask(call: Parameters<typeof askMollie>[1]): Promise<MolliePayment> {
    const payment = molliePayment.parse(await askMollie(settings, call))
    // Test money never counts as real, nor real as test.
    if ((payment.mode === 'live') !== isLive) throw new Error('Mollie answered in the other mode')
    return payment
  }
  const find = (ref: string) => ask({ method: 'GET', path: pathOf(ref) })

  return {
    id: 'mollie',
    isLive,
    checkoutMinutes: 30,
    // It has its own time for each way to pay, and takes none from us.
    leastMinutes: 30,

    async createCheckout(checkout) {
      const body = paymentParams(checkout, settings.origin)
      const key = `order-${checkout.token}`
      const payment = await ask({ method: 'POST', path: '/payments', body, key })
      const redirectUrl = payment._links.checkout?.href
      if (!redirectUrl) throw new Error('Mollie opened a payment without a page')
      const expiresAt = payment.expiresAt ? new Date(payment.expiresAt) : checkout.expiresAt
      return { ref: payment.id, redirectUrl, expiresAt }
    },

    lookUp: async (ref) => reportOfPayment(await find(ref)),

    async close(ref) {
      const payment = await find(ref)
      if (!payment.isCancelable) return closingOf(payment)
      try {
        return closingOf(await ask({ method: 'DELETE', path: pathOf(ref) }))
      } catch (error) {
        // Decided in this very moment: what is it now?
        if (error instanceof ProviderRefusal) return closingOf(await find(ref))
        throw error
      }
    },

    refund: (refund) => refundPayment(settings, pathOf(refund.ref), refund),

    async readNotification(rawBody): Promise<PaymentNotification | null> {
      const ref = refOf(rawBody)
      try {
        const payment = await find(ref)
        const { status } = payment
        const sums = `${refundedCents(payment)}.${chargedBackCents(payment)}`
        const eventId = `${ref}.${status}.${sums}`
        return { eventId, type: `payment.${status}`, ref, isUnnamed: true }
      } catch (error) {
        if (error instanceof ProviderRefusal && error.cause === 404) return null
        throw error
      }
    },

    probe: () => probeMollie(settings),
  }
}

function pathOf(ref: string): string {
  return `/payments/${encodeURIComponent(ref)}`
}

function closingOf({ status }: MolliePayment): 'closed' | 'paid' | 'notClosable' {
  if (status === 'paid') return 'paid'
  return status === 'open' || status === 'pending' || status === 'authorized'
    ? 'notClosable'
    : 'closed'
}

function paymentParams(checkout: Checkout, origin: string) {
  const { token, amountInCent, currency, description, returnUrl, cancelUrl } = checkout
  // Mollie refuses an address it cannot reach; on one's own machine the return and the cron settle.
  const isReachable = origin.startsWith('https://')
  return {
    amount: mollieAmount(amountInCent, currency),
    description,
    redirectUrl: returnUrl,
    cancelUrl,
    ...(isReachable && { webhookUrl: `${origin}/api/payments/webhook/mollie` }),
    locale: 'de_DE',
    metadata: { token },
  }
}

/** The name is all a notification says, and it is not signed: the payment is asked for instead. */
function refOf(rawBody: string): string {
  const id = new URLSearchParams(rawBody).get('id') ?? ''
  if (/^tr_[A-Za-z0-9]+$/.test(id)) return id
  throw new DomainError('InvalidSignature', 'Die Nachricht ist nicht von Mollie.')
}
