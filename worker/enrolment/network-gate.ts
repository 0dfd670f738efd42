import { notNullViolation } from '#worker/db/sqlite.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { loadOf, type SlotLoad, stepOfLoad, withoutPlaces } from '#worker/domain/network-load.ts'
import type { Turnstile } from '#worker/http/turnstile.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { loadRefusal, selectLoad } from '#worker/orders/network-load.queries.ts'

/** What the public door knows of who asks. */
export type Network = {
  /** As in `orders.networkKey`; null on one's own machine, where nobody is counted. */
  networkKey: string | null
  turnstile: Turnstile | null
}

export type Hold = {
  /** null = as long as the payment may take. */
  minutes: number | null
  /** With more than this on its network, the batch shall be refused: `insertLoad`. */
  upTo: number
}

type Wish = {
  challenge: string | null | undefined
  /** The unpaid order that the request gives up, when it is one of the same network. */
  givenUp: { createdAt: string; placeCount: number } | null
}

/** Runs the batch that takes the places, and decides anew when others of the network come first. */
export type PassNetwork = <T>(write: (hold: Hold) => Promise<T>) => Promise<T>

/** Nothing is left to decide after so many others that came first: each step is passed once. */
const mostTries = 5

/**
 * Whether a network may take more places, and how long they are held.
 * @param slots its load as it was just read
 * @throws DomainError TooManyRequests, ChallengeNeeded
 */
export async function passNetwork(
  deps: Deps & Network,
  slots: readonly SlotLoad[],
  wish: Wish,
): Promise<PassNetwork> {
  let isPerson = false

  async function decide(slots: readonly SlotLoad[]): Promise<Hold> {
    const counted = wish.givenUp ? withoutPlaces(slots, wish.givenUp) : slots
    const step = stepOfLoad(counted, deps.now)
    if (step.do === 'refuse') throw tooManyUnpaid(step.retryAfterInSeconds)
    if (step.isChallenged && !isPerson) {
      await askForPerson(deps.turnstile, wish.challenge)
      isPerson = true
    }
    return { minutes: step.minutes, upTo: step.upTo + loadOf(slots) - loadOf(counted) }
  }

  const first = await decide(slots)
  return async (write) => {
    let hold = first
    for (let round = 1; ; round += 1) {
      try {
        return await write(hold)
      } catch (error) {
        if (notNullViolation(error) !== loadRefusal || deps.networkKey === null) throw error
        if (round === mostTries) throw busy()
      }
      hold = await decide(await selectLoad(deps.db, deps.networkKey, deps.now))
    }
  }
}

async function askForPerson(turnstile: Turnstile | null, challenge: string | null | undefined) {
  if (!turnstile || (challenge && (await turnstile.isSolved(challenge)))) return
  const message =
    'Gerade sind sehr viele gleichzeitig da. Bestätige bitte, dass Du ein Mensch bist.'
  throw new DomainError('ChallengeNeeded', message, undefined, { siteKey: turnstile.siteKey })
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
