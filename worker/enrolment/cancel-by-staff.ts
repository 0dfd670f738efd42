import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { orderHistory, orders, parades, participations } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { eachId, rowsRejectedError } from '#worker/http/many.ts'
import { cancelledMails, reinstatedMails, skipWaitingMails } from '#worker/mail/outbox.queries.ts'
import { endParadeHolds, endParadePayments } from '#worker/orders/close-order.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { offerFreePlacesAfter } from '#worker/orders/offer-places.ts'
import {
  insertOrderEventIfChanged,
  placeTitleInHistory,
  refreshAttention,
  refreshAttentions,
} from '#worker/orders/order-sql.ts'
import { withdrawOffers } from '#worker/orders/order-states.queries.ts'
import { paradesOfWaiting } from '#worker/orders/waiting-list.queries.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { selectParade } from '#worker/parades/parades.queries.ts'
import {
  areAllBooked,
  selectNotBooked,
  whyNotBooked,
} from '#worker/parades/participations.queries.ts'

/**
 * Cancels a parade: places stay, open payments end, and all who are enrolled get a mail. A second call keeps
 * time and reason of the first.
 * @throws DomainError ParadeOver when the parade's day is over, since mails would then confuse
 */
export async function cancelParade(
  deps: Deps,
  act: { paradeId: number; reason: string; userId: number },
): Promise<Parade | null> {
  const { db } = deps
  const { paradeId, reason, userId } = act
  const at = deps.now.toISOString()
  const isOver = sql`SELECT 1 FROM parades WHERE id = ${paradeId} AND date < ${deps.today}
    AND cancelled_at IS NULL`
  const [, , , , , , , [parade]] = await commit(
    db,
    [
      guard('paradeAhead', sql`NOT EXISTS (${isOver})`),
      write
        .update(parades)
        .set({ cancelledAt: at, cancelledBy: userId, cancelReason: reason })
        .where(and(eq(parades.id, paradeId), isNull(parades.cancelledAt))),
      endParadeHolds(paradeId, at),
      ...withdrawOffers(
        sql`EXISTS (SELECT 1 FROM participations q WHERE q.order_id = o.id
          AND q.parade_id = ${paradeId} AND q.state IN ('reserved', 'waiting'))`,
      ),
      skipWaitingMails(paradeId, 'paradeReinstated'),
      cancelledMails(paradeId, at),
      selectParade(db, paradeId),
    ],
    { paradeAhead: paradeOverError },
  )
  if (!parade) return null
  await endParadePayments(deps, paradeId)
  // Orders whose payment or offer has ended have freed their places in other parades.
  await offerFreePlacesAfter(deps, paradesOfWaiting)
  deps.sendMailsOf('all')
  return parade
}

function paradeOverError(): DomainError {
  const message = 'Dieser Umzug ist vorbei und kann nicht mehr abgesagt werden.'
  return new DomainError('ParadeOver', message)
}

/** Reinstates a parade: places are unchanged, and everyone who was mailed the cancellation gets a mail. */
export async function reinstateParade(deps: Deps, paradeId: number): Promise<Parade | null> {
  const { db } = deps
  const [, , , [parade]] = await commit(db, [
    reinstatedMails(paradeId, deps),
    skipWaitingMails(paradeId, 'paradeCancelled'),
    write
      .update(parades)
      .set({ cancelledAt: null, cancelledBy: null, cancelReason: '' })
      .where(and(eq(parades.id, paradeId), isNotNull(parades.cancelledAt))),
    selectParade(db, paradeId),
  ])
  if (!parade) return null
  await offerFreePlacesAfter(deps, sql`SELECT ${paradeId}`)
  deps.sendMailsOf('all')
  return parade
}

/**
 * Staff cancels a participation, paid or not: place and costume are free again, and the row keeps who did it
 * and when. A refund is a separate act; the order is marked for attention.
 */
export async function cancelParticipation(
  deps: Deps,
  by: { participationId: number; userId: number },
): Promise<boolean> {
  const { db } = deps
  const at = deps.now.toISOString()
  const orderId = sql`(SELECT order_id FROM participations WHERE id = ${by.participationId})`
  const [cancelled] = await commit(db, [
    write
      .update(participations)
      .set({ state: 'cancelled', cancelledAt: at, cancelledBy: by.userId })
      .where(and(eq(participations.id, by.participationId), eq(participations.state, 'booked')))
      .returning({ paradeId: participations.paradeId }),
    insertOrderEventIfChanged({
      orderId,
      at,
      kind: 'placeCancelled',
      detail: placeTitleInHistory(by.participationId),
      userId: by.userId,
      onlyIf: sql`${orderId} IS NOT NULL`,
    }),
    refreshAttention(orderId),
  ])
  const [freed] = cancelled
  if (freed) await offerFreePlacesAfter(deps, sql`SELECT ${freed.paradeId}`)
  return freed !== undefined
}

/**
 * `cancelParticipation` for many at once, all of them or none.
 * @throws DomainError RowsRefused, Conflict
 */
export async function cancelParticipations(
  deps: Deps,
  { ids, userId }: { ids: readonly number[]; userId: number },
): Promise<void> {
  const { db } = deps
  const at = deps.now.toISOString()
  const each = sql`${eachId(ids)} AS wanted`
  const these = sql`${participations.id} IN (SELECT value FROM ${eachId(ids)})`
  await commit(
    db,
    [
      guard('booked', areAllBooked(ids)),
      insertSelected(
        orderHistory,
        {
          orderId: sql`place.order_id`,
          at,
          kind: 'placeCancelled',
          detail: placeTitleInHistory(sql`place.id`),
          userId,
        },
        sql`${each} CROSS JOIN participations AS place
          WHERE place.id = wanted.value AND place.order_id IS NOT NULL ORDER BY wanted.key`,
      ),
      write
        .update(participations)
        .set({ state: 'cancelled', cancelledAt: at, cancelledBy: userId })
        .where(these),
      refreshAttentions(
        sql`${orders.id} IN (SELECT place.order_id FROM ${each} CROSS JOIN participations AS place
          WHERE place.id = wanted.value)`,
      ),
    ],
    {
      booked: async () => {
        const gone = await selectNotBooked(db, ids)
        return rowsRejectedError(gone.map(whyNotBooked), ids.length)
      },
    },
  )
  await offerFreePlacesAfter(
    deps,
    sql`SELECT parade_id FROM participations WHERE id IN (SELECT value FROM ${eachId(ids)})`,
  )
}
