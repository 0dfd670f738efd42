import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { exploreUndo, patience } from '#tests/support/history/undo-machine.ts'

// What tests/api/history-undo.long.test.ts claims, with other stories each time.
test('whatever a clerk does, newest first all of it goes back', patience, () =>
  exploreUndo({ runs: 400, seed: Number(env.SOAK_SEED) }),
)
