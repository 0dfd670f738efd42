import { AsyncLocalStorage } from 'node:async_hooks'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'

/**
 * One request or cron run that pauses before each call of the database or the provider, until the test
 * advances it. A dead strand never resumes.
 */
export type Strand = {
  name: string
  isDone: boolean
  isDead: boolean
  /** Runs to its end without pausing. */
  isFree: boolean
  waiting: (() => void)[]
  /** Called whenever it has paused or ended. */
  halted: () => void
  end: Promise<void>
}

const current = new AsyncLocalStorage<Strand>()

/** Pauses the current strand; calls of the test itself are not in a strand and never pause. */
export async function gate(): Promise<void> {
  const strand = current.getStore()
  if (!strand || (strand.isFree && !strand.isDead)) return
  await new Promise<void>((resolve) => {
    if (!strand.isDead) strand.waiting.push(resolve)
    strand.halted()
  })
}

/** Starts a strand; resolves when it first pauses or has ended. */
export async function start(name: string, work: () => Promise<void>): Promise<Strand> {
  const strand: Strand = {
    name,
    isDone: false,
    isDead: false,
    isFree: false,
    waiting: [],
    halted: () => {},
    end: Promise.resolve(),
  }
  const halt = untilHalted(strand)
  strand.end = current.run(strand, work).finally(() => {
    strand.isDone = true
    strand.halted()
  })
  await halt
  return strand
}

/** Advances it to the next pause. */
export async function step(strand: Strand): Promise<void> {
  const go = strand.waiting.shift()
  if (!go) return
  const halt = untilHalted(strand)
  go()
  await halt
}

/** Runs it to its end. */
export async function finish(strand: Strand): Promise<void> {
  if (strand.isDead) return
  strand.isFree = true
  for (const go of strand.waiting.splice(0)) go()
  await strand.end
}

/** Kills it at its current pause, like a worker that is terminated. */
export function kill(strand: Strand): void {
  strand.isDead = true
  strand.waiting.length = 0
}

function untilHalted(strand: Strand): Promise<void> {
  return new Promise((resolve) => {
    strand.halted = resolve
  })
}

/**
 * The real database, paused before each call.
 * @param stop receives the statements; they run when it resolves
 */
export function gatedDatabase(
  db: D1Database,
  stop: (queries: readonly string[]) => Promise<void> = gate,
): D1Database {
  const originals = new WeakMap<object, { query: string; statement: D1PreparedStatement }>()
  const wrap = (query: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const stopped = <Arguments extends unknown[], Answer>(
      call: (...given: Arguments) => Promise<Answer>,
    ) => {
      return async (...given: Arguments) => {
        await stop([query])
        return call(...given)
      }
    }
    const wrapped = {
      bind: (...values: unknown[]) => wrap(query, statement.bind(...values)),
      all: stopped(() => statement.all()),
      run: stopped(() => statement.run()),
      raw: stopped((options?: { columnNames?: false }) => statement.raw(options)),
      first: stopped((column?: string) =>
        column === undefined ? statement.first() : statement.first(column),
      ),
    } as unknown as D1PreparedStatement
    originals.set(wrapped, { query, statement })
    return wrapped
  }
  return {
    prepare: (query: string) =>
      isStep(query) ? wrap(query, db.prepare(query)) : db.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      const queries = statements.flatMap((one) => originals.get(one)?.query ?? [])
      if (queries.length > 0) await stop(queries)
      return db.batch(statements.map((one) => originals.get(one)?.statement ?? one))
    },
  } as unknown as D1Database
}

// Sending mails runs beside the request, and filling the audit context is part of every write: neither is a
// step of its own.
const isStep = (query: string) =>
  !query.startsWith('update "mails"') && !query.startsWith('UPDATE audit_context')
