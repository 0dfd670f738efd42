import type { PaymentProviderId } from '#worker/domain/codes.ts'
import { mollieProvider } from './mollie-provider.ts'
import type { ProviderDefinition, ProviderSettings } from './provider-definition.ts'
import { mollieKey, obstacleOfKey, stripeKey } from './provider-keys.ts'
import { sandboxProvider } from './sandbox-provider.ts'
import { smallestInCent, stripeProvider } from './stripe-provider.ts'

/** Every way to be paid. An order of "none" is free, and never asks here. */
export const providers = {
  sandbox: {
    // It moves no money.
    obstacle: ({ ENVIRONMENT, PAYMENT_PROVIDER }) =>
      ENVIRONMENT === 'local' && PAYMENT_PROVIDER === 'sandbox'
        ? null
        : {
            variable: 'PAYMENT_PROVIDER',
            reason: 'sandbox',
            sentence: 'Die Testzahlung gibt es nur lokal.',
          },
    warnings: () => [],
    least: null,
    open: ({ env, db, origin, now }) =>
      sandboxProvider({ db, secret: env.JWT_SECRET, origin, now }),
  },
  stripe: {
    obstacle: (settings) => obstacleOfKey(stripeKey, settings),
    warnings: ({ STRIPE_WEBHOOK_SECRET }) =>
      STRIPE_WEBHOOK_SECRET?.trim()
        ? []
        : [
            'STRIPE_WEBHOOK_SECRET fehlt: Stripe kann nichts melden. Zahlungen werden erst fest, wenn jemand zurückkehrt oder die Zeit abläuft.',
          ],
    least: { inCent: smallestInCent, sentence: 'Stripe nimmt nichts unter 0,50 €' },
    open: ({ env, now }) => {
      const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = env
      return stripeProvider({ secretKey, webhookSecret, apiUrl: apiUrlOf(env), now })
    },
  },
  mollie: {
    obstacle: (settings) => obstacleOfKey(mollieKey, settings),
    warnings: () => [],
    least: null,
    open: ({ env, origin }) =>
      mollieProvider({ apiKey: env.MOLLIE_API_KEY ?? '', apiUrl: apiUrlOf(env), origin }),
  },
} satisfies Record<Exclude<PaymentProviderId, 'none'>, ProviderDefinition>

/** Where a stand-in listens, on one's own machine only. */
function apiUrlOf({ ENVIRONMENT, PAYMENT_API_URL }: ProviderSettings): string | undefined {
  return ENVIRONMENT === 'local' ? PAYMENT_API_URL || undefined : undefined
}
