import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { mailboxOf } from '#worker/domain/text.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { countInHour } from '#worker/http/rate-limit.ts'
import { orderLinksMail } from '#worker/mail/outbox.queries.ts'
import type { Deps } from './deps.ts'

const mostOfNetwork = 10
const mostToAddress = 1

type Asked = { emailAddress: string; network: string; secret: string }

/**
 * For a payer who has lost the links: one mail to the address with its orders that have a parade to come. At
 * most one mail an hour to a mailbox and ten requests an hour from a network; the answer does not reveal
 * whether a mail was sent. One batch.
 */
export async function sendOrderLinks(deps: Deps, asked: Asked): Promise<void> {
  const { db, now, today } = deps
  const { emailAddress, network, secret } = asked
  const at = now.toISOString()
  const key = (purpose: string, text: string) => `${purpose}-${keyedHash(secret, purpose, text)}`
  const ofAddress = key('orderLinks-address', mailboxOf(emailAddress))
  const ofNetwork = key('orderLinks-network', network)
  // Asking for a spelling without orders sends nothing, so it does not count for the mailbox.
  const hasOrders = sql`changes() > 0
    AND EXISTS (SELECT 1 FROM orders WHERE lower(email_address) = lower(${emailAddress}))`
  const [, , mail] = await commit(db, [
    countInHour({ key: ofNetwork, most: mostOfNetwork, now }),
    countInHour({ key: ofAddress, most: mostToAddress, now, onlyIf: hasOrders }),
    orderLinksMail({ key: `${ofAddress}-${at}`, emailAddress, at, today }),
  ])
  if (mail.meta.changes > 0) deps.sendMailsOf('all')
}
