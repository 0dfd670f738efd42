import { test } from 'vitest'
import { fuzzed, patience } from '#tests/support/fuzz.ts'

// `npm run soak` sends ten times as many random requests.

test(
  'Random requests to all routes get a result or an error code and store nothing invalid; cron and pages work afterwards',
  patience,
  () => fuzzed({ runs: 2000, seed: 14 }),
)
