import { desc, gte, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { causeOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { Connection } from '#worker/db/connection.ts'
import { type Db, openDb, write } from '#worker/db/db.ts'
import { refusals } from '#worker/db/schema.ts'
import { isCounted, minuteOf } from '#worker/domain/refusals.ts'
import { domainErrorOf, statusOf } from './errors.ts'
import type { AppEnv } from './factory.ts'
import { networkOfRefusal } from './rate-limit.ts'

type Refusal = typeof refusals.$inferInsert & { count: number }

// Of this isolate. A flood must not cost a write for each request: the first of a minute are written at
// once, the others once a second, all of that second in one statement. What still waits when the isolate
// ends, or before the next refusal comes, is lost: these are counts for people to look at, no books.
const writesAtOnce = 20
const pauseInMs = 1000
/** Told apart within a minute; of further networks the sum alone is kept. */
const mostNetworks = 50

let waiting = new Map<string, Refusal>()
let minute = ''
let writes = 0
let writtenAt = 0
const networks = new Set<string>()

/**
 * Counts a refusal for the page "Anmeldeabend" after the answer: nobody waits for it, and nothing in the
 * answer or in its time tells of it. Neither address nor token nor what stands in a path is kept.
 */
export function countRefusal(c: Context<AppEnv>, error: unknown): void {
  const refusal = domainErrorOf(error)
  const route = `${c.req.method} ${c.req.routePath}`
  if (!refusal || !isCounted(route, refusal.code, statusOf[refusal.code])) return
  const now = c.get('now')
  beginMinute(minuteOf(now))
  add({ minute, route, code: refusal.code, networkKey: nameOf(networkOfRefusal(c)), count: 1 })
  const isOften = writes >= writesAtOnce && Math.abs(now.getTime() - writtenAt) < pauseInMs
  if (isOften) return
  writes += 1
  writtenAt = now.getTime()
  const counts = [...waiting.values()]
  waiting = new Map()
  // A connection of its own: a count that is repeated counts twice, and the request's sign-in was refused.
  const { requestId } = c.var
  const db = openDb(
    new Connection(c.env.DB, { via: 'public', userId: null, requestId, act: 'refusals', now }),
  )
  const writing = writeCounts(db, counts)
  c.executionCtx.waitUntil(
    writing.catch((trouble) => {
      const cause = causeOf(trouble)
      console.warn(JSON.stringify({ level: 'warn', event: 'refusals_uncounted', cause }))
    }),
  )
}

function beginMinute(now: string): void {
  if (now === minute) return
  minute = now
  writes = 0
  networks.clear()
}

function nameOf(key: string | null): string {
  if (key === null) return ''
  if (networks.size < mostNetworks) networks.add(key)
  return networks.has(key) ? key : ''
}

function add(one: Refusal): void {
  const key = [one.minute, one.route, one.code, one.networkKey].join('\n')
  const before = waiting.get(key)
  waiting.set(key, before ? { ...before, count: before.count + 1 } : one)
}

async function writeCounts(db: Db, counts: readonly Refusal[]): Promise<void> {
  const { minute, route, code, networkKey, count } = refusals
  const rows = sql`(SELECT value FROM json_each(${JSON.stringify(counts)}))`
  const of = (name: keyof Refusal) => sql.raw(`value ->> '$.${name}'`)
  await commit(db, [
    write
      .insert(refusals)
      .select(
        sql`SELECT ${of('minute')}, ${of('route')}, ${of('code')}, ${of('networkKey')}, ${of('count')}
        FROM ${rows} WHERE true`,
      )
      .onConflictDoUpdate({
        target: [minute, route, code, networkKey],
        set: { count: sql`${count} + excluded.count` },
      }),
  ])
}

/** The nightly line of the log: what was refused within a day, by code. */
export async function logRefusals(db: Db, now: Date): Promise<void> {
  const { minute, code, networkKey, count } = refusals
  const sum = sql<number>`sum(${count})`
  const since = new Date(now.getTime() - 24 * 60 * 60_000).toISOString()
  const found = await db
    .select({
      code,
      count: sum.as('sum'),
      networks: sql<number>`count(DISTINCT nullif(${networkKey}, ''))`.as('networks'),
    })
    .from(refusals)
    .where(gte(minute, since))
    .groupBy(code)
    .orderBy(desc(sum), code)
  console.info(JSON.stringify({ level: 'info', event: 'refusals', since, refusals: found }))
}
