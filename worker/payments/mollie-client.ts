import { z } from 'zod'
import type { PaymentReport } from '#worker/domain/settlement.ts'
import { ProviderRejectedError } from './payment-provider.ts'

/** Time limit of a call; short, because a payer waits for the answer. */
const patienceInMs = 10_000

const mollieUrl = 'https://api.mollie.com'

type Access = { apiKey: string; apiUrl: string | undefined }

type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  /** The path below `/v2`. */
  path: string
  body?: object
  /** Idempotency key; Mollie remembers it for an hour. */
  key?: string
}

/**
 * Calls Mollie's API; the answer's shape is not checked.
 * @throws ProviderRejectedError
 */
export async function askMollie({ apiKey, apiUrl = mollieUrl }: Access, call: Call) {
  const response = await fetch(`${apiUrl}/v2${call.path}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      ...(call.body && { 'Content-Type': 'application/json' }),
      ...(call.key && { 'Idempotency-Key': call.key }),
    },
    body: call.body ? JSON.stringify(call.body) : null,
    // The API key must not be sent to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceInMs),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw mollieError(response.status, answer)
  return answer
}

/** Statuses that a retry may pass: a wrong key, too early, too many requests. */
const mayGoWellLater = [401, 403, 408, 409, 429]

function mollieError(status: number, answer: unknown): Error {
  if (status === 401 || status === 403) logKeyProblem(status)
  const detail = detailOf(answer)
  if (status >= 400 && status < 500 && !mayGoWellLater.includes(status)) {
    return new ProviderRejectedError(detail, { cause: status })
  }
  return Object.assign(new Error(detail, { cause: status }), { name: `Mollie${status}` })
}

function detailOf(answer: unknown): string {
  const hasDetail = typeof answer === 'object' && answer !== null && 'detail' in answer
  return hasDetail ? String(answer.detail) : 'Mollie answered nothing readable'
}

function logKeyProblem(status: number): void {
  const variable = 'MOLLIE_API_KEY'
  console.error(
    JSON.stringify({ level: 'error', event: 'payment_key_rejected', variable, type: status }),
  )
}

const amount = z.object({ currency: z.string(), value: z.string() })

/** The fields of a payment that are used. */
export const molliePayment = z.object({
  id: z.string(),
  mode: z.enum(['live', 'test']),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount,
  amountRefunded: amount.nullish(),
  amountChargedBack: amount.nullish(),
  isCancelable: z.boolean().nullish(),
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
  metadata: z.unknown(),
  _links: z.object({ checkout: z.object({ href: z.string() }).nullish() }),
})
export type MolliePayment = z.infer<typeof molliePayment>

export const mollieRefund = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.unknown(),
})

export const mollieRefunds = z.object({ _embedded: z.object({ refunds: z.array(mollieRefund) }) })

export const mollieMethods = z.object({
  _embedded: z.object({ methods: z.array(z.object({ id: z.string() })) }),
})

const stateOf = {
  open: 'open',
  pending: 'processing',
  authorized: 'processing',
  paid: 'paid',
  canceled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
} as const satisfies Record<MolliePayment['status'], PaymentReport['state']>

export function reportOfPayment(payment: MolliePayment): PaymentReport {
  return {
    state: stateOf[payment.status],
    amountInCent: centsOf(payment.amount.value),
    currency: payment.amount.currency,
    refundedInCent: refundedCents(payment),
    isDisputed: chargedBackCents(payment) > 0,
    token: wordOf(payment.metadata, 'token'),
  }
}

export function refundedCents({ amountRefunded }: MolliePayment): number {
  return amountRefunded ? centsOf(amountRefunded.value) : 0
}

export function chargedBackCents({ amountChargedBack }: MolliePayment): number {
  return amountChargedBack ? centsOf(amountChargedBack.value) : 0
}

/** A text from the payment's metadata; "" when it is missing. */
export function wordOf(metadata: unknown, name: string): string {
  const parsed = z.record(z.string(), z.unknown()).safeParse(metadata)
  const value = parsed.success ? parsed.data[name] : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * "12.50" → 1250
 * @throws Error for a currency without cents, which is never requested
 */
function centsOf(value: string): number {
  const [, whole, cents] = /^(\d{1,10})\.(\d{2})$/.exec(value) ?? []
  if (!whole || !cents) throw new Error('Mollie: an amount without cents')
  return Number(whole) * 100 + Number(cents)
}

/** An amount as Mollie expects it: 1250 cents are "12.50". */
export function mollieAmount(cents: number, currency: string) {
  const whole = Math.trunc(cents / 100)
  return { currency, value: `${whole}.${String(cents % 100).padStart(2, '0')}` }
}
