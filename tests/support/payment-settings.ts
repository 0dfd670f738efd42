import { env } from 'cloudflare:workers'
import { onTestFinished } from 'vitest'
import type { Env } from '#worker/env.ts'

type Settings = Partial<
  Pick<
    Env,
    | 'ENVIRONMENT'
    | 'APP_ORIGIN'
    | 'MAIL_FROM'
    | 'PAYMENT_PROVIDER'
    | 'CHALLENGE_BITS'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'MOLLIE_API_KEY'
    | 'PAYMENT_API_URL'
    | 'LOGIN_LIMIT'
    | 'ENROL_LIMIT'
    | 'REFUSAL_LIMIT'
  >
>

const unset = { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '', MOLLIE_API_KEY: '' }

/** Changes the worker's settings until the end of the test. */
export function configure(settings: Settings): void {
  const before = { ...unset, PAYMENT_API_URL: '', ...env }
  Object.assign(env, settings)
  onTestFinished(() => {
    Object.assign(env, before)
  })
}
