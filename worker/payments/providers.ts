import type { PaymentProviderId } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { mollieProvider } from './mollie-provider.ts'
import type { PaymentProvider } from './payment-provider.ts'
import {
  mollieKey,
  type Obstacle,
  obstacleOfKey,
  type ProviderContext,
  type ProviderDefinition,
  type ProviderSettings,
  stripeKey,
} from './provider-definition.ts'
import { sandboxProvider } from './sandbox-provider.ts'
import { smallestInCent, stripeProvider } from './stripe-provider.ts'

/** All providers. Free orders have "none" and are not handled here. */
const providers = {
  sandbox: {
    // The sandbox moves no money, so only a local machine or a test may use it.
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

/** Address of a stand-in for the provider's API; local only. */
function apiUrlOf({ ENVIRONMENT, PAYMENT_API_URL }: ProviderSettings): string | undefined {
  return ENVIRONMENT === 'local' ? PAYMENT_API_URL || undefined : undefined
}

/** Whether the sandbox's pages exist. */
export function isSandboxActive(env: ProviderSettings): boolean {
  return env.PAYMENT_PROVIDER === 'sandbox' && obstacleTo(env, 'sandbox') === null
}

/**
 * The named provider, or the configured one.
 * @throws DomainError PaymentUnavailable when the setting is missing or unknown
 */
export function providerOf(context: ProviderContext, id?: PaymentProviderId): PaymentProvider {
  const definition = definitionOf(id ?? context.env.PAYMENT_PROVIDER)
  const obstacle = definition.obstacle(context.env)
  if (obstacle) throw paymentUnavailableError(`${obstacle.variable}: ${obstacle.reason}`)
  return definition.open(context)
}

/** What prevents the use of this provider; null when it can be used. */
export function obstacleTo(env: ProviderSettings, id: string): Obstacle | null {
  return definitionOf(id).obstacle(env)
}

/** The smallest amount that can be paid; null = any. */
export function leastAmount(env: ProviderSettings): ProviderDefinition['least'] {
  return definitionOf(env.PAYMENT_PROVIDER).least
}

/** Missing or wrong settings, for management's page; without secrets. */
export function providerProblems(env: ProviderSettings): string[] {
  const { obstacle, warnings } = definitionOf(env.PAYMENT_PROVIDER)
  const { sentence } = obstacle(env) ?? {}
  return [
    ...(sentence ? [sentence] : []),
    ...warnings(env),
    ...(env.PAYMENT_API_URL && env.ENVIRONMENT !== 'local'
      ? ['PAYMENT_API_URL gilt nur lokal und wird hier nicht beachtet.']
      : []),
  ]
}

/** The definition for a setting, which is typed by hand: "constructor" must not find a property of the object. */
function definitionOf(id: string): ProviderDefinition {
  return isProvider(id) ? providers[id] : unavailableProvider(id)
}

function isProvider(id: string): id is keyof typeof providers {
  return Object.hasOwn(providers, id)
}

function unavailableProvider(id: string): ProviderDefinition {
  const obstacle =
    id === ''
      ? { reason: 'none', sentence: 'PAYMENT_PROVIDER ist nicht gesetzt.' }
      : {
          reason: 'unknown',
          sentence: 'PAYMENT_PROVIDER nennt keinen bekannten Zahlungsdienst.',
        }
  return {
    obstacle: () => ({ variable: 'PAYMENT_PROVIDER', ...obstacle }),
    warnings: () => [],
    least: null,
    open() {
      throw paymentUnavailableError(`PAYMENT_PROVIDER: ${obstacle.reason}`)
    },
  }
}

export function paymentUnavailableError(reason: string): DomainError {
  console.error(JSON.stringify({ level: 'error', event: 'payment_unavailable', reason }))
  return new DomainError('PaymentUnavailable', 'Online-Zahlung ist derzeit nicht eingerichtet.')
}
