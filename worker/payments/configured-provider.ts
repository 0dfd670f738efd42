import type { PaymentProviderId } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type {
  Obstacle,
  ProviderContext,
  ProviderDefinition,
  ProviderSettings,
} from './provider-definition.ts'
import { providers } from './providers.ts'

/** Whether its pages exist. */
export function isSandboxActive(env: ProviderSettings): boolean {
  return env.PAYMENT_PROVIDER === 'sandbox' && obstacleTo(env, 'sandbox') === null
}

/**
 * The provider named, or the configured one. Fails closed: a setting that is missing or unknown
 * means that nobody can pay.
 */
export function providerOf(context: ProviderContext, id?: PaymentProviderId): PaymentProvider {
  const definition = definitionOf(id ?? context.env.PAYMENT_PROVIDER)
  const obstacle = definition.obstacle(context.env)
  if (obstacle) throw paymentUnavailable(`${obstacle.variable}: ${obstacle.reason}`)
  return definition.open(context)
}

/** Null when this provider can be used. */
export function obstacleTo(env: ProviderSettings, id: string): Obstacle | null {
  return definitionOf(id).obstacle(env)
}

/** The smallest amount that can be paid; null = any. */
export function leastAmount(env: ProviderSettings): ProviderDefinition['least'] {
  return definitionOf(env.PAYMENT_PROVIDER).least
}

/** What is missing or wrong, for the page of the management: no secret stands in it. */
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

/** The setting is a word that somebody typed; "constructor" is none of ours. */
function definitionOf(id: string): ProviderDefinition {
  return isProvider(id) ? providers[id] : nobody(id)
}

function isProvider(id: string): id is keyof typeof providers {
  return Object.hasOwn(providers, id)
}

function nobody(id: string): ProviderDefinition {
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
      throw paymentUnavailable(`PAYMENT_PROVIDER: ${obstacle.reason}`)
    },
  }
}

export function paymentUnavailable(reason: string): DomainError {
  console.error(JSON.stringify({ level: 'error', event: 'payment_unavailable', reason }))
  return new DomainError('PaymentUnavailable', 'Online-Zahlung ist derzeit nicht eingerichtet.')
}
