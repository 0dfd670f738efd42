import { test } from 'vitest'
import { fuzzed, patience } from '#tests/support/fuzz.ts'

// `npm run soak` sends ten times as many random requests.

test(
  'Random requests to all routes get an answer with a code and store nothing invalid, and cron and pages work afterwards',
  patience,
  () => fuzzed({ runs: 2000, seed: 14 }),
)
