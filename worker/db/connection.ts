import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import type { AuditVia } from '#worker/domain/codes.ts'
import { causeOf, isInterruption, noResponseError } from './causes.ts'

/** Who writes, for the history; one object per request, completed as more is known. */
export type Audit = {
  /** `archive`: rows of a restored archive, written to neither history nor journal. */
  via: AuditVia | 'archive'
  userId: number | null
  requestId: string
  /** Method and route, or the task of the cron or a command. */
  act: string
  now: Date
}

export const fillAuditContext = `UPDATE audit_context
  SET via = ?, user_id = ?, request_id = ?, act = ?, at = ? WHERE id = 1`
export const clearAuditContext = `UPDATE audit_context
  SET via = NULL, user_id = NULL, request_id = NULL, act = NULL, at = NULL WHERE id = 1`

/** The values of an `Audit` in the order in which the statement `fillAuditContext` takes them. */
export function contextOf({ via, userId, requestId, act, now }: Audit) {
  return [via, userId, requestId, act, now.toISOString()] as const
}

/**
 * How long a request waits for the database, all calls together. Shorter than the limits in the browser: 30 s
 * for a page (web/lib/ask-server.ts), 15 s for the outbox (outbox/sender.ts).
 */
export const requestPatienceInMs = 12_000

/** Waits before the second and third attempt; the platform itself has retried a read before. */
const waitsInMs = [40, 160]

/**
 * A request's connection to D1: `db` (db.ts) reads through it, `commit` (commit.ts) writes through it.
 * Interrupted calls are repeated: reads twice, writes only where the route allows it (http/repeatable.ts).
 * After an overload error nothing is repeated.
 */
export class Connection {
  /** Whether writes may be repeated when their outcome is unknown. */
  repeatsWrites = false
  /** Whether the browser may repeat the whole request when its outcome is unknown. */
  isRequestRepeatable = false
  /** How often the database was called for the most repeated call; 1 when none was repeated. */
  attempts = 1
  /** Whether a write succeeded or may have succeeded. */
  hasWritten = false
  /** The cause of the last interruption. */
  interruption: string | null = null
  /** The lookup of the session, which a GET runs beside its own reads; writes wait for it. */
  allowed: Promise<unknown> = Promise.resolve()
  readonly d1: D1Database
  private readonly audit: Audit | null
  private readonly patienceInMs: number
  private leftInMs: number

  /**
   * @param audit null: the history records the writes as made outside the application
   * @param patienceInMs the most to wait in all; the cron and the commands have no limit
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
   * Sends the statements in one transaction. A statement before them fills the one row of `audit_context` for the
   * triggers of the history, one after them empties it.
   */
  async write(prepare: (d1: D1Database) => D1PreparedStatement[]): Promise<D1Result[]> {
    await this.allowed
    const { audit, d1 } = this
    const statements = prepare(d1)
    if (!audit) return this.send(() => d1.batch(statements), true)
    const enter = d1.prepare(fillAuditContext).bind(...contextOf(audit))
    const leave = d1.prepare(clearAuditContext).bind()
    const results = await this.send(() => d1.batch([enter, ...statements, leave]), true)
    return results.slice(1, -1)
  }

  private async send<T>(run: () => Promise<T>, isWrite: boolean): Promise<T> {
    const mayRepeat = !isWrite || this.repeatsWrites
    for (let attempt = 1; ; attempt += 1) {
      // Thrown before anything is sent, so nothing was written.
      if (this.leftInMs <= 0) throw noResponseError()
      this.attempts = Math.max(this.attempts, attempt)
      try {
        const answer = await this.inTime(run)
        if (isWrite) {
          this.hasWritten = true
          // The wait starts again, for a long import: each write shows that the database responds.
          this.leftInMs = this.patienceInMs
        }
        return answer
      } catch (error) {
        if (!isInterruption(error)) throw error
        this.interruption = causeOf(error)
        if (isWrite) this.hasWritten = true
        const wait = waitsInMs[attempt - 1]
        if (wait === undefined || !mayRepeat || this.leftInMs <= 0) throw error
        // Randomised, so that requests interrupted together are not repeated together.
        await sleep(wait * (0.5 + Math.random()))
      }
    }
  }

  /** Rejects when the request has waited long enough; the call may still take effect. */
  private async inTime<T>(run: () => Promise<T>): Promise<T> {
    if (this.leftInMs === Number.POSITIVE_INFINITY) return run()
    const since = Date.now()
    const tooLate = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.leftInMs = 0
      tooLate.reject(noResponseError())
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
