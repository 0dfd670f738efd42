/**
 * What the environment of `npm start` may say about payments, in place of wrangler.toml and
 * .dev.vars: another provider for one run, with a test key or against a stand-in. And how long the
 * proof of work takes: a script that plays many browsers has one processor for all of them.
 */
const names = [
  'PAYMENT_PROVIDER',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'MOLLIE_API_KEY',
  'PAYMENT_API_URL',
  'APP_ORIGIN',
  'CHALLENGE_BITS',
] as const

/** The variables that are set. */
export function paymentVars(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))
  return Object.fromEntries(set)
}
