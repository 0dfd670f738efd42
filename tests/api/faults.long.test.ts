import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, expect, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { rows, runCron, setClock, today, tokenOf } from '#tests/support/api.ts'
import { type Contents, contents, extentOf, putBack } from '#tests/support/contents.ts'
import { send, type Visit, type World } from '#tests/support/costs/visit.ts'
import { visits } from '#tests/support/costs/visits.ts'
import { faultyDatabase } from '#tests/support/faulty-database.ts'
import { forgetLog } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { refusingDatabase } from '#tests/support/refusing-database.ts'

// Every route that writes, with the database failing at each of its statements in turn: rows that belong
// together are stored as a whole or not at all, with the history, and a failed request is never answered as
// done. Routes and requests are those of the counting walk (tests/support/costs).

/** Writes only in a guild without users. */
const nothingToWrite = ['POST /api/v1/setup']

const writes = Object.keys(visits).filter(
  (route) => !route.startsWith('GET ') && !nothingToWrite.includes(route),
)

/**
 * Routes with several steps, with the reason. After a failure of any step, a second request and the cron
 * lead to the same state as without the failure.
 */
const inSteps: Record<string, string> = {
  'POST /api/v1/auth/login': 'a guess is counted before it is checked',
  'PUT /api/v1/auth/password': 'a guess is counted before it is checked',
  'POST /api/v1/auth/confirm': 'a guess is counted before it is checked',
  'POST /api/v1/auth/passkey/register': 'a challenge is deleted by its first use',
  'POST /api/check-in/acts': 'each act is a transaction and sent again until it is answered',
  'POST /api/parades/enrol': 'places are reserved before the provider opens the payment',
  'POST /parade-enrolment': 'the same as a form',
  'POST /api/orders/:id/refund': 'the refund is stored before the provider is asked',
  'POST /api/orders/:id/refunds/:key/retry': 'as above',
  'POST /api/parade/:id/refunds': 'as above, for each',
  'POST /api/enrolment/order/places/cancel': 'as above',
  'POST /api/enrolment/order/places/:id/cancel': 'as above',
  'POST /api/enrolment/orders/:token/places/:id/cancel': 'as above',
  'POST /api/enrolment/order/places/:id/extras': 'as above',
  'POST /api/enrolment/orders/:token/places/:id/extras': 'as above',
  'POST /api/parade/:id/cancel': 'open payments are ended one by one afterwards',
  'POST /api/parade/:id/waiting/:entryId/remove': 'the payment is closed before the entry ends',
  'POST /api/enrolment/order/accept': 'places are accepted before the provider opens the payment',
  'POST /api/enrolment/orders/:token/accept': 'as above',
}

/** The test payment stores the provider's data in our database, locally only. */
const ownBooks = ['POST /api/payments/sandbox/:token']

/** Act after the answer, to reveal nothing or because the cron does the rest. */
const answersFirst = [
  'POST /api/enrolment/orders/link',
  'POST /api/v1/auth/password/forgotten',
  'POST /api/circular/:id/continue',
]

/** A failure of the database; `hit` returns the statement that failed. */
type Fault = { database: D1Database; hit: () => string | null }
type FaultAt = (at: number) => Fault

/** The database rejects a statement. */
const rejectStatement: FaultAt = (at) => {
  const refusal = { at, refused: null }
  return { database: refusingDatabase(refusal), hit: () => refusal.refused }
}

/** A writing call succeeds, and its answer is lost. */
const loseAnswer: FaultAt = (at) => {
  let count = 0
  let lost: string | null = null
  const { database } = faultyDatabase(({ isRead, queries }) => {
    if (isRead || count++ !== at) return null
    lost = queries.join('; ')
    return 'after'
  })
  return { database, hit: () => lost }
}

const never = -1

type State = { world: World; visit: Visit; before: Contents; token: string }

// The walk sends more requests a minute than the rate limits allow.
const unlimited = { limit: async () => ({ success: true }) }
const noLimits = { LOGIN_LIMIT: unlimited, ENROL_LIMIT: unlimited, REFUSAL_LIMIT: unlimited }

beforeEach(async () => {
  setClock()
  configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1', ...noLimits })
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(30, 1), today), today)
})

async function prepared(route: string, base: Contents): Promise<State> {
  await putBack(base)
  setClock()
  const provider = fakeMollie({ key: 'test_1' })
  install(provider)
  const world: World = { provider }
  const visit = await visits[route]?.(world)
  if (!visit) throw new Error(`${route} is not walked`)
  const token = await tokenOf(management.id)
  return { world, visit, token, before: await contents() }
}

async function sent(route: string, { visit, token }: State, fault: Fault) {
  const { response, afterwards } = await send(route, visit, { token, db: fault.database })
  const isAsMeant = response.status === (visit.status ?? 200)
  const answer = `${response.status} ${(await response.text()).slice(0, 140)}`
  await afterwards()
  forgetLog()
  return { answer, isAsMeant }
}

/** The state after the cron: orders, places, refunds and mails. */
async function atRest(world: World) {
  setClock(`${today}T13:00:00Z`)
  await runCron()
  forgetLog()
  const over = `('expired', 'cancelled', 'failed')`
  return {
    orders:
      await rows(`SELECT id - (SELECT min(id) FROM orders) AS id, state, attention, amount_in_cent,
      received_in_cent FROM orders WHERE state NOT IN ${over} ORDER BY id`),
    places: await rows(`SELECT parade_id, state, participation_fee_payed, price_in_cent,
      participation_confirmed FROM participations WHERE state <> 'released' ORDER BY id`),
    acts: await rows('SELECT kind, outcome FROM check_in_acts ORDER BY rowid'),
    refunds: await rows(
      'SELECT key, amount_in_cent, reason, state FROM order_refunds ORDER BY key',
    ),
    // The key of a notice to staff is random. A passkey whose answer was lost is made again with a new challenge.
    mails: await rows(`SELECT iif(kind = 'passwordChanged', '', key) AS name, kind FROM mails
      WHERE kind <> 'passkeyAdded' ORDER BY name, kind`),
    parades: await rows('SELECT id, cancelled_at IS NOT NULL AS off FROM parades ORDER BY id'),
    users: await rows('SELECT id, token_version FROM users ORDER BY id'),
    failures: await rows('SELECT id FROM login_failures'),
    refunded: world.provider.refs().map(world.provider.refundedCents).filter(Boolean),
  }
}

// A provider that does not answer gives 502, and the reservation expires.
const mayBeStored = /Sieh nach, ob es gespeichert ist|^502/

// Some hundred requests, with all tables read before and after each.
const patience = { timeout: 600_000 }

test.each<[string, FaultAt]>([
  ['a statement is refused', rejectStatement],
  ['the answer to a call that writes is lost', loseAnswer],
])('If %s, either all rows of the request are stored or none', patience, async (_, faultAt) => {
  const wrongs: string[] = []
  const seenInSteps = new Set<string>()
  const base = await contents()
  for (const route of writes) {
    const clean = await prepared(route, base)
    const without = await sent(route, clean, faultAt(never))
    expect(without.isAsMeant, `${route}: ${without.answer}`).toBe(true)
    const all = extentOf(clean.before, await contents())
    const rest = route in inSteps ? await atRest(clean.world) : null
    let state = await prepared(route, base)
    for (let at = 0; ; at += 1) {
      const fault = faultAt(at)
      const { answer, isAsMeant } = await sent(route, state, fault)
      const hit = fault.hit()
      if (hit === null) break
      const part = extentOf(state.before, await contents())
      const isNothing = Object.keys(part).length === 0
      const isAll = JSON.stringify(part) === JSON.stringify(all)
      const what = `${route}, ${at}: ${answer}; ${JSON.stringify(part)}; ${hit.slice(0, 90)}`
      if (isAsMeant && isNothing && !answersFirst.includes(route)) {
        wrongs.push(`answered as done: ${what}`)
      }
      // The client repeats a request that was answered as failed.
      if (!isAsMeant && !isNothing && !mayBeStored.test(answer)) {
        wrongs.push(`answered as failed: ${what}`)
      }
      if (!isNothing && !isAll && rest) {
        seenInSteps.add(route)
        await sent(route, state, faultAt(never))
        const end = await atRest(state.world)
        if (JSON.stringify(end) !== JSON.stringify(rest)) {
          wrongs.push(`ends differently: ${what}`, JSON.stringify(end), JSON.stringify(rest))
        }
      } else if (!isNothing && !isAll && !ownBooks.includes(route)) wrongs.push(`in part: ${what}`)
      if (!isNothing) state = await prepared(route, base)
    }
  }
  expect(wrongs).toEqual([])
  if (faultAt === rejectStatement)
    expect([...seenInSteps].sort()).toEqual(Object.keys(inSteps).sort())
})
