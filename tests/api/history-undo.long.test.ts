import { expect, test } from 'vitest'
import { exploreUndo, patience } from '#tests/support/history/undo-machine.ts'

// `npm run soak` runs more stories with other seeds.

test(
  'Undoing random changes, imports and merges, in any order, restores the state before them',
  patience,
  async () => {
    const met = await exploreUndo({ runs: 100, seed: 20261122 })
    expect([...met.keys()]).toEqual(
      expect.arrayContaining([
        'act taken back, newest first',
        'import taken back, newest first',
        'merge taken back, newest first',
        'act taken back, in any order',
        'import taken back, in any order',
        'import but for what is in the way taken back, in any order',
        'merge taken back, in any order',
        'a statement of an undo was refused',
        'an undo of an act was lostAfter',
        'an undo of an import was lostAfter',
        'an undo of a merge was lostAfter',
      ]),
    )
  },
)
