import { test } from 'vitest'
import { exploreUndo, patience } from '#tests/support/history/undo-machine.ts'

// `npm run soak` tells other and more stories.
test('whatever a clerk does, newest first all of it goes back', patience, () =>
  exploreUndo({ runs: 15, seed: 20261122 }),
)
