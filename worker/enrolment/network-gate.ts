import { sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  type Loads,
  loadKeys,
  loadsOf,
  networkKeyLength,
  type SlotLoad,
  stepOfLoad,
  unpaidOf,
  withoutPlaces,
} from '#worker/domain/network.ts'
import { isSolved, readTicket, type Ticket } from '#worker/domain/work.ts'
import { newToken } from '#worker/http/factory.ts'
import { isSameSignature, seal } from '#worker/http/keyed-hash.ts'
import { countInHour } from '#worker/http/rate-limit.ts'
import type { Turnstile } from '#worker/http/turnstile.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { loadGuard, selectLoad } from '#worker/orders/network-load.queries.ts'
import type { Order } from '#worker/orders/orders.queries.ts'

/**
 * What is known about the network of a public request. `networkKey` is null on a local machine, where nothing
 * is counted.
 */
export type Network = Omit<ChallengedRequest, 'db' | 'now'>

export type Hold = {
  /** null: as long as the payment may take. */
  minutes: number | null
  /** The batch is rejected when a load is above this: `insertLoad`. */
  upTo: Loads<number>
}

type GateRequest = {
  challenge: string | null | undefined
  requestKey: string
  places: number
  isFree: boolean
  /** The unpaid order that the request replaces: its places do not count. null: nothing is replaced. */
  replaced: Pick<Order, 'createdAt' | 'placeCount' | 'networkKey' | 'waitingRank'> | null
}

/** Runs `write`, the batch that takes the places; when another request was stored first, decides and runs again. */
export type WithinNetworkLimit = <T>(write: (hold: Hold) => Promise<T>) => Promise<T>

/** Each retry reaches at least the next step of the limits, so five tries are always enough. */
const mostTries = 5

type LoadRow = SlotLoad & { networkKey: string }

/**
 * Decides whether more places may be taken, and how long they are reserved.
 * @param rows the loads, read in the batch before; each retry reads them again
 * @throws DomainError TooManyRequests, ChallengeNeeded
 */
export async function enforceNetworkLimit(
  deps: Deps & Network,
  rows: readonly LoadRow[],
  wish: GateRequest,
): Promise<WithinNetworkLimit> {
  let hasPassed = false

  async function decide(rows: readonly LoadRow[]): Promise<Hold> {
    const { loads, removed } = withoutReplaced(deps.networkKey, rows, wish)
    const step = stepOfLoad(loads, wish, deps.now)
    if (step.do === 'refuse') throw tooManyUnpaidError(step.retryAfterInSeconds)
    if (step.isChallenged && !hasPassed) {
      await requireChallenge(deps, wish)
      hasPassed = true
    }
    const { network, wide, all } = step.upTo
    return {
      minutes: step.minutes,
      upTo: {
        network: network + removed.network,
        wide: wide + removed.wide,
        all: all + removed.all,
      },
    }
  }

  const first = await decide(rows)
  return async (write) => {
    let hold = first
    for (let round = 1; ; round += 1) {
      try {
        return await write(hold)
      } catch (error) {
        if (!isViolationOf(error, loadGuard)) throw error
        if (round === mostTries) throw busyError()
      }
      hold = await decide(await selectLoad(deps.db, deps.networkKey, deps.now))
    }
  }
}

/** @returns `loads` without the unpaid places of the order that is replaced; `removed`: how many that were in each */
function withoutReplaced(
  networkKey: string | null,
  rows: readonly LoadRow[],
  { replaced }: GateRequest,
) {
  const loads = loadsOf(networkKey, rows)
  const removed = { network: 0, wide: 0, all: 0 }
  if (!replaced?.networkKey) return { loads, removed }
  const [own, theirs] = [loadKeys(networkKey), loadKeys(replaced.networkKey)]
  for (const of of ['network', 'wide', 'all'] as const) {
    if (own[of] === undefined || own[of] !== theirs[of]) continue
    // An order of the waiting list was not counted for all networks together.
    if (of === 'all' && replaced.waitingRank !== null) continue
    const before = loads[of]
    loads[of] = withoutPlaces(before, replaced)
    removed[of] = unpaidOf(before) - unpaidOf(loads[of])
  }
  return { loads, removed }
}

function tooManyUnpaidError(retryAfter: number): DomainError {
  const minutes = Math.ceil(retryAfter / 60)
  const message = `Von Deinem Anschluss aus sind sehr viele Plätze vorgemerkt und nicht bezahlt. Versuche es in ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} noch einmal.`
  return new DomainError('TooManyRequests', message, undefined, { retryAfter })
}

function busyError(): DomainError {
  const message = 'Gerade ist sehr viel los. Versuche es gleich noch einmal.'
  return new DomainError('Busy', message, undefined, { retryAfter: 5 })
}

type ChallengedRequest = {
  db: Db
  now: Date
  secret: string
  networkKey: string | null
  turnstile: Turnstile | null
  /** A form without scripts cannot compute, so it has to wait instead. */
  isForm: boolean
  bits: number
}

type Asked = {
  challenge: string | null | undefined
  /** Key of the request's content: a ticket is valid for this content only. */
  requestKey: string
  places: number
}

/** About two seconds of computing on a phone, for eight places (domain/work.ts). */
export const defaultBits = 14
const partsForEight = 16
const validInMs = 10 * 60_000
/** Waiting costs the sender nothing, so only a limited number per network may pass in this way. */
const waitInSeconds = 20
const mostWaitingAnHour = 60

/**
 * Requires that a request cost its sender something: solving Turnstile, some computing, or without scripts
 * some waiting. Each ticket is valid once, for this request and network.
 * @throws DomainError ChallengeNeeded with what is to be done
 */
async function requireChallenge(by: ChallengedRequest, asked: Asked): Promise<void> {
  const { turnstile, isForm } = by
  const given = asked.challenge ?? ''
  if (turnstile && !isForm) {
    if (given && (await turnstile.isSolved(given))) return
    const message =
      'Gerade sind sehr viele gleichzeitig da. Bestätige bitte, dass Du ein Mensch bist.'
    throw new DomainError('ChallengeNeeded', message, undefined, { siteKey: turnstile.siteKey })
  }
  const [text = '', numbers = ''] = given.split('~')
  const ticket = ownTicket(by, asked, text)
  if (ticket && isForm) {
    const left = Math.ceil((ticket.madeAt - by.now.getTime()) / 1000) + waitInSeconds
    if (left > 0) throw waitFirstError(text, left)
    if (await redeemTicket(by, ticket)) return
  } else if (ticket && isSolved(ticket, numbers.split('.')) && (await redeemTicket(by, ticket)))
    return
  const fresh = newTicket(by, asked)
  if (isForm) throw waitFirstError(fresh, waitInSeconds)
  const message = 'Gerade sind sehr viele gleichzeitig da. Versuche es gleich noch einmal.'
  throw new DomainError('ChallengeNeeded', message, undefined, { ticket: fresh })
}

function waitFirstError(ticket: string, waitInSeconds: number): DomainError {
  const message =
    'Gerade sind sehr viele gleichzeitig da. Warte einen Augenblick, dann geht es weiter.'
  return new DomainError('ChallengeNeeded', message, undefined, { ticket, waitInSeconds })
}

function newTicket(by: ChallengedRequest, asked: Asked): string {
  const parts = partsForEight * Math.ceil(asked.places / 8)
  const ticket = { id: newToken(), madeAt: by.now.getTime(), parts, bits: by.bits }
  return `${Object.values(ticket).join('.')}.${sealOf(by, asked, ticket)}`
}

/** null unless the ticket was issued here for this request and network, and is not expired. */
function ownTicket(by: ChallengedRequest, asked: Asked, text: string): Ticket | null {
  const ticket = readTicket(text)
  const given = text.slice(text.lastIndexOf('.') + 1)
  if (!ticket || !isSameSignature(given, sealOf(by, asked, ticket))) return null
  return by.now.getTime() - ticket.madeAt < validInMs ? ticket : null
}

function sealOf(
  { secret, networkKey, isForm }: ChallengedRequest,
  asked: Asked,
  ticket: Ticket,
): string {
  const { id, madeAt, parts, bits } = ticket
  const content = [id, madeAt, parts, bits, isForm, networkKey, asked.requestKey]
  return seal(secret, 'challenge of an enrolment', JSON.stringify(content))
}

/** @returns whether the ticket was unused and, for a form that waited, its network is within the limit */
async function redeemTicket({ db, now, isForm, networkKey }: ChallengedRequest, { id }: Ticket) {
  const key = `challenge-${id}`
  const use = countInHour({ key, most: 1, now, onlyIf: isForm ? sql`changes() > 0` : sql`1` })
  if (!isForm) {
    const [used] = await commit(db, [use])
    return used.meta.changes > 0
  }
  const waiting = `waited-${networkKey?.slice(0, networkKeyLength)}`
  const count = countInHour({ key: waiting, most: mostWaitingAnHour, now })
  const [, used] = await commit(db, [count, use])
  return used.meta.changes > 0
}
