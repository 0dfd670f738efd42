import type { FakeProvider, SentEvent } from '#tests/fakes/fake-provider.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { fakeStripe } from '#tests/fakes/stripe.ts'
import { call, json, rows } from './api.ts'
import { type Chosen, enrol } from './enrolment.ts'

const webhookSecret = 'whsec_1'

/** Each provider with the settings of a guild that uses it. */
export const providers = [
  {
    id: 'stripe',
    settings: {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
    open: () => fakeStripe({ key: 'sk_test_1', webhookSecret }),
    refundCall: 'POST /v1/refunds',
  },
  {
    id: 'mollie',
    settings: { PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' },
    open: () => fakeMollie({ key: 'test_1' }),
    refundCall: 'POST /v2/payments/',
  },
] as const

/** Sends an event to the app's webhook. */
export function notify(
  provider: FakeProvider,
  { body, headers }: SentEvent,
  options: Parameters<typeof call>[3] = {},
) {
  return call('POST', `/api/payments/webhook/${provider.id}`, body, { ...options, headers })
}

/** Delivers all due webhook requests in order; returns the statuses. */
export async function deliver(provider: FakeProvider): Promise<number[]> {
  const statuses: number[] = []
  for (const event of await provider.events()) {
    statuses.push((await notify(provider, event)).status)
  }
  return statuses
}

/** Enrols; returns the provider's payment id and the order's token. */
export async function enrolledWith(
  provider: FakeProvider,
  parades: Chosen[],
  change: Record<string, unknown> = {},
) {
  const answer = await json(enrol(parades, change))
  const [order] = await rows<{ token: string }>(
    'SELECT return_token AS token FROM orders ORDER BY id DESC',
  )
  const redirectUrl = String(answer.redirectUrl)
  return { ref: provider.refs().at(-1) ?? '', token: order?.token ?? '', redirectUrl }
}
