import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { explore, patience } from '#tests/support/machine/explore.ts'

// The claim of tests/api/payment-machine.long.test.ts with more runs and other seeds; with
// payment-machine-others.test.ts, which runs beside it, 10,000 stories. A failing run is added to
// tests/support/machine/regressions.ts.

test(
  'After 6,000 random stories with Mollie money, places and offers are as the independent account says',
  patience,
  () => explore('mollie', { runs: 6000, seed: Number(env.SOAK_SEED) }),
)
