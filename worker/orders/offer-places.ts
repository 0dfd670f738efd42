import { type SQL, sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit, guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { orderHistory } from '#worker/db/schema.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Time } from '#worker/domain/times.ts'
import { lastOfferEnd, offerEnd } from '#worker/domain/waiting.ts'
import { costumeTakenMails } from '#worker/mail/outbox.queries.ts'
import type { Deps } from './deps.ts'
import { logOrderError } from './deps.ts'
import { offerOrder, shortenOffersIn } from './order-states.queries.ts'
import {
  paradesOfOrder,
  readQueue,
  selectFitting,
  selectLackingCostume,
} from './waiting-list.queries.ts'

/** Offers that one request makes; the cron makes the rest. */
const offersPerRequest = 20

/**
 * Offers the free places of these parades to the waiting list: each time to the first order whose whole wish fits,
 * until none does. Runs behind whatever releases places; a public enrolment is refused while an order on the waiting
 * list fits (`guardLine`), so it never takes these places in between.
 * @param paradeIds a SELECT of one column
 * @returns how many places were offered
 */
export async function offerFreePlaces(deps: Deps, paradeIds: SQL): Promise<number> {
  const { db, now } = deps
  const at = now.toISOString()
  let offeredPlaces = 0
  let among = paradeIds
  for (let offers = 0; offers < offersPerRequest; offers += 1) {
    const { fitting: first, isCostumeLacking } = await readQueue(db, among, now)
    if (!first && among !== paradeIds) {
      among = paradeIds
      continue
    }
    if (!first) {
      if (isCostumeLacking) await tellOfLostCostumes(deps, paradeIds)
      break
    }
    const until = offerEnd(first, now).toISOString()
    const own = paradesOfOrder(first.id)
    try {
      await commit(db, [
        guard('firstInLine', sql`(${selectFitting(own, now)}) = ${first.id}`),
        ...offerOrder(first.id, { at, until }),
      ])
    } catch (error) {
      // Another request has changed the places or the ranks since they were read, or has released places of another
      // parade of this order, which an earlier order wants too.
      if (!isViolationOf(error, 'firstInLine', 'unique')) throw error
      among = own
      continue
    }
    among = paradeIds
    offeredPlaces += first.places
    deps.sendMailsOf(first.id)
  }
  return offeredPlaces
}

/** `offerFreePlaces` behind a change that is stored already: a failure is left to the cron. */
export async function offerFreePlacesAfter(deps: Deps, paradeIds: SQL): Promise<number> {
  return (await offerFreePlaces(deps, paradeIds).catch(logOfferError)) ?? 0
}

const logOfferError = (error: unknown) => logOrderError('offer', 'all', error)

/**
 * Behind a change of a parade's day or time: ends offers in time before it, also accepted ones that are not paid. What
 * they hold is released as at the end of any offer. A failure is logged, because the change is stored already.
 */
export async function shortenOffersAfter({ db }: Deps): Promise<void> {
  await shortenOffers(db).catch(logOfferError)
}

async function shortenOffers(db: Db): Promise<void> {
  const offered = await rowsOf<{ id: number; date: Day; timeStart: Time | null }>(
    db,
    { id: sql`d.id`, date: sql`d.date`, timeStart: sql`d.time_start` },
    sql`parades d WHERE d.id IN (SELECT p.parade_id FROM orders o JOIN participations p
      ON p.order_id = o.id WHERE o.state IN ('pending', 'waiting') AND o.offered_until IS NOT NULL)`,
  )
  await commit(
    db,
    offered.map(({ id, ...parade }) => shortenOffersIn(id, lastOfferEnd(parade).toISOString())),
  )
}

/** Once for each waiting order whose costume was taken, whether places are free or not. */
async function tellOfLostCostumes({ db, now, sendMailsOf }: Deps, paradeIds: SQL): Promise<void> {
  const at = now.toISOString()
  const which = selectLackingCostume(paradeIds, now)
  await commit(db, [
    costumeTakenMails(which, at),
    insertSelected(
      orderHistory,
      { orderId: sql`o.id`, at, kind: 'costumeTaken' },
      sql`orders o WHERE o.id IN (${which})`,
    ),
  ])
  sendMailsOf('all')
}
