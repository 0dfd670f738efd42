/**
 * Variables of the environment of `npm start` that replace those of wrangler.toml and .dev.vars for one run:
 * another provider, with a test key or a stand-in, and the difficulty of challenges, for scripts that play
 * many browsers on one processor.
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

/** The variables for payments that the environment sets, by name. */
export function paymentVars(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))
  return Object.fromEntries(set)
}
