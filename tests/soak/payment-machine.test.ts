import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/machine/explore.ts'

// What tests/api/payment-machine.long.test.ts claims, with other stories each time. Whoever finds one
// that fails puts it into tests/support/machine/regressions.ts.

test.each([
  { provider: 'mollie', runs: 1200 },
  { provider: 'stripe', runs: 500 },
  { provider: 'sandbox', runs: 300 },
] as const)(
  'whatever happens to payments by $provider, money kept is places given',
  patience,
  ({ provider, runs }) => explore(provider, { runs, seed: Number(env.SOAK_SEED) }),
)
