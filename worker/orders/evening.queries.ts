import { and, asc, desc, eq, gte, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { isOpenAt } from '#worker/db/open-parades.ts'
import {
  jobRuns,
  mails,
  networkLoad,
  orders,
  parades,
  paymentEvents,
  refusals,
} from '#worker/db/schema.ts'
import { correlated, rowsOf } from '#worker/db/statements.ts'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { loadsOf, oldestSlot, stepOfLoad } from '#worker/domain/network.ts'
import { isProviderSilent, lastMinutes, publicEnrolmentRoutes } from '#worker/domain/rejections.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import { countAttentionQuery } from './order-views.queries.ts'
import type { Evening, EveningMinute, EveningNetwork } from './orders.contract.ts'

/** How many open payments are listed; the sums include all of them. */
const mostShown = 300
const dayInMs = 24 * 60 * 60 * 1000

/** What happens in public enrolment this evening; one reading batch. */
export async function readEvening(db: Db, now: Date, today: Day): Promise<Evening> {
  const minutes = lastMinutes(now)
  const [counted, refused, open, held, loads, places, messages, waiting, jobs, attention, doors] =
    await db.batch([
      selectCounts(db, now),
      db
        .select({
          minute: refusals.minute,
          code: refusals.code,
          count: sql<number>`sum(${refusals.count})`.as('sum'),
        })
        .from(refusals)
        .where(
          and(
            gte(refusals.minute, minutes[0] ?? ''),
            inArray(refusals.route, [...publicEnrolmentRoutes]),
          ),
        )
        .groupBy(refusals.minute, refusals.code)
        .orderBy(asc(refusals.minute), asc(refusals.code)),
      selectOpen(db),
      selectHeld(db),
      selectLoads(db, now),
      selectPlaces(db, now),
      db
        .select({ lastAt: sql<string | null>`max(${paymentEvents.receivedAt})`.as('last_at') })
        .from(paymentEvents),
      db
        .select({
          count: sql<number>`count(*)`.as('count'),
          oldestAt: sql<string | null>`min(${mails.createdAt})`.as('oldest_at'),
        })
        .from(mails)
        // Worded like the condition of the index, so that SQLite uses the index.
        .where(
          sql`${mails.state} IN ('waiting', 'sending') AND (${mails.circularId} IS NOT NULL) = 0`,
        ),
      db.select({ at: jobRuns.finishedAt }).from(jobRuns).where(eq(jobRuns.job, 'orders')),
      countAttentionQuery(db),
      selectOtherRejections(db, now),
    ])
  const ofToday = (at: string | null) => at !== null && berlinDay(new Date(at)) === today
  const valid = counted.filter(({ state }) => !uncounted.includes(state))
  const madeToday = valid.filter(({ madeAt }) => ofToday(madeAt))
  const oldestOpenAt = minOf(held.map(({ oldestAt }) => oldestAt))
  const lastMessageAt = messages[0]?.lastAt ?? null
  return {
    at: now.toISOString(),
    minutes: minutes.map((minute): EveningMinute => {
      const made = valid.filter(({ madeAt }) => madeAt === minute)
      return {
        minute,
        enrolled: sumOf(made, 'orders'),
        open: sumOf(
          made.filter(({ state }) => state === 'pending'),
          'orders',
        ),
        paid: sumOf(
          counted.filter(({ paidAt, amountInCent }) => paidAt === minute && amountInCent > 0),
          'orders',
        ),
        refused: refused
          .filter((one) => one.minute === minute)
          .map(({ code, count }) => ({ code, count })),
      }
    }),
    today: {
      enrolled: sumOf(madeToday, 'orders'),
      places: sumOf(madeToday, 'places'),
      receivedInCent: sumOf(
        counted.filter(({ paidAt }) => ofToday(paidAt)),
        'receivedInCent',
      ),
    },
    toClear: attention[0]?.count ?? 0,
    open: {
      count: sumOf(held, 'orders'),
      places: sumOf(held, 'places'),
      orders: open.map(({ networkKey, ...order }) => ({ ...order, network: nameOf(networkKey) })),
    },
    networks: networksOf(held, loads, now),
    parades: places.toSorted((a, b) => a.date.localeCompare(b.date) || a.id - b.id),
    provider: { lastMessageAt, isSilent: isProviderSilent({ lastMessageAt, oldestOpenAt }, now) },
    mails: { waiting: waiting[0]?.count ?? 0, oldestAt: waiting[0]?.oldestAt ?? null },
    checkedAt: jobs[0]?.at ?? null,
    doors: doors.map(({ networkKey, ...door }) => ({
      ...door,
      network: nameOf(networkKey || null),
    })),
  }
}

/** States of orders that do not count as enrolments. */
const uncounted: readonly string[] = ['expired', 'cancelled', 'failed', 'waiting']

type Counted = {
  madeAt: string
  paidAt: string | null
  state: string
  orders: number
  places: number
  amountInCent: number
  receivedInCent: number
}

/** Orders of the last day, counted by the minute of creation and of payment. */
function selectCounts(db: Db, now: Date) {
  const from = new Date(now.getTime() - dayInMs).toISOString()
  return rowsOf<Counted>(
    db,
    {
      madeAt: beginning('created_at'),
      paidAt: beginning('paid_at'),
      state: sql`state`,
      orders: sql`count(*)`,
      places: sql`sum(place_count)`,
      amountInCent: sql`sum(amount_in_cent)`,
      receivedInCent: sql`coalesce(sum(received_in_cent), 0)`,
    },
    sql`orders WHERE created_at >= ${from}
      GROUP BY substr(created_at, 1, 16), substr(paid_at, 1, 16), state, amount_in_cent > 0`,
  )
}

/** The minute of an instant, in the form of `minuteOf`. */
function beginning(column: 'created_at' | 'paid_at'): SQL {
  return sql.raw(`substr(${column}, 1, 16) || ':00.000Z'`)
}

const placesThat = (what: SQL) =>
  correlated<number>(sql`SELECT ${what} FROM participations p WHERE p.order_id = ${orders.id}`)

/** The open payments, the oldest first. */
function selectOpen(db: Db) {
  return db
    .select({
      id: orders.id,
      firstName: orders.firstName,
      lastName: orders.lastName,
      people: placesThat(sql`count(DISTINCT p.given_key)`).as('people'),
      places: orders.placeCount,
      parades: placesThat(sql`count(DISTINCT p.parade_id)`).as('parades'),
      amountInCent: orders.amountInCent,
      createdAt: orders.createdAt,
      holdUntil: orders.holdUntil,
      networkKey: orders.networkKey,
    })
    .from(orders)
    .where(eq(orders.state, 'pending'))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(mostShown)
}

/** Unpaid places by network; null = network unknown. */
function selectHeld(db: Db) {
  return db
    .select({
      networkKey: orders.networkKey,
      orders: sql<number>`count(*)`.as('orders'),
      places: sql<number>`sum(${orders.placeCount})`.as('places'),
      oldestAt: sql<string>`min(${orders.createdAt})`.as('oldest_at'),
    })
    .from(orders)
    .where(eq(orders.state, 'pending'))
    .groupBy(orders.networkKey)
}

function selectLoads(db: Db, now: Date) {
  const { networkKey, slot, unpaid, paid } = networkLoad
  return db
    .select({ networkKey, slot, unpaid, paid })
    .from(networkLoad)
    .where(
      and(
        gte(slot, oldestSlot(now)),
        sql`(${networkKey} = 'all' OR ${networkKey} IN (SELECT substr(network_key, 1, 16) FROM orders
          WHERE state = 'pending' AND network_key IS NOT NULL UNION ALL
          SELECT substr(network_key, 17) FROM orders
          WHERE state = 'pending' AND network_key IS NOT NULL))`,
      ),
    )
}

/** Parades open for enrolment now, with the number of booked places. */
function selectPlaces(db: Db, now: Date) {
  return db
    .select({
      id: parades.id,
      title: parades.title,
      date: parades.date,
      places: correlated<number>(sql`SELECT count(*) FROM participations p
        WHERE p.parade_id = ${parades.id} AND p.state = 'booked'`).as('places'),
    })
    .from(parades)
    .where(isOpenAt(berlinMinute(now)))
    .orderBy(asc(parades.dateEnrolmentEnd), asc(parades.date))
}

/** Most lines that are shown. */
const mostDoors = 20

/** Requests rejected within a day, except in enrolment, the most frequent first. */
function selectOtherRejections(db: Db, now: Date) {
  const { minute, route, code, networkKey, count } = refusals
  const sum = sql<number>`sum(${count})`
  return db
    .select({
      route,
      code,
      networkKey,
      count: sum.as('sum'),
      lastAt: sql<string>`max(${minute})`.as('last_at'),
    })
    .from(refusals)
    .where(
      and(
        gte(minute, new Date(now.getTime() - dayInMs).toISOString()),
        notInArray(route, [...publicEnrolmentRoutes]),
      ),
    )
    .groupBy(route, code, networkKey)
    .orderBy(desc(sum), asc(route), asc(code), asc(networkKey))
    .limit(mostDoors)
}

type Held = { networkKey: string | null; orders: number; places: number }
type Load = { networkKey: string; slot: string; unpaid: number; paid: number }

function networksOf(held: readonly Held[], loads: readonly Load[], now: Date): EveningNetwork[] {
  return held
    .flatMap(({ networkKey, orders: count, places }): EveningNetwork[] => {
      if (networkKey === null) return []
      const next = { places: 1, isFree: false }
      const step = stepOfLoad(loadsOf(networkKey, loads), next, now)
      const holdMinutes = step.do === 'hold' ? step.minutes : 0
      return [{ network: nameOf(networkKey) ?? '', orders: count, places, holdMinutes }]
    })
    .toSorted((a, b) => b.places - a.places || a.network.localeCompare(b.network))
}

/** The first characters of the network's keyed hash: enough to tell networks apart for an hour. */
function nameOf(networkKey: string | null): string | null {
  return networkKey?.slice(0, 6) ?? null
}

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}

function minOf(instants: readonly string[]): string | null {
  return instants.toSorted()[0] ?? null
}
