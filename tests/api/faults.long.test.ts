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

// Every route that writes, with the database failing at each of its statements in turn: what belongs
// together is there as a whole or not at all, the history's lines included, and nobody is told that it
// went well when it did not. The routes and what they are sent are those of the walk that counts.

/** It writes only in a guild that nobody is in yet, and this one has its staff. */
const nothingToWrite = ['POST /api/v1/setup']

const writes = Object.keys(visits).filter(
  (route) => !route.startsWith('GET ') && !nothingToWrite.includes(route),
)

/**
 * They act in more than one step, for the reason given. Whatever step fails: sent again, and left to
 * the cron, the same comes of it as without a failure.
 */
const inSteps: Record<string, string> = {
  'POST /api/v1/auth/login': 'a guess is counted before it is looked at',
  'PUT /api/v1/auth/password': 'a guess is counted before it is looked at',
  'POST /api/v1/auth/confirm': 'a guess is counted before it is looked at',
  'POST /api/v1/auth/passkey/register':
    'a question is gone with the first look at it, and asked anew',
  'POST /api/check-in/acts':
    'each act is a transaction of its own, and sent again until it is told',
  'POST /api/parades/enrol': 'places are held before the provider opens the payment',
  'POST /parade-enrolment': 'the same as a form',
  'POST /api/orders/:id/refund': 'what goes back is written down before the provider is asked',
  'POST /api/orders/:id/refunds/:key/retry': 'as above',
  'POST /api/parade/:id/refunds': 'as above, for each',
  'POST /api/enrolment/order/places/cancel': 'as above',
  'POST /api/enrolment/order/places/:id/cancel': 'as above',
  'POST /api/enrolment/orders/:token/places/:id/cancel': 'as above',
  'POST /api/parade/:id/cancel': 'the payments that are open are ended one by one, after it',
}

/** The test payment keeps the books of the provider in our database; on one's own machine only. */
const ownBooks = ['POST /api/payments/sandbox/:token']

/** They act after the answer, which tells nobody more or leaves the rest to the cron. */
const answersFirst = [
  'POST /api/enrolment/orders/link',
  'POST /api/v1/auth/password/forgotten',
  'POST /api/circular/:id/continue',
]

/** One failure of the database: where it was, once it came. */
type Fault = { database: D1Database; hit: () => string | null }
type FaultAt = (at: number) => Fault

/** A statement fails where the database runs it. */
const refused: FaultAt = (at) => {
  const refusal = { at, refused: null }
  return { database: refusingDatabase(refusal), hit: () => refusal.refused }
}

/** A call that writes is done, and nobody hears of it. */
const answerLost: FaultAt = (at) => {
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

beforeEach(async () => {
  setClock()
  configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(30, 1), today), today)
})

// A minute holds more requests than anybody would send.
const unlimited = { limit: async () => ({ success: true }) }
const noLimits = { LOGIN_LIMIT: unlimited, ENROL_LIMIT: unlimited, REFUSAL_LIMIT: unlimited }

async function prepared(route: string, base: Contents): Promise<State> {
  await putBack(base)
  setClock()
  const provider = fakeMollie({ key: 'test_1' })
  install(provider)
  const world: World = { provider }
  const made = await visits[route]?.(world)
  if (!made) throw new Error(`${route} is not walked`)
  const visit = { ...made, settings: { ...made.settings, ...noLimits } }
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

/** Sends it again and lets the cron come: who owes whom what, and who has a place. */
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

// A provider that is silent says so with 502: what is held is free again by itself.
const mayBeStored = /Sieh nach, ob es gespeichert ist|^502/

// Some hundred requests, each with all that is stored read before and after it.
const patience = { timeout: 600_000 }

test.each<[string, FaultAt]>([
  ['a statement is refused', refused],
  ['the answer to a call that writes is lost', answerLost],
])('%s: all of it is there or nothing', patience, async (_, faultAt) => {
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
        wrongs.push(`said to be done: ${what}`)
      }
      // Who is told that it did not work does it again.
      if (!isAsMeant && !isNothing && !mayBeStored.test(answer)) {
        wrongs.push(`said not to be done: ${what}`)
      }
      if (!isNothing && !isAll && rest) {
        seenInSteps.add(route)
        await sent(route, state, faultAt(never))
        const end = await atRest(state.world)
        if (JSON.stringify(end) !== JSON.stringify(rest)) {
          wrongs.push(
            `does not come to the same: ${what}`,
            JSON.stringify(end),
            JSON.stringify(rest),
          )
        }
      } else if (!isNothing && !isAll && !ownBooks.includes(route)) wrongs.push(`in part: ${what}`)
      if (!isNothing) state = await prepared(route, base)
    }
  }
  expect(wrongs).toEqual([])
  if (faultAt === refused) expect([...seenInSteps].sort()).toEqual(Object.keys(inSteps).sort())
})
