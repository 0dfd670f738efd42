import type { D1Database, D1PreparedStatement, D1Result } from '@cloudflare/workers-types'
import type { AuditVia } from '#worker/domain/codes.ts'
import { isCheckViolation } from './sqlite.ts'

/** Who writes; one object a request, which is told more of it as more is known. */
export type Audit = {
  via: AuditVia
  userId: number | null
  requestId: string
  /** Method and route, or what the cron or a command does. */
  act: string
  now: Date
  /** Who comes has still to be let in: what is read and written until then asks for it on the way. */
  door?: Door
}

/**
 * Whether somebody may come in at all is asked in the very batch that does what they came for, so that
 * it costs no round trip of its own (docs/decisions.md, 238).
 */
export type Door = {
  /** Answers one row at most; its values are `?1`, `?2` and so on. */
  question: string
  /** The same as an expression, 1 or 0, of the same values. */
  condition: string
  values: (string | number | null)[]
  isOpen: boolean
  /** Opens the door for whom the question found. @throws what is answered to anybody else */
  judge: (found: Record<string, unknown> | undefined) => void
}

export const enterContext = `UPDATE audit_context
  SET via = ?, user_id = ?, request_id = ?, act = ?, at = ? WHERE id = 1`
export const leaveContext = `UPDATE audit_context
  SET via = NULL, user_id = NULL, request_id = NULL, act = NULL, at = NULL WHERE id = 1`

/** The values of `enterContext`. */
export function contextOf({ via, userId, requestId, act, now }: Audit) {
  return [via, userId, requestId, act, now.toISOString()] as const
}

/** `enterContext` through a door: the table holds no row but number 1, and refuses the batch of others. */
function enterThrough({ condition, values }: Door): string {
  const [via, userId, requestId, act, at] = [1, 2, 3, 4, 5].map((n) => `?${values.length + n}`)
  return `UPDATE audit_context SET id = (${condition}), via = ${via}, user_id = ${userId},
    request_id = ${requestId}, act = ${act}, at = ${at} WHERE id = 1`
}

type Prepared = { query: string; values: unknown[]; writes: boolean }

/**
 * The same database, which knows who writes: whatever writes runs as a batch that begins with filling
 * the one row of `audit_context` and ends with emptying it, so that the triggers of the history read it,
 * and nobody else's write does. What reads goes untouched, once the door is open: before, nothing that
 * was read is answered and nothing is written for whom the door refuses. A batch of nothing only asks.
 */
export function auditedDatabase(d1: D1Database, audit: Audit): D1Database {
  const originals = new WeakMap<object, Prepared>()
  const shutDoor = () => (audit.door && !audit.door.isOpen ? audit.door : null)
  const bound = ({ query, values }: Prepared) => d1.prepare(query).bind(...values)
  const asked = ({ question, values }: Door) => d1.prepare(question).bind(...values)
  const letIn = (door: Door, answer: D1Result | undefined) =>
    door.judge((answer?.results as Record<string, unknown>[] | undefined)?.[0])

  async function read(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const door = shutDoor()
    if (!door) return d1.batch(statements)
    const [answer, ...results] = await d1.batch([asked(door), ...statements])
    letIn(door, answer)
    return results
  }

  async function write(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const door = shutDoor()
    const leave = d1.prepare(leaveContext).bind()
    if (!door) {
      const enter = d1.prepare(enterContext).bind(...contextOf(audit))
      return (await d1.batch([enter, ...statements, leave])).slice(1, -1)
    }
    const enter = d1.prepare(enterThrough(door)).bind(...door.values, ...contextOf(audit))
    try {
      const results = await d1.batch([asked(door), enter, ...statements, leave])
      letIn(door, results[0])
      return results.slice(2, -1)
    } catch (error) {
      // Refused at the door, or by a rule of what was written: the door says which.
      if (isCheckViolation(error)) await read([])
      throw error
    }
  }

  function wrap(prepared: Prepared): D1PreparedStatement {
    const { writes } = prepared
    const alone = async () => {
      const sent = writes
        ? await write([bound(prepared)])
        : await read([bound(ofOwnNames(prepared))])
      return sent[0] as D1Result<Record<string, unknown>>
    }
    const first = async (column?: string) => {
      const [row] = (await alone()).results
      return (column === undefined ? row : row?.[column]) ?? null
    }
    // A row keeps its columns in their order.
    const raw = async () => (await alone()).results.map((row) => Object.values(row))
    const isDirect = () => !writes && !shutDoor()
    const wrapped = {
      bind: (...values: unknown[]) => wrap({ ...prepared, values }),
      run: () => (isDirect() ? bound(prepared).run() : alone()),
      all: () => (isDirect() ? bound(prepared).all() : alone()),
      first: (column?: string) =>
        isDirect() ? bound(prepared).first(column as string) : first(column),
      raw: () => (isDirect() ? bound(prepared).raw() : raw()),
    } as unknown as D1PreparedStatement
    originals.set(wrapped, prepared)
    return wrapped
  }

  return {
    prepare: (query: string) => wrap({ query, values: [], writes: isWriting(query) }),
    batch: (statements: D1PreparedStatement[]) => {
      const known = statements.map((one) => originals.get(one))
      const bare = statements.map((one, index) => {
        const prepared = known[index]
        return prepared ? bound(prepared) : one
      })
      return known.some((one) => one?.writes) ? write(bare) : read(bare)
    },
  } as unknown as D1Database
}

/**
 * A batch answers rows by the names of their columns: where tables are joined, two may have one name,
 * and SQLite numbers those of a subquery. What it is sorted by stays, as it is all there is to read.
 */
function ofOwnNames(prepared: Prepared): Prepared {
  const { query } = prepared
  return / join /i.test(query) ? { ...prepared, query: `SELECT * FROM (${query})` } : prepared
}

function isWriting(query: string): boolean {
  const [, first = ''] = /^\s*(\w+)/.exec(query) ?? []
  return first.toLowerCase() === 'with'
    ? /\b(insert|replace)\s+into\b|\bupdate\b|\bdelete\s+from\b/i.test(query)
    : !/^(select|explain|pragma|values)$/i.test(first)
}
