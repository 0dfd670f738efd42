import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { fuzzed, patience } from '#tests/support/fuzz.ts'

// What tests/api/fuzz.long.test.ts claims, with ten times as many requests, others each time.

test('whatever is sent, for long', patience, () =>
  fuzzed({ runs: 20_000, seed: Number(env.SOAK_SEED) }),
)
