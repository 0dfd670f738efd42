import type { Act } from './acts.ts'
import type { ProviderName } from './world.ts'

type Regression = {
  /** What was wrong. */
  name: string
  provider: ProviderName
  /** The story's number, if it is not a wide one. */
  number?: number
  /**
   * The counterexample as fast-check prints it; after a change of acts.ts the seed and path generate another
   * story.
   */
  acts: readonly Act[]
}

/**
 * Failures that the machine has found in the gate, in a soak, or in a mutant; the gate replays each of them.
 */
export const regressions: readonly Regression[] = [
  {
    name: 'late money was kept though the place had been taken',
    provider: 'mollie',
    acts: [
      { what: 'enrol', which: 0, how: 8 },
      { what: 'expire', which: 0, how: 0 },
      { what: 'enrol', which: 4, how: 2 },
      { what: 'comeBack', which: 0, how: 4 },
      { what: 'cancel', which: 0, how: 0 },
      { what: 'payLate', which: 0, how: 0 },
      { what: 'step', which: 0, how: 0 },
    ],
  },
  {
    name: 'a place was written into a parade that was called off a moment before',
    provider: 'mollie',
    acts: [
      { what: 'enrol', which: 1, how: 5 },
      { what: 'step', which: 11, how: 6 },
      { what: 'cancelParade', which: 0, how: 1 },
      { what: 'finish', which: 2, how: 2 },
    ],
  },
  {
    name: 'an order was offered places that an earlier order wanted, since those of another parade were not offered yet',
    provider: 'mollie',
    number: 30,
    acts: [
      { what: 'outside', which: 10, how: 4 },
      { what: 'replace', which: 8, how: 2 },
      { what: 'cancelOwn', which: 11, how: 2 },
      { what: 'giveUp', which: 11, how: 7 },
      { what: 'enrol', which: 11, how: 1 },
      { what: 'family', which: 11, how: 6 },
      { what: 'step', which: 4, how: 2 },
      { what: 'reinstate', which: 5, how: 2 },
      { what: 'acceptOffer', which: 5, how: 11 },
      { what: 'replace', which: 5, how: 8 },
      { what: 'deliver', which: 9, how: 7 },
      { what: 'refundParade', which: 3, how: 0 },
      { what: 'enrol', which: 9, how: 5 },
      { what: 'enrol', which: 6, how: 0 },
      { what: 'step', which: 3, how: 5 },
      { what: 'acceptOffer', which: 1, how: 8 },
      { what: 'pay', which: 10, how: 7 },
      { what: 'pay', which: 0, how: 9 },
      { what: 'deliver', which: 1, how: 10 },
      { what: 'step', which: 0, how: 4 },
      { what: 'refundParade', which: 4, how: 5 },
      { what: 'refundParade', which: 4, how: 0 },
      { what: 'replace', which: 1, how: 8 },
      { what: 'pass', which: 2, how: 5 },
    ],
  },
]
