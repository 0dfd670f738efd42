import { test } from 'vitest'
import { fuzzed, patience } from '#tests/support/fuzz.ts'

// `npm run soak` sends ten times as many, others each time.

test(
  'whatever is sent: an answer with its code, and nothing stored that nobody meant',
  patience,
  () => fuzzed({ runs: 2000, seed: 14 }),
)
