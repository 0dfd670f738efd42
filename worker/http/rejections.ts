import { desc, gte, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { causeOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { Connection } from '#worker/db/connection.ts'
import { type Db, openDb, write } from '#worker/db/db.ts'
import { refusals } from '#worker/db/schema.ts'
import { isCounted, minuteOf } from '#worker/domain/rejections.ts'
import { domainErrorOf, statusOf } from './errors.ts'
import type { AppEnv } from './factory.ts'
import { networkForRejections } from './rate-limit.ts'

type RejectionCount = typeof refusals.$inferInsert & { count: number }

// Counts of this isolate. A flood must not cause a write per request: the first of a minute are written at
// once, the others once a second in one statement. Counts still in memory when the isolate ends are lost, which
// is acceptable: they are for information only.
const writesAtOnce = 20
const pauseInMs = 1000
/** Networks counted separately within a minute; further ones share one count. */
const mostNetworks = 50

let waiting = new Map<string, RejectionCount>()
let minute = ''
let writes = 0
let writtenAt = 0
const networks = new Set<string>()

/**
 * Counts a rejected request for the page "Anmeldeabend". It runs after the response, so that content and timing of
 * the response do not depend on the count. Address, token and path parameters are not stored.
 */
export function countRejection(c: Context<AppEnv>, error: unknown): void {
  const refusal = domainErrorOf(error)
  const route = `${c.req.method} ${c.req.routePath}`
  if (!refusal || !isCounted(route, refusal.code, statusOf[refusal.code])) return
  const now = c.get('now')
  beginMinute(minuteOf(now))
  addCount({
    minute,
    route,
    code: refusal.code,
    networkKey: countedNetwork(networkForRejections(c)),
    count: 1,
  })
  const isOften = writes >= writesAtOnce && Math.abs(now.getTime() - writtenAt) < pauseInMs
  if (isOften) return
  writes += 1
  writtenAt = now.getTime()
  const counts = [...waiting.values()]
  waiting = new Map()
  // A connection of its own: the request's connection may repeat writes, which would count twice, and waits for
  // a session that was rejected.
  const { requestId } = c.var
  const db = openDb(
    new Connection(c.env.DB, { via: 'public', userId: null, requestId, act: 'refusals', now }),
  )
  const writing = writeCounts(db, counts)
  c.executionCtx.waitUntil(
    writing.catch((trouble) => {
      const cause = causeOf(trouble)
      console.warn(JSON.stringify({ level: 'warn', event: 'rejections_not_counted', cause }))
    }),
  )
}

function beginMinute(now: string): void {
  if (now === minute) return
  minute = now
  writes = 0
  networks.clear()
}

function countedNetwork(key: string | null): string {
  if (key === null) return ''
  if (networks.size < mostNetworks) networks.add(key)
  return networks.has(key) ? key : ''
}

function addCount(one: RejectionCount): void {
  const key = [one.minute, one.route, one.code, one.networkKey].join('\n')
  const before = waiting.get(key)
  waiting.set(key, before ? { ...before, count: before.count + 1 } : one)
}

async function writeCounts(db: Db, counts: readonly RejectionCount[]): Promise<void> {
  const { minute, route, code, networkKey, count } = refusals
  const rows = sql`(SELECT value FROM json_each(${JSON.stringify(counts)}))`
  const of = (name: keyof RejectionCount) => sql.raw(`value ->> '$.${name}'`)
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

/** The nightly log line: rejected requests of a day, by code. */
export async function logRejections(db: Db, now: Date): Promise<void> {
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
  console.info(JSON.stringify({ level: 'info', event: 'rejections', since, counts: found }))
}
