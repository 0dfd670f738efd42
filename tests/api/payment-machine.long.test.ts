import { test } from 'vitest'
import { explore, patience, replay } from '#tests/support/machine/explore.ts'
import { regressions } from '#tests/support/machine/regressions.ts'

// Random interleavings: many orders for few costumes, every request and the cron stopped before each
// of their steps, and anything may happen in between; a worker may die at any of them. Whatever
// happens, in the end money kept = places given. `npm run soak` tells other and more stories.

const seed = 20261111

test.each([
  { provider: 'mollie', runs: 150 },
  { provider: 'stripe', runs: 75 },
  { provider: 'sandbox', runs: 50 },
] as const)(
  'whatever happens to payments by $provider, money kept is places given',
  patience,
  ({ provider, runs }) => explore(provider, { runs, seed }),
)

test.each(regressions)('$provider: $name, and never again', patience, ({ provider, acts }) =>
  replay(provider, acts),
)
