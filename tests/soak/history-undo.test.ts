import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { exploreUndo, patience } from '#tests/support/history/undo-machine.ts'

// The claim of tests/api/history-undo.long.test.ts with more runs and other seeds.

test('Whatever a clerk changes, imports or merges can be undone', patience, async () => {
  const outcomes = await exploreUndo({ runs: 10_000, seed: Number(env.SOAK_SEED) })
  console.log(
    [...outcomes]
      .sort()
      .map(([what, times]) => `${what}: ${times}`)
      .join('; '),
  )
})
