import { eq, sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit, guard, guardChanges } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { orderHistory, orders } from '#worker/db/schema.ts'
import { changedInBetweenError, DomainError } from '#worker/domain/errors.ts'
import { mailboxOf } from '#worker/domain/text.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { countInHour } from '#worker/http/rate-limit.ts'
import { notFoundError } from '#worker/http/validate.ts'
import {
  addressChangedMail,
  enrolledMailAgain,
  mostMailsAnHour,
  storeAddressOfSentMails,
} from '#worker/mail/outbox.queries.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { mayChangeAddress } from './my-order.queries.ts'

const mostOfOrder = 3

type Wish = { token: string; emailAddress: string; secret: string }

/**
 * The payer corrects the e-mail address of an order. The confirmation is sent to the new address if it was
 * sent before, and the old address is informed. The same address again changes nothing, so the request may be
 * repeated.
 * @throws DomainError NotFound, Conflict, TooManyRequests
 */
export async function correctAddress(deps: Deps, wish: Wish): Promise<void> {
  const order = await decide(deps, wish)
  if (!order) return
  try {
    await change(deps, wish, order)
  } catch (error) {
    if (!isViolationOf(error, 'guard')) throw error
    const now = await decide(deps, wish)
    if (!now) return
    if (now.emailAddress === order.emailAddress) throw tooManyChangesError()
    throw changedInBetweenError()
  }
  deps.sendMailsOf(order.id)
}

type Stored = { id: number; emailAddress: string }

/** The order to change; null when it has this address already. */
async function decide({ db, today }: Deps, { token, emailAddress }: Wish): Promise<Stored | null> {
  const [order] = await db
    .select({
      id: orders.id,
      emailAddress: orders.emailAddress,
      mayChange: sql<number>`${mayChangeAddress(today)}`.as('may_change'),
    })
    .from(orders)
    .where(eq(orders.token, token))
  if (!order) throw notFoundError()
  if (order.emailAddress.toLowerCase() === emailAddress.toLowerCase()) return null
  if (order.mayChange === 0) {
    const message =
      'Die E-Mail Adresse lässt sich nicht mehr ändern: Von dieser Anmeldung kommt kein Umzug mehr.'
    throw new DomainError('Conflict', message)
  }
  return order
}

/**
 * Changes the address in one batch with its mails.
 * @throws a violated guard when the order has changed since the read, or too often this hour
 */
async function change({ db, now, today }: Deps, wish: Wish, { id, emailAddress: before }: Stored) {
  const { emailAddress, secret } = wish
  const at = now.toISOString()
  const key = (of: string, text: string) =>
    `orderAddress-${of}-${keyedHash(secret, `orderAddress-${of}`, text)}`
  const ofMailbox = (address: string) =>
    countInHour({ key: key('mailbox', mailboxOf(address)), most: mostMailsAnHour, now })
  await commit(db, [
    guard(
      'orderUnchanged',
      sql`EXISTS (SELECT 1 FROM orders WHERE id = ${id} AND email_address = ${before}
        AND ${mayChangeAddress(today)})`,
    ),
    countInHour({ key: key('order', String(id)), most: mostOfOrder, now }),
    guardChanges('countedWithinLimit', 1),
    ofMailbox(emailAddress),
    guardChanges('countedWithinLimit', 1),
    ofMailbox(before),
    addressChangedMail(id, at),
    storeAddressOfSentMails(id),
    // Recorded without the addresses, which are deleted earlier than the history.
    write.insert(orderHistory).values({ orderId: id, at, kind: 'addressChangedByPayer' }),
    write.update(orders).set({ emailAddress }).where(eq(orders.id, id)),
    enrolledMailAgain(id, at),
  ])
}

function tooManyChangesError(): DomainError {
  const message =
    'Die E-Mail Adresse wurde gerade schon mehrmals geändert. Versuche es in einer Stunde noch einmal.'
  return new DomainError('TooManyRequests', message, undefined, { retryAfter: 60 * 60 })
}
