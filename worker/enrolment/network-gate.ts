import { isGuardRefused } from '#worker/db/commit.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  type Loads,
  loadKeys,
  loadsOf,
  type SlotLoad,
  stepOfLoad,
  unpaidOf,
  withoutPlaces,
} from '#worker/domain/network-load.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { loadGuard, selectLoad } from '#worker/orders/network-load.queries.ts'
import { type Challenger, passChallenge } from './challenge.ts'

/** What the public door knows of who asks. Its `networkKey` is null on one's own machine: not counted. */
export type Network = Omit<Challenger, 'db' | 'now'>

export type Hold = {
  /** null = as long as the payment may take. */
  minutes: number | null
  /** With more than this before it, the batch shall be refused: `insertLoad`. */
  upTo: Loads<number>
}

type Wish = {
  challenge: string | null | undefined
  requestKey: string
  places: number
  isFree: boolean
  /** The unpaid order that the request gives up, when it is counted. */
  givenUp: { createdAt: string; placeCount: number; networkKey: string | null } | null
}

/** Runs the batch that takes the places, and decides anew when others come first. */
export type PassNetwork = <T>(write: (hold: Hold) => Promise<T>) => Promise<T>

/** Nothing is left to decide after so many others that came first: each step is passed once. */
const mostTries = 5

type Row = SlotLoad & { networkKey: string }

/**
 * Whether more places may be taken, and how long they are held.
 * @param rows the loads as they were just read
 * @throws DomainError TooManyRequests, ChallengeNeeded
 */
export async function passNetwork(
  deps: Deps & Network,
  rows: readonly Row[],
  wish: Wish,
): Promise<PassNetwork> {
  let hasPassed = false

  async function decide(rows: readonly Row[]): Promise<Hold> {
    const { loads, left } = withoutGivenUp(deps.networkKey, rows, wish)
    const step = stepOfLoad(loads, wish, deps.now)
    if (step.do === 'refuse') throw tooManyUnpaid(step.retryAfterInSeconds)
    if (step.isChallenged && !hasPassed) {
      await passChallenge(deps, wish)
      hasPassed = true
    }
    const { network, wide, all } = step.upTo
    return {
      minutes: step.minutes,
      upTo: { network: network + left.network, wide: wide + left.wide, all: all + left.all },
    }
  }

  const first = await decide(rows)
  return async (write) => {
    let hold = first
    for (let round = 1; ; round += 1) {
      try {
        return await write(hold)
      } catch (error) {
        if (!isGuardRefused(error, loadGuard)) throw error
        if (round === mostTries) throw busy()
      }
      hold = await decide(await selectLoad(deps.db, deps.networkKey, deps.now))
    }
  }
}

/** The loads without what the request gives up, and how much that is of each. */
function withoutGivenUp(networkKey: string | null, rows: readonly Row[], { givenUp }: Wish) {
  const loads = loadsOf(networkKey, rows)
  const left = { network: 0, wide: 0, all: 0 }
  if (!givenUp?.networkKey) return { loads, left }
  const [own, theirs] = [loadKeys(networkKey), loadKeys(givenUp.networkKey)]
  for (const of of ['network', 'wide', 'all'] as const) {
    if (own[of] === undefined || own[of] !== theirs[of]) continue
    const before = loads[of]
    loads[of] = withoutPlaces(before, givenUp)
    left[of] = unpaidOf(before) - unpaidOf(loads[of])
  }
  return { loads, left }
}

function tooManyUnpaid(retryAfter: number): DomainError {
  const minutes = Math.ceil(retryAfter / 60)
  const message = `Von Deinem Anschluss aus sind sehr viele Plätze vorgemerkt und nicht bezahlt. Versuche es in ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} noch einmal.`
  return new DomainError('TooManyRequests', message, undefined, { retryAfter })
}

function busy(): DomainError {
  const message = 'Gerade ist sehr viel los. Versuche es gleich noch einmal.'
  return new DomainError('Busy', message, undefined, { retryAfter: 5 })
}
