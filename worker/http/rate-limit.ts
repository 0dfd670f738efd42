import { lt, type SQL, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { hourlyCounts } from '#worker/db/schema.ts'
import { insertSelected, singleRow } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { networkKeyLength, networkOf, wideNetworkOf } from '#worker/domain/network.ts'
import type { Env } from '#worker/env.ts'
import { type AppEnv, isLocal } from './factory.ts'
import { keyedHash } from './keyed-hash.ts'

/** The network of a request; 'local' when the header holds no address, as in development. */
export function networkOfRequest(c: Context<AppEnv>): string {
  const address = c.req.header('cf-connecting-ip') ?? ''
  return /^[\da-f.:]+$/i.test(address) ? networkOf(address) : 'local'
}

/** The addresses of requests in local development: the runtime sets a loopback address, or none. */
const ownMachine = [undefined, '127.0.0.1', '::1']

/**
 * The key by which orders of a network are counted: 16 characters of a keyed hash, and 16 more of the wider
 * network if there is one. null in local development, where nothing is counted.
 */
export function networkKeyOf(c: Context<AppEnv>): string | null {
  const purpose = 'network of an order'
  const wide = wideNetworkOf(networkOfRequest(c))
  const own = hashOfNetwork(c, purpose)
  return own && wide ? own + hashOf(c, purpose, wide) : own
}

/**
 * The key by which rejected requests are counted for a month. Its purpose differs from that of `networkKeyOf`, so
 * that rejections cannot be linked to orders.
 */
export function networkForRejections(c: Context<AppEnv>): string | null {
  return hashOfNetwork(c, 'network of a refusal')
}

function hashOfNetwork(c: Context<AppEnv>, purpose: string): string | null {
  const isOwn = ownMachine.includes(c.req.header('cf-connecting-ip'))
  if (isLocal(c) && isOwn) return null
  return hashOf(c, purpose, networkOfRequest(c))
}

function hashOf(c: Context<AppEnv>, purpose: string, network: string): string {
  return keyedHash(c.env.JWT_SECRET, purpose, network).slice(0, networkKeyLength)
}

/** The length of a counting period; keep equal to wrangler.toml. */
const periodInSeconds = 60

type LimitName = { [K in keyof Env]-?: Env[K] extends { limit: unknown } ? K : never }[keyof Env]

/** Counts the request for its network before its body is read; too many get a 429. */
export function limitPerNetwork(name: LimitName): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await countForNetwork(c, name)
    await next()
  }
}

/** Counts the request for its network. @throws DomainError TooManyRequests */
export async function countForNetwork(c: Context<AppEnv>, name: LimitName): Promise<void> {
  const { success } = await c.env[name].limit({ key: networkOfRequest(c) })
  if (!success) throw tooManyRequestsError()
}

export function tooManyRequestsError(): DomainError {
  const message = 'Zu viele Anfragen auf einmal. Warte eine Minute und versuche es noch einmal.'
  return new DomainError('TooManyRequests', message, undefined, { retryAfter: periodInSeconds })
}

const hourInMs = 60 * 60 * 1000

/**
 * The statement that adds one to a counter; it writes nothing when the counter reached `most` within the last hour.
 * @param key the kind of count and a keyed hash of the requester
 */
export function countInHour({
  key,
  most,
  now,
  onlyIf = sql`1`,
}: {
  key: string
  most: number
  now: Date
  onlyIf?: SQL
}) {
  const before = new Date(now.getTime() - hourInMs).toISOString()
  const counted = sql`(SELECT coalesce(sum(count), 0) FROM hourly_counts
    WHERE key = ${key} AND at > ${before})`
  return insertSelected(
    hourlyCounts,
    { key, at: now.toISOString(), count: 1 },
    sql`${singleRow} WHERE ${counted} < ${most} AND ${onlyIf}`,
  ).onConflictDoUpdate({
    target: [hourlyCounts.key, hourlyCounts.at],
    set: { count: sql`${hourlyCounts.count} + 1` },
  })
}

/** Deletes counts that no longer matter; run by the cron. */
export async function deleteOldHourlyCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * hourInMs).toISOString()
  await commit(db, [write.delete(hourlyCounts).where(lt(hourlyCounts.at, before))])
}
