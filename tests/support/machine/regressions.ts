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
 * Failures that the machine has found in a fixed run, in a soak, or in a mutant; `npm run test:all` replays each of them.
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
  {
    name: 'an offer whose payment was refunded outside stood for ever, since its checkout could not be closed',
    provider: 'stripe',
    number: 1166,
    acts: [
      { what: 'pass', which: 5, how: 7 },
      { what: 'comeBack', which: 2, how: 11 },
      { what: 'replace', which: 2, how: 2 },
      { what: 'acceptOffer', which: 7, how: 5 },
      { what: 'acceptOffer', which: 3, how: 3 },
      { what: 'wait', which: 0, how: 7 },
      { what: 'tick', which: 7, how: 9 },
      { what: 'slipIn', which: 7, how: 3 },
      { what: 'cron', which: 7, how: 2 },
      { what: 'check', which: 10, how: 4 },
      { what: 'cancelOwn', which: 11, how: 3 },
      { what: 'comeBack', which: 4, how: 1 },
      { what: 'cancelOwn', which: 2, how: 6 },
      { what: 'family', which: 0, how: 0 },
      { what: 'cancelOwn', which: 3, how: 7 },
      { what: 'retry', which: 6, how: 1 },
      { what: 'deliver', which: 2, how: 0 },
      { what: 'pay', which: 2, how: 9 },
      { what: 'comeBack', which: 8, how: 8 },
      { what: 'cancel', which: 3, how: 0 },
      { what: 'step', which: 8, how: 6 },
      { what: 'check', which: 9, how: 3 },
      { what: 'reinstate', which: 0, how: 11 },
      { what: 'acceptOffer', which: 3, how: 1 },
      { what: 'step', which: 5, how: 4 },
      { what: 'pay', which: 8, how: 8 },
      { what: 'die', which: 11, how: 10 },
      { what: 'replace', which: 1, how: 11 },
      { what: 'step', which: 1, how: 1 },
      { what: 'pay', which: 11, how: 3 },
      { what: 'limit', which: 1, how: 8 },
      { what: 'wait', which: 0, how: 3 },
      { what: 'finish', which: 6, how: 1 },
      { what: 'acceptOffer', which: 4, how: 6 },
      { what: 'step', which: 2, how: 6 },
      { what: 'fail', which: 5, how: 9 },
      { what: 'wait', which: 6, how: 5 },
      { what: 'reinstate', which: 3, how: 7 },
      { what: 'limit', which: 3, how: 2 },
      { what: 'wait', which: 9, how: 3 },
      { what: 'finish', which: 4, how: 2 },
      { what: 'expire', which: 5, how: 4 },
      { what: 'payLate', which: 4, how: 4 },
      { what: 'pass', which: 8, how: 9 },
      { what: 'giveUpSeat', which: 3, how: 4 },
      { what: 'accept', which: 3, how: 0 },
      { what: 'acceptOffer', which: 9, how: 5 },
      { what: 'pass', which: 10, how: 0 },
      { what: 'deliver', which: 4, how: 5 },
      { what: 'giveUpSeat', which: 7, how: 3 },
      { what: 'acceptOffer', which: 7, how: 8 },
      { what: 'pass', which: 11, how: 1 },
      { what: 'outsideAll', which: 3, how: 6 },
      { what: 'payOther', which: 0, how: 3 },
      { what: 'wait', which: 7, how: 7 },
      { what: 'expire', which: 5, how: 1 },
      { what: 'refundParade', which: 11, how: 2 },
      { what: 'pass', which: 0, how: 0 },
    ],
  },
]
