import { DomainError } from '#worker/domain/errors.ts'
import {
  askMollie,
  chargedBackCents,
  type MolliePayment,
  mollieAmount,
  mollieMethods,
  molliePayment,
  mollieRefund,
  mollieRefunds,
  refundedCents,
  reportOfPayment,
  wordOf,
} from './mollie-client.ts'
import {
  type Checkout,
  type PaymentNotification,
  type PaymentProvider,
  type ProviderProbe,
  ProviderRejectedError,
  type Refund,
} from './payment-provider.ts'
import { isLiveKey, mollieKey } from './provider-definition.ts'

type Settings = { apiKey: string; apiUrl: string | undefined; origin: string }

/** Mollie. A payment's reference is its `tr_…` id. */
export function mollieProvider(settings: Settings): PaymentProvider {
  const isLive = isLiveKey(mollieKey, settings.apiKey)

  async function ask(call: Parameters<typeof askMollie>[1]): Promise<MolliePayment> {
    const payment = molliePayment.parse(await askMollie(settings, call))
    // Test payments never count as real ones, nor the reverse.
    if ((payment.mode === 'live') !== isLive) throw new Error('Mollie answered in the other mode')
    return payment
  }
  const find = (ref: string) => ask({ method: 'GET', path: pathOf(ref) })

  return {
    id: 'mollie',
    isLive,
    checkoutMinutes: 30,
    // Mollie sets its own time limit for each payment method and accepts none.
    leastMinutes: 30,

    async createCheckout(checkout) {
      const body = paymentParams(checkout, settings.origin)
      const key = `order-${checkout.token}${checkout.attempt}`
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
        // The payment was decided at this moment, so Mollie is asked for its new state.
        if (error instanceof ProviderRejectedError) return closingOf(await find(ref))
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
        if (error instanceof ProviderRejectedError && error.cause === 404) return null
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
  // Mollie rejects a webhook address that it cannot reach; on a local machine return and cron settle the
  // order.
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

/** The payment's id, which is all that a notification contains; unsigned, so the payment is read from the API. */
function refOf(rawBody: string): string {
  const id = new URLSearchParams(rawBody).get('id') ?? ''
  if (/^tr_[A-Za-z0-9]+$/.test(id)) return id
  throw new DomainError('InvalidSignature', 'Die Nachricht ist nicht von Mollie.')
}

/**
 * Mollie forgets an idempotency key after an hour, and a refund may be retried for longer, so the key is
 * stored in the refund's metadata and searched for first.
 */
async function refundPayment(
  access: Parameters<typeof askMollie>[0],
  paymentPath: string,
  { ref, amountInCent, currency, key, attempt, description }: Refund,
): Promise<string> {
  const path = `${paymentPath}/refunds`
  const earlier = mollieRefunds.parse(
    await askMollie(access, { method: 'GET', path: `${path}?limit=250` }),
  )
  const made = earlier._embedded.refunds.find(
    (refund) => wordOf(refund.metadata, 'key') === key && !hasFailed(refund),
  )
  if (made) return made.id

  const body = { amount: mollieAmount(amountInCent, currency), description, metadata: { key } }
  const call = { method: 'POST', path, body, key: `${ref}-${key}-${attempt}` } as const
  return idOf(mollieRefund.parse(await askMollie(access, call)))
}

type Made = { id: string; status: string }

function idOf(refund: Made): string {
  if (!hasFailed(refund)) return refund.id
  throw new ProviderRejectedError(`Mollie: ${refund.status}`)
}

function hasFailed({ status }: Made): boolean {
  return status === 'failed' || status === 'canceled'
}

/** Methods that report only days later whether the money was received: a place is not reserved for so long. */
const slowMethods: Record<string, string> = {
  banktransfer: 'Überweisung',
  directdebit: 'Lastschrift',
}

/** One cheap read: whether the key is accepted, and which payment methods there are. */
async function probeMollie(access: Parameters<typeof askMollie>[0]): Promise<ProviderProbe> {
  try {
    const answer = mollieMethods.parse(await askMollie(access, { method: 'GET', path: '/methods' }))
    return { answers: true, problems: problemsOf(answer._embedded.methods.map(({ id }) => id)) }
  } catch (error) {
    const problem = keyProblemOf(error)
    return problem
      ? { answers: true, problems: [problem] }
      : { answers: false, problems: ['Mollie antwortet nicht.'] }
  }
}

function problemsOf(methods: readonly string[]): string[] {
  if (methods.length === 0) return ['Bei Mollie ist keine Zahlungsart eingeschaltet.']
  return methods.flatMap((id) => {
    const name = slowMethods[id]
    return name
      ? [`Schalte bei Mollie die Zahlungsart „${name}“ aus: Sie wird erst nach Tagen bestätigt.`]
      : []
  })
}

function keyProblemOf(error: unknown): string | null {
  const status = error instanceof Error ? error.cause : undefined
  if (status === 401) return 'Mollie nimmt den Schlüssel MOLLIE_API_KEY nicht an.'
  return status === 403 ? 'Dem Schlüssel MOLLIE_API_KEY fehlt ein Recht bei Mollie.' : null
}
