import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/machine/explore.ts'

// The other providers of payment-machine.test.ts, with seeds of their own: other stories.

test.each([
  { provider: 'stripe', runs: 2500, seed: Number(env.SOAK_SEED) + 1 },
  { provider: 'sandbox', runs: 1500, seed: Number(env.SOAK_SEED) + 2 },
] as const)(
  'After $runs random stories with $provider money, places and offers are as the independent account says',
  patience,
  ({ provider, ...extent }) => explore(provider, extent),
)
