import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { fuzzed, patience } from '#tests/support/fuzz.ts'

// The claim of tests/api/fuzz.long.test.ts with ten times as many requests and other seeds.

test('Random requests are answered without internal errors, in a long run', patience, () =>
  fuzzed({ runs: 20_000, seed: Number(env.SOAK_SEED) }),
)
