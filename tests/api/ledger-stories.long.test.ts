import { expect, test } from 'vitest'
import { explore, patience } from '#tests/support/ledger-stories.ts'

// Random bookings of two members over three years: files are created twice, voided and returned,
// statements imported twice, and everything is reversed in any order or at the same moment. `npm
// run soak` runs more stories with other seeds.

test(
  'After random bookings, SEPA runs, returns and reversals the open amount of a claim equals what was claimed minus what was received',
  patience,
  async () => {
    const outcomes = await explore({ runs: 100, seed: 20270116 })
    // An outcome that never occurred was not tested.
    const expectedOutcomes = [
      'close: ok',
      'close: YearClosed',
      'late: ok',
      'run: ok',
      'run: RunExists',
      'run: NothingToCollect',
      'voidRun: ok',
      'voidRun: RunFinal',
      'credit: ok',
      'paid: ok',
      'paid: AlreadyBooked',
      'waived: ok',
      'waived: ValidationFailed',
      'corrected: ok',
      'charged: ok',
      'refunded: ok',
      'refunded: ValidationFailed',
      'returned: ok',
      'returned: ValidationFailed',
      'undo paid: ok',
      'undo returned: ok',
      'undo returned: NotUndoable',
      'undo waived: ok',
      'undo collected: NotUndoable',
    ]
    expect(expectedOutcomes.filter((what) => !outcomes.has(what))).toEqual([])
  },
)
