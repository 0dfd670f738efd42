import { sql } from 'drizzle-orm'
import { countInHour } from '#worker/http/hourly-counts.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { orderLinksMail } from '#worker/mail/outbox.queries.ts'
import type { Deps } from './deps.ts'

const mostOfNetwork = 10
const mostToAddress = 1

type Asked = { emailAddress: string; network: string; secret: string }

/**
 * Somebody has lost the links to their orders: one mail with those that have a parade to come, to the
 * address they belong to. An address hears it once an hour, a network makes ten in an hour; whether
 * there was anything to send is told to nobody. One batch.
 */
export async function sendOrderLinks(deps: Deps, asked: Asked): Promise<void> {
  const { db, now, today } = deps
  const { emailAddress, network, secret } = asked
  const at = now.toISOString()
  const key = (purpose: string, text: string) => `${purpose}-${keyedHash(secret, purpose, text)}`
  const ofAddress = key('orderLinks-address', emailAddress.toLowerCase())
  const ofNetwork = key('orderLinks-network', network)
  const hasGoneOn = sql`changes() > 0`
  const [, , mail] = await db.batch([
    countInHour(db, { key: ofNetwork, most: mostOfNetwork, now }),
    countInHour(db, { key: ofAddress, most: mostToAddress, now, onlyIf: hasGoneOn }),
    orderLinksMail(db, { key: `${ofAddress}-${at}`, emailAddress, at, today }),
  ])
  if (mail.meta.changes > 0) deps.sendMailsOf('all')
}
