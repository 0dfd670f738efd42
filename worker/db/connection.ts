import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import type { AuditVia } from '#worker/domain/codes.ts'
import { causeOf, isInterruption, noAnswer } from './causes.ts'

/** Who writes; one object a request, which is completed as more is known. */
export type Audit = {
  /** `archive`: of its rows neither the history nor the journal is told. */
  via: AuditVia | 'archive'
  userId: number | null
  requestId: string
  /** Method and route, or what the cron or a command does. */
  act: string
  now: Date
}

export const enterContext = `UPDATE audit_context
  SET via = ?, user_id = ?, request_id = ?, act = ?, at = ? WHERE id = 1`
export const leaveContext = `UPDATE audit_context
  SET via = NULL, user_id = NULL, request_id = NULL, act = NULL, at = NULL WHERE id = 1`

/** The values of `enterContext`. */
export function contextOf({ via, userId, requestId, act, now }: Audit) {
  return [via, userId, requestId, act, now.toISOString()] as const
}

/**
 * How long a request waits for its database, all of its calls together. Shorter than the browser's own
 * limits: a page waits half a minute (web/lib/ask-server.ts), the outbox 15 s (outbox/sender.ts).
 */
export const requestPatienceInMs = 12_000

/** Waits before the second and the third attempt; the platform has repeated a read more often by then. */
const waitsInMs = [40, 160]

/**
 * One request's way to D1: `db` (db.ts) reads through it, `commit` (commit.ts) writes through it. Calls
 * that were interrupted are repeated: reads twice, writes only where the route allows it
 * (http/repeatable.ts). An overload is never answered with more load.
 */
export class Connection {
  /** Whether writes may be sent again when their outcome is unknown. */
  repeatsWrites = false
  /** Whether the browser may repeat the whole request then. */
  isKnownAgain = false
  /** The most attempts that one call needed. */
  attempts = 1
  /** Whether something was stored, or may have been. */
  hasWritten = false
  /** Why a call had to be repeated. */
  interruption: string | null = null
  /** Pending while the sign-in of a read is looked up beside it; writes wait for it. */
  allowed: Promise<unknown> = Promise.resolve()
  readonly d1: D1Database
  private readonly audit: Audit | null
  private readonly patienceInMs: number
  private leftInMs: number

  /**
   * @param audit null: the history records the writes as made outside the application
   * @param patienceInMs the cron and the commands wait without a limit
   */
  constructor(d1: D1Database, audit: Audit | null = null, patienceInMs = Number.POSITIVE_INFINITY) {
    this.d1 = d1
    this.audit = audit
    this.patienceInMs = patienceInMs
    this.leftInMs = patienceInMs
  }

  read<T>(run: () => Promise<T>): Promise<T> {
    return this.send(run, false)
  }

  /**
   * One transaction. The first statement fills the one row of `audit_context` for the triggers of the
   * history, the last one empties it.
   */
  async write(prepare: (d1: D1Database) => D1PreparedStatement[]): Promise<D1Result[]> {
    await this.allowed
    const { audit, d1 } = this
    const statements = prepare(d1)
    if (!audit) return this.send(() => d1.batch(statements), true)
    const enter = d1.prepare(enterContext).bind(...contextOf(audit))
    const leave = d1.prepare(leaveContext).bind()
    const results = await this.send(() => d1.batch([enter, ...statements, leave]), true)
    return results.slice(1, -1)
  }

  private async send<T>(run: () => Promise<T>, isWrite: boolean): Promise<T> {
    const mayRepeat = !isWrite || this.repeatsWrites
    for (let attempt = 1; ; attempt += 1) {
      // Thrown before anything is sent: nothing of it can be stored.
      if (this.leftInMs <= 0) throw noAnswer()
      this.attempts = Math.max(this.attempts, attempt)
      try {
        const answer = await this.inTime(run)
        if (isWrite) {
          this.hasWritten = true
          // Each write of a long import shows that the database still answers.
          this.leftInMs = this.patienceInMs
        }
        return answer
      } catch (error) {
        if (!isInterruption(error)) throw error
        this.interruption = causeOf(error)
        if (isWrite) this.hasWritten = true
        const wait = waitsInMs[attempt - 1]
        if (wait === undefined || !mayRepeat || this.leftInMs <= 0) throw error
        // Requests that were interrupted together must not come back together.
        await sleep(wait * (0.5 + Math.random()))
      }
    }
  }

  /** Gives up when the request has waited long enough; what was sent may still be done then. */
  private async inTime<T>(run: () => Promise<T>): Promise<T> {
    if (this.leftInMs === Number.POSITIVE_INFINITY) return run()
    const since = Date.now()
    const tooLate = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.leftInMs = 0
      tooLate.reject(noAnswer())
    }, this.leftInMs)
    try {
      return await Promise.race([run(), tooLate.promise])
    } finally {
      clearTimeout(timer)
      this.leftInMs = Math.max(0, this.leftInMs - (Date.now() - since))
    }
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
