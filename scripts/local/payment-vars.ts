/**
 * What the environment of `npm start` may say about payments, in place of wrangler.toml and
 * .dev.vars: another provider for one run, with a test key or against a stand-in.
 */
const names = [
  'PAYMENT_PROVIDER',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MOLLIE_API_KEY',
  'PAYMENT_API_URL',
  'APP_ORIGIN',
] as const

/** As arguments of `wrangler dev`: every process here can read them, so no place for a live key. */
export function paymentVars(environment: NodeJS.ProcessEnv): string[] {
  return names.flatMap((name) => {
    const value = environment[name]
    return value ? ['--var', `${name}:${value}`] : []
  })
}
