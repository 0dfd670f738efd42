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
]
