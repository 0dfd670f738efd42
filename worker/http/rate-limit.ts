import { lt, type SQL, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { hourlyCounts } from '#worker/db/schema.ts'
import { always, insertSelected } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { networkKeyLength, networkOf, wideNetworkOf } from '#worker/domain/network.ts'
import type { Env } from '#worker/env.ts'
import { type AppEnv, isLocal } from './factory.ts'
import { keyedHash } from './keyed-hash.ts'

/** The network a request came from; one's own machine has none. It is stored: nothing but an address. */
export function networkOfRequest(c: Context<AppEnv>): string {
  const address = c.req.header('cf-connecting-ip') ?? ''
  return /^[\da-f.:]+$/i.test(address) ? networkOf(address) : 'local'
}

/** On one's own machine the runtime fills in its own address, or none. */
const ownMachine = [undefined, '127.0.0.1', '::1']

/**
 * Whose orders and refusals are counted together: the network as a keyed hash, 16 characters of it, and 16
 * more of the network around it where there is one. Null on one's own machine, where nobody is counted.
 */
export function networkKeyOf(c: Context<AppEnv>): string | null {
  const purpose = 'network of an order'
  const wide = wideNetworkOf(networkOfRequest(c))
  const own = hashOfNetwork(c, purpose)
  return own && wide ? own + hashOf(c, purpose, wide) : own
}

/** Whose refusals are counted together, for a month: it cannot be held against orders. */
export function networkOfRefusal(c: Context<AppEnv>): string | null {
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

/** As in wrangler.toml: when the count begins anew. */
const periodInSeconds = 60

type LimitName = { [K in keyof Env]-?: Env[K] extends { limit: unknown } ? K : never }[keyof Env]

/** Counts the request against its network, before anything is read of it; too many are a 429. */
export function limitPerNetwork(name: LimitName): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await countForNetwork(c, name)
    await next()
  }
}

/** @throws DomainError TooManyRequests */
export async function countForNetwork(c: Context<AppEnv>, name: LimitName): Promise<void> {
  const { success } = await c.env[name].limit({ key: networkOfRequest(c) })
  if (!success) throw tooManyRequests()
}

export function tooManyRequests(): DomainError {
  const message = 'Zu viele Anfragen auf einmal. Warte eine Minute und versuche es noch einmal.'
  return new DomainError('TooManyRequests', message, undefined, { retryAfter: periodInSeconds })
}

const hourInMs = 60 * 60 * 1000

/**
 * Counts one more, unless there were so many in the last hour: then it changes nothing.
 * @param key what is counted, and of whom as a keyed hash
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
    sql`${always} WHERE ${counted} < ${most} AND ${onlyIf}`,
  ).onConflictDoUpdate({
    target: [hourlyCounts.key, hourlyCounts.at],
    set: { count: sql`${hourlyCounts.count} + 1` },
  })
}

/** What no longer counts; the cron's work. */
export async function deleteOldCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * hourInMs).toISOString()
  await commit(db, [write.delete(hourlyCounts).where(lt(hourlyCounts.at, before))])
}
