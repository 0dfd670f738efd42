import type { ActInput, ActsAnswer, CheckIn } from '#worker/check-in/check-in.contract.ts'
import type { KeptResult, StoredAct } from './acts.ts'
import { isLate } from './edits.ts'

// What goes over the line, and what an answer means. `outbox.ts` has the order of things.

/** The world around the outbox: a browser, or a test. */
export type Line = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Calls back later, and answers how to call that off. */
  after: (milliseconds: number, callback: () => void) => () => void
  /** The device's clock, in milliseconds. */
  now: () => number
}

/** As the contract has it; the room's schema is not for the browser. */
export const maxActs = 50

const patienceMs = 15_000

/** null = none came in time. */
export type Answer = {
  status: number
  /** undefined = not JSON. */
  body: unknown
  retryAfterMs: number | null
  askedAt: number
  answeredAt: number
} | null

export async function ask(
  line: Line,
  path: string,
  token: string,
  body?: unknown,
): Promise<Answer> {
  const askedAt = line.now()
  const abort = new AbortController()
  let callOff = () => {}
  const tooLate = new Promise<null>((resolve) => {
    callOff = line.after(patienceMs, () => {
      resolve(null)
      abort.abort()
    })
  })
  const exchange = async (): Promise<Answer> => {
    const response = await line.fetch(path, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      cache: 'no-store',
      signal: abort.signal,
    })
    const read: unknown = await response.json().catch(() => undefined)
    const answeredAt = line.now()
    const retryAfterMs = waitOf(response.headers.get('Retry-After'), answeredAt)
    return { status: response.status, body: read, retryAfterMs, askedAt, answeredAt }
  }
  try {
    return await Promise.race([exchange(), tooLate])
  } catch {
    return null
  } finally {
    callOff()
  }
}

/** Seconds, or a day and time. */
function waitOf(header: string | null, now: number): number | null {
  if (header === null) return null
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.max(wait, 0) : null
}

/** 1, 2, 4 … 30 seconds, a fifth more or less: not all phones at once. */
export function delayMs(failures: number, random: number): number {
  return Math.round(Math.min(1000 * 2 ** failures, 30_000) * (0.8 + 0.4 * random))
}

/** What goes out next: of one user, in the order of the taps. */
export function nextBatch(
  acts: readonly StoredAct[],
  userId: number,
  /** What was answered late is asked for again: then the server says more of it. */
  withLate: boolean,
  limit: number,
): readonly StoredAct[] {
  const waitsForOthers = (act: StoredAct) =>
    act.kind !== 'enter' &&
    'actId' in act.target &&
    acts.some(
      ({ id, state, userId: by }) => id === targetId(act) && state === 'waiting' && by !== userId,
    )
  return acts
    .filter(
      (act) =>
        act.userId === userId &&
        (act.state === 'waiting' || (withLate && act.state === 'told' && isLate(act))) &&
        !waitsForOthers(act),
    )
    .sort((a, b) => a.seq - b.seq)
    .slice(0, limit)
}

const targetId = (act: StoredAct) =>
  act.kind !== 'enter' && 'actId' in act.target ? act.target.actId : null

export function wireOf(act: StoredAct): ActInput {
  const { id, paradeId, at } = act
  return act.kind === 'enter'
    ? { id, paradeId, at, kind: act.kind, entry: act.entry }
    : { id, paradeId, at, kind: act.kind, target: act.target }
}

/** What became of a batch. */
export type Verdict =
  | { is: 'answered'; results: ReadonlyMap<string, KeptResult>; serverTime: number }
  /** Nobody knows, or it may be allowed again: again later. `why`: what was answered instead. */
  | { is: 'unknown'; why: Trouble | null }
  /** Not before somebody signs in; `ended`: the sign-in was taken back. */
  | { is: 'refused'; ended: boolean }
  /** Something of it is not even looked at. */
  | { is: 'notTaken' }

/** What keeps an act from arriving though somebody answers. */
export type Trouble = 'server' | 'notAllowed'

export function verdictOf(answer: Answer): Verdict {
  if (!answer) return { is: 'unknown', why: null }
  const { status, body } = answer
  if (status === 401) return { is: 'refused', ended: reasonOf(body) === 'ended' }
  // Signing in anew would not help: the role is missing, and the management can give it back.
  if (status === 403) return { is: 'unknown', why: 'notAllowed' }
  if (status === 400 || status === 413 || status === 422) return { is: 'notTaken' }
  if (status !== 200 || !isActsAnswer(body)) return { is: 'unknown', why: 'server' }
  const results = body.results.filter(({ outcome }) => outcome !== 'later')
  return {
    is: 'answered',
    results: new Map(results.map((result) => [result.id, result])),
    serverTime: Date.parse(body.serverTime),
  }
}

function reasonOf(body: unknown): unknown {
  const error = fieldOf(body, 'error')
  return fieldOf(error, 'reason')
}

function isActsAnswer(body: unknown): body is ActsAnswer {
  const results = fieldOf(body, 'results')
  return (
    isInstant(fieldOf(body, 'serverTime')) &&
    Array.isArray(results) &&
    results.every((one) => [fieldOf(one, 'id'), fieldOf(one, 'outcome')].every(isText))
  )
}

export type ListVerdict =
  | { is: 'answered'; checkIn: CheckIn; serverTime: number }
  | { is: 'unknown' }
  | { is: 'refused'; ended: boolean }
  /** There is no such parade, or it is of another day than helpers see (`closed`). */
  | { is: 'missing' | 'closed' }

export function listVerdictOf(answer: Answer): ListVerdict {
  if (!answer) return { is: 'unknown' }
  const { status, body } = answer
  if (status === 403 && reasonOf(body) === 'helpersDay') return { is: 'closed' }
  if (status === 401) return { is: 'refused', ended: reasonOf(body) === 'ended' }
  if (status === 404 && fieldOf(fieldOf(body, 'error'), 'code') === 'NotFound') {
    return { is: 'missing' }
  }
  if (status !== 200 || !isCheckIn(body)) return { is: 'unknown' }
  return { is: 'answered', checkIn: body, serverTime: Date.parse(body.serverTime) }
}

function isCheckIn(body: unknown): body is CheckIn {
  return (
    isInstant(fieldOf(body, 'serverTime')) &&
    Array.isArray(fieldOf(body, 'parades')) &&
    Array.isArray(fieldOf(body, 'costumeTypes'))
  )
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

const isText = (value: unknown) => typeof value === 'string'

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
