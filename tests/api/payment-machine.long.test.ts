import { test } from 'vitest'
import { explore, patience, replay } from '#tests/support/machine/explore.ts'
import { regressions } from '#tests/support/machine/regressions.ts'

// Random interleavings of many orders for few costumes: every request and the cron may be stopped
// before each of its steps, and a worker may die there. In the end the money kept has to match the
// places given, and free places go to the waiting list in its order. `npm run soak` runs more with other seeds.

const seed = 20261111

test.each([
  { provider: 'mollie', runs: 150 },
  { provider: 'stripe', runs: 75 },
  { provider: 'sandbox', runs: 50 },
] as const)(
  'After $runs random stories with $provider money, places and offers are as the independent account says',
  patience,
  ({ provider, runs }) => explore(provider, { runs, seed }),
)

test.each(regressions)('Regression with $provider: $name', patience, ({ provider, acts, number }) =>
  replay(provider, acts, number),
)
