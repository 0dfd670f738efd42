import { test } from 'vitest'
import { fuzzed, patience } from '#tests/support/fuzz.ts'

// `npm run soak` sends ten times as many random requests.

test('Random requests get an answer with a code and store nothing invalid', patience, () =>
  fuzzed({ runs: 2000, seed: 14 }),
)
