import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/machine/explore.ts'

// The claim of tests/api/payment-machine.long.test.ts with more runs and other seeds. A failing run
// is added to tests/support/machine/regressions.ts.

test.each([
  { provider: 'mollie', runs: 1200 },
  { provider: 'stripe', runs: 500 },
  { provider: 'sandbox', runs: 300 },
] as const)(
  'After random interleavings of requests, cron and payments with $provider the money kept matches the places booked',
  patience,
  ({ provider, runs }) => explore(provider, { runs, seed: Number(env.SOAK_SEED) }),
)
