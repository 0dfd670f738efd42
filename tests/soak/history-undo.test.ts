import { env } from 'cloudflare:workers'
import { test } from 'vitest'
import { exploreUndo, patience } from '#tests/support/history/undo-machine.ts'

// What tests/api/history-undo.long.test.ts claims, with other and more stories each time.

test('whatever a clerk does, brings or merges goes back as it was', patience, async () => {
  const met = await exploreUndo({ runs: 10_000, seed: Number(env.SOAK_SEED) })
  console.log(
    [...met]
      .sort()
      .map(([what, times]) => `${what}: ${times}`)
      .join('; '),
  )
})
