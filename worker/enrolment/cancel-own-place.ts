import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { orderHistory, parades, participations } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { refuseOwnCancel } from '#worker/domain/own-order.ts'
import { notFound } from '#worker/http/validate.ts'
import { refreshAttention } from '#worker/orders/attention.queries.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { tellChange } from '#worker/orders/history.queries.ts'
import { makeRefundsOf } from '#worker/orders/make-refund.ts'
import { unpayLoad } from '#worker/orders/network-load.queries.ts'
import { insertPlaceRefunds, unpayRefunded } from '#worker/orders/refund-requests.queries.ts'
import { settleIfAnswered } from '#worker/orders/settle-order.ts'
import { ofToken, readOwnPlace } from './my-order.queries.ts'

type Wish = { token: string; placeId: number }

/**
 * A payer gives a place back, as the guild allows: place and costume are free again, and where the
 * guild says so the fee goes back. Else the order asks staff what shall become of it.
 * @throws DomainError NotFound, Conflict, ParadeCancelled, SelfCancelOff, SelfCancelOver
 */
export async function cancelOwnPlace(deps: Deps, wish: Wish): Promise<void> {
  const { order, place, rule } = await mayBeCancelled(deps, wish)
  const goesBack = rule.selfCancel === 'refund' && place.isPaidOnline === 1
  // What went back elsewhere must not go back once more.
  if (goesBack) await settleIfAnswered(deps, order)
  if (!(await cancel(deps, wish))) {
    await mayBeCancelled(deps, wish)
    throw new DomainError('Conflict', 'Gerade hat sich etwas geändert. Versuche es noch einmal.')
  }
  await makeRefundsOf(deps, order)
}

async function mayBeCancelled({ db, today }: Deps, { token, placeId }: Wish) {
  const found = await readOwnPlace(db, token, placeId)
  if (!found) throw notFound()
  refuseOwnCancel(found.place, found.rule, today)
  return found
}

/** One batch, whose statements ask for the guild's rule and the place as they are then. */
async function cancel({ db, now, today }: Deps, { token, placeId }: Wish): Promise<boolean> {
  const at = now.toISOString()
  const which = isOwn(token, placeId, today)
  const orderId = ofToken(token)
  const key = `place-${placeId}`
  const [, , , , , cancelled] = await db.batch([
    insertPlaceRefunds(db, sql`${which} AND ${ruleSays(sql`self_cancel = 'refund'`)}`, {
      reason: 'self',
      at,
      userId: null,
    }),
    tellChange(db, {
      orderId,
      at,
      kind: 'refundRequested',
      amountInCent: sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`,
      detail: sql`(SELECT title FROM order_refunds WHERE key = ${key})`,
    }),
    unpayRefunded(db, which),
    // Else whoever pays and takes it back could hold the more.
    unpayLoad(db, orderId),
    tellCancelled(db, which, at),
    db.update(participations).set({ state: 'cancelled', cancelledAt: at }).where(which),
    refreshAttention(db, orderId),
  ])
  return cancelled.meta.changes > 0
}

/** `refuseOwnCancel` in SQL: nobody ticks it off, calls the parade off or changes the rule meanwhile. */
function isOwn(token: string, placeId: number, today: Day): SQL {
  return sql`participations.id = ${placeId} AND participations.order_id = ${ofToken(token)}
    AND participations.state = 'booked' AND participations.participation_confirmed = 0
    AND EXISTS (SELECT 1 FROM parades d JOIN guild_settings g WHERE d.id = participations.parade_id
      AND d.cancelled_at IS NULL AND g.self_cancel <> 'off'
      AND date(d.date, '-' || g.self_cancel_days || ' days') >= ${today})`
}

const ruleSays = (condition: SQL) => sql`EXISTS (SELECT 1 FROM guild_settings WHERE ${condition})`

/** Stands before the statement that frees the place. */
function tellCancelled(db: Db, which: SQL, at: string) {
  return insertSelected(
    db,
    orderHistory,
    {
      orderId: participations.orderId,
      at,
      kind: 'placeCancelledByPayer',
      detail: sql`${participations.firstName} || ' ' || ${participations.lastName} || ', '
        || ${parades.title}`,
    },
    sql`participations JOIN parades ON parades.id = participations.parade_id WHERE ${which}`,
  )
}
