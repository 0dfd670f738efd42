import { expect, test } from 'vitest'
import { explore, patience } from '#tests/support/ledger-stories.ts'

// Three years, two people, files that are made twice, voided and come back, statements that are imported
// twice, and everything taken back again, in any order and at the same moment. `npm run soak` tells other and
// more stories.

test(
  'whatever is booked, what is open is what was claimed less what came in',
  patience,
  async () => {
    const met = await explore({ runs: 100, seed: 20270116 })
    // What was never met proves nothing.
    const wanted = [
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
    expect(wanted.filter((what) => !met.has(what))).toEqual([])
  },
)
