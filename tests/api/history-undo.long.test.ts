import { expect, test } from 'vitest'
import { exploreUndo, patience } from '#tests/support/history/undo-machine.ts'

// `npm run soak` tells other and more stories.

test('whatever a clerk does, brings or merges goes back as it was', patience, async () => {
  const met = await exploreUndo({ runs: 1000, seed: 7 })
  expect([...met].sort().map(([what, times]) => `${what} ${times}`)).toEqual([])
})
