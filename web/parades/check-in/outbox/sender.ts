import type { ActInput, ActsAnswer, CheckIn } from '#worker/check-in/check-in.contract.ts'
import type { StoredAct, StoredResult } from './acts.ts'
import { isLate } from './edits.ts'

// Sends requests and interprets the answers; `outbox.ts` decides when and in which order.

/** Network and clock: of the browser, or of a test. */
export type Network = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /**
   * Schedules the callback.
   * @returns a function that cancels it
   */
  after: (milliseconds: number, callback: () => void) => () => void
  /** The device's clock, in milliseconds. */
  now: () => number
}

/** The contract's limit, repeated because its schema is not loaded in the browser. */
export const maxActs = 50

const patienceMs = 15_000

/** The answer to a request; null when none arrived in time. */
export type Answer = {
  status: number
  /** undefined when the body is not JSON. */
  body: unknown
  retryAfterMs: number | null
  askedAt: number
  answeredAt: number
} | null

export async function sendRequest(
  line: Network,
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
  const fetchAnswer = async (): Promise<Answer> => {
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
    return await Promise.race([fetchAnswer(), tooLate])
  } catch {
    return null
  } finally {
    callOff()
  }
}

/** The ms to wait by `Retry-After`, which is in seconds or an HTTP date; null when unreadable. */
function waitOf(header: string | null, now: number): number | null {
  if (header === null) return null
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.max(wait, 0) : null
}

/** 1, 2, 4 … 30 seconds with 20 % jitter, so that phones do not retry at the same moment. */
export function delayMs(failures: number, random: number): number {
  return Math.round(Math.min(1000 * 2 ** failures, 30_000) * (0.8 + 0.4 * random))
}

/** The next batch: acts of one user, in the order of the taps. */
export function nextBatch(
  acts: readonly StoredAct[],
  userId: number,
  /** Whether acts answered with an outcome only are requested again, for their details. */
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
        (act.state === 'waiting' || (withLate && act.state === 'rejected' && isLate(act))) &&
        !waitsForOthers(act),
    )
    .sort((a, b) => a.seq - b.seq)
    .slice(0, limit)
}

const targetId = (act: StoredAct) =>
  act.kind !== 'enter' && 'actId' in act.target ? act.target.actId : null

export function toActInput(act: StoredAct): ActInput {
  const { id, paradeId, at } = act
  return act.kind === 'enter'
    ? { id, paradeId, at, kind: act.kind, entry: act.entry }
    : { id, paradeId, at, kind: act.kind, target: act.target }
}

/** The meaning of a batch's answer. */
export type BatchOutcome =
  | { is: 'answered'; results: ReadonlyMap<string, StoredResult>; serverTime: number }
  /** The outcome is unknown or may change: retry later. `why`: the kind of error answer. */
  | { is: 'unknown'; why: Trouble | null }
  /** A sign-in is needed; `ended`: the session was revoked. */
  | { is: 'refused'; ended: boolean }
  /** At least one act is malformed for the server. */
  | { is: 'notTaken' }

/** Why the server does not process an act. */
export type Trouble = 'server' | 'notAllowed'

export function batchOutcomeOf(answer: Answer): BatchOutcome {
  if (!answer) return { is: 'unknown', why: null }
  const { status, body } = answer
  if (status === 401) return { is: 'refused', ended: reasonOf(body) === 'ended' }
  // Not `refused`: the role is missing, so a new sign-in would not help; the role may be given back.
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

export type ListOutcome =
  | { is: 'answered'; checkIn: CheckIn; serverTime: number }
  | { is: 'unknown' }
  | { is: 'refused'; ended: boolean }
  /** The parade does not exist, or helpers cannot see it today (`closed`). */
  | { is: 'missing' | 'closed' }

export function listOutcomeOf(answer: Answer): ListOutcome {
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
