import { askMollie } from './mollie-client.ts'
import { mollieAmount, mollieRefund, mollieRefunds, wordOf } from './mollie-payment.ts'
import { ProviderRefusal, type Refund } from './payment-provider.ts'

/**
 * Mollie forgets an idempotency key after an hour, and a refund may be tried for longer: so the key
 * stands at the refund as well and is looked for first.
 */
export async function refundPayment(
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
  throw new ProviderRefusal(`Mollie: ${refund.status}`)
}

function hasFailed({ status }: Made): boolean {
  return status === 'failed' || status === 'canceled'
}
