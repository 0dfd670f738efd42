import type { Act } from './acts.ts'

type Regression = {
  /** What was wrong. */
  name: string
  /**
   * The counterexample as fast-check prints it; after a change of acts.ts the seed and path generate another
   * story.
   */
  acts: readonly Act[]
}

/** Failures that the machine has found or was shown; the gate replays each of them. */
export const regressions: readonly Regression[] = [
  {
    name: 'an id that came twice was an error, and its act never ended',
    acts: [
      { what: 'money', which: 6, how: 23 },
      { what: 'enter', which: 3, how: 1 },
      { what: 'tick', which: 4, how: 18 },
      { what: 'press', which: 23, how: 20 },
      { what: 'reload', which: 20, how: 14 },
      { what: 'signIn', which: 11, how: 0 },
      { what: 'expire', which: 5, how: 10 },
      { what: 'reload', which: 22, how: 0 },
      { what: 'tick', which: 11, how: 0 },
      { what: 'cash', which: 6, how: 14 },
      { what: 'cash', which: 9, how: 23 },
      { what: 'trouble', which: 1, how: 12 },
      { what: 'expire', which: 17, how: 6 },
      { what: 'enter', which: 19, how: 2 },
      { what: 'carry', which: 16, how: 13 },
      { what: 'tick', which: 4, how: 20 },
      { what: 'up', which: 23, how: 10 },
      { what: 'halt', which: 4, how: 23 },
      { what: 'pass', which: 22, how: 14 },
      { what: 'up', which: 18, how: 19 },
      { what: 'expire', which: 23, how: 19 },
      { what: 'cash', which: 16, how: 12 },
      { what: 'die', which: 4, how: 21 },
      { what: 'tick', which: 18, how: 10 },
      { what: 'carry', which: 18, how: 9 },
      { what: 'halt', which: 12, how: 10 },
      { what: 'goOn', which: 15, how: 12 },
      { what: 'die', which: 3, how: 14 },
      { what: 'up', which: 21, how: 19 },
      { what: 'down', which: 14, how: 11 },
      { what: 'jump', which: 19, how: 22 },
      { what: 'enter', which: 0, how: 12 },
    ],
  },
  {
    name: 'an act that came twice was done twice',
    acts: [
      { what: 'trouble', which: 16, how: 17 },
      { what: 'onEntry', which: 15, how: 1 },
      { what: 'openTab', which: 21, how: 7 },
      { what: 'goOn', which: 11, how: 0 },
      { what: 'onEntry', which: 4, how: 16 },
      { what: 'tick', which: 14, how: 13 },
      { what: 'money', which: 19, how: 17 },
      { what: 'pass', which: 14, how: 11 },
      { what: 'deskRemoves', which: 7, how: 7 },
      { what: 'halt', which: 13, how: 9 },
      { what: 'deskTick', which: 15, how: 16 },
      { what: 'pass', which: 4, how: 6 },
      { what: 'halt', which: 8, how: 13 },
      { what: 'money', which: 18, how: 17 },
      { what: 'pass', which: 19, how: 17 },
      { what: 'money', which: 11, how: 6 },
      { what: 'pass', which: 3, how: 14 },
      { what: 'pass', which: 18, how: 13 },
      { what: 'down', which: 23, how: 20 },
      { what: 'tick', which: 6, how: 14 },
      { what: 'tick', which: 12, how: 21 },
    ],
  },
  {
    name: 'an act was forgotten once it was sent',
    acts: [
      { what: 'carry', which: 0, how: 1 },
      { what: 'reinstate', which: 4, how: 20 },
      { what: 'again', which: 1, how: 0 },
      { what: 'end', which: 1, how: 3 },
      { what: 'up', which: 11, how: 7 },
      { what: 'pass', which: 23, how: 0 },
      { what: 'sleep', which: 20, how: 17 },
      { what: 'trouble', which: 3, how: 6 },
      { what: 'reload', which: 19, how: 22 },
      { what: 'carry', which: 19, how: 0 },
      { what: 'down', which: 21, how: 20 },
      { what: 'tick', which: 14, how: 16 },
      { what: 'tick', which: 9, how: 20 },
      { what: 'deskRemoves', which: 11, how: 9 },
      { what: 'trouble', which: 0, how: 3 },
    ],
  },
]
