import { beforeEach, describe, expect, test } from 'vitest'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { fakeStripe } from '#tests/fakes/stripe.ts'
import { call, json, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, enrol } from '#tests/support/enrolment.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { providerProblems } from '#worker/payments/providers.ts'

let costume118: Chosen

beforeEach(async () => {
  setClock()
  const type = await aCostumeType()
  const parade = await aParade()
  costume118 = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
})

/** A deployed worker requires https. */
const origin = 'https://zunft.test'
const redirects = {
  successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
  errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
}

const local = { ENVIRONMENT: 'local', JWT_SECRET: '' }
const production = { ENVIRONMENT: 'production', JWT_SECRET: '' }
const withHook = { STRIPE_WEBHOOK_SECRET: 'whsec_1' }

/** A wrong configuration, the setting to blame, and what management reads about it. */
const wrong = [
  ['no payment provider', { ...local, PAYMENT_PROVIDER: '' }, 'PAYMENT_PROVIDER', 'nicht gesetzt'],
  [
    'an unknown payment provider',
    { ...local, PAYMENT_PROVIDER: 'paypal' },
    'PAYMENT_PROVIDER',
    'keinen bekannten',
  ],
  [
    'a name that every object has as payment provider',
    { ...local, PAYMENT_PROVIDER: 'constructor' },
    'PAYMENT_PROVIDER',
    'keinen bekannten',
  ],
  [
    '"none" as payment provider',
    { ...local, PAYMENT_PROVIDER: 'none' },
    'PAYMENT_PROVIDER',
    'keinen bekannten',
  ],
  [
    'the sandbox in production',
    { ...production, PAYMENT_PROVIDER: 'sandbox' },
    'PAYMENT_PROVIDER',
    'nur lokal',
  ],
  [
    'the sandbox in a preview',
    { ...local, ENVIRONMENT: 'preview', PAYMENT_PROVIDER: 'sandbox' },
    'PAYMENT_PROVIDER',
    'nur lokal',
  ],
  [
    'Stripe without a key',
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe' },
    'STRIPE_SECRET_KEY',
    'fehlt',
  ],
  [
    'Stripe with an empty key',
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: '' },
    'STRIPE_SECRET_KEY',
    'fehlt',
  ],
  [
    'Stripe with the webhook secret as key',
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'whsec_1' },
    'STRIPE_SECRET_KEY',
    'Form',
  ],
  [
    'Stripe with the public key',
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'pk_test_1' },
    'STRIPE_SECRET_KEY',
    'Form',
  ],
  [
    'Stripe with a line break in the key',
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1\n' },
    'STRIPE_SECRET_KEY',
    'Form',
  ],
  [
    'a live key of Stripe outside production',
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1' },
    'STRIPE_SECRET_KEY',
    'echter Schlüssel',
  ],
  [
    'a restricted live key of Stripe outside production',
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'rk_live_1' },
    'STRIPE_SECRET_KEY',
    'echter Schlüssel',
  ],
  [
    'a test key of Stripe in production',
    { ...production, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' },
    'STRIPE_SECRET_KEY',
    'Testschlüssel',
  ],
  [
    'a restricted test key of Stripe in production',
    { ...production, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'rk_test_1' },
    'STRIPE_SECRET_KEY',
    'Testschlüssel',
  ],
  ['Mollie without a key', { ...local, PAYMENT_PROVIDER: 'mollie' }, 'MOLLIE_API_KEY', 'fehlt'],
  [
    "Mollie with Stripe's key",
    { ...local, PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'sk_test_1' },
    'MOLLIE_API_KEY',
    'Form',
  ],
  [
    'a live key of Mollie outside production',
    { ...local, PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'live_1' },
    'MOLLIE_API_KEY',
    'echter Schlüssel',
  ],
  [
    'a test key of Mollie in production',
    { ...production, PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' },
    'MOLLIE_API_KEY',
    'Testschlüssel',
  ],
] as const

describe('An enrolment with a wrong payment configuration', () => {
  // With the sandbox in production the worker answers nothing at all (set-up.test.ts).
  const served = wrong.filter(([what]) => what !== 'the sandbox in production')
  test.each(served)(
    'With %s, an enrolment is rejected (503) and the log names the setting',
    async (_what, { JWT_SECRET: _, ...settings }, variable) => {
      configure({ ...settings, APP_ORIGIN: origin })
      const response = await enrol([costume118], redirects)
      expect(response.status).toBe(503)
      expect(await json(response)).toEqual({
        enrolSuccessful: false,
        error: {
          code: 'PaymentUnavailable',
          message: 'Online-Zahlung ist derzeit nicht eingerichtet.',
        },
      })
      expect(await rows('SELECT id FROM orders UNION SELECT id FROM participations')).toEqual([])
      expect(logged()).toContain(variable)
      expect(logged()).not.toMatch(/(sk|rk|pk)_(live|test)_|(live|test)_1|whsec/)
      expectLogged('payment_unavailable')
    },
  )
})

describe('Problems of the payment configuration shown to management', () => {
  test.each(wrong)(
    'With %s, management sees a problem that names the setting but not its value',
    (_what, settings, variable, sentence) => {
      const problems = providerProblems(settings)
      expect(problems).toEqual([expect.stringContaining(sentence)])
      expect(problems[0]).toContain(variable === 'PAYMENT_PROVIDER' ? '' : variable)
      expect(problems.join()).not.toMatch(/_1|whsec/)
    },
  )

  test.each([
    { ...local, PAYMENT_PROVIDER: 'sandbox' },
    { ...local, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'rk_test_1' },
    { ...production, ...withHook, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1' },
    { ...local, PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' },
    { ...production, PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'live_1' },
  ])(
    'The payment provider $PAYMENT_PROVIDER with a fitting key has no problems in the environment $ENVIRONMENT',
    (settings) => {
      expect(providerProblems(settings)).toEqual([])
    },
  )

  test.each(['', ' ', undefined])(
    'With the webhook secret %j for Stripe, management sees a problem, but payments can be opened',
    async (given) => {
      const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }
      const secret = given === undefined ? {} : { STRIPE_WEBHOOK_SECRET: given }
      expect(providerProblems({ ...local, ...stripe, ...secret })).toEqual([
        expect.stringContaining('STRIPE_WEBHOOK_SECRET fehlt'),
      ])
      configure({ ...stripe, ...secret })
      install(fakeStripe({ key: 'sk_test_1', webhookSecret: 'whsec_1' }))
      expect((await enrol([costume118])).status).toBe(200)
      expect((await call('POST', '/api/payments/webhook/stripe', '{}')).status).toBe(400)
      expectLogged('STRIPE_WEBHOOK_SECRET')
    },
  )

  test('In production PAYMENT_API_URL is ignored and reported as a problem', async () => {
    const mollie = { PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'live_1' }
    const elsewhere = { PAYMENT_API_URL: 'https://stand-in.example' }
    expect(providerProblems({ ...production, ...mollie, ...elsewhere })).toEqual([
      expect.stringContaining('PAYMENT_API_URL'),
    ])
    configure({ ...mollie, ...elsewhere, ENVIRONMENT: 'production', APP_ORIGIN: origin })
    const real = fakeMollie({ key: 'live_1' })
    install(real)
    expect((await enrol([costume118], redirects)).status).toBe(200)
    expect(real.refs()).toHaveLength(1)
  })

  test.each([
    [
      'stripe',
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      fakeStripe({ key: 'sk_test_1', webhookSecret: '' }),
    ],
    ['mollie', { MOLLIE_API_KEY: 'test_1' }, fakeMollie({ key: 'test_1' })],
  ] as const)(
    'On a local machine PAYMENT_API_URL replaces the address of the API of %s',
    async (id, key, fake) => {
      configure({ ...key, PAYMENT_PROVIDER: id, PAYMENT_API_URL: 'http://127.0.0.1:4242' })
      install({ ...fake, host: '127.0.0.1:4242' })
      expect((await enrol([costume118])).status).toBe(200)
      expect(fake.refs()).toHaveLength(1)
    },
  )
})
