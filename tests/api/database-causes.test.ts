import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, db, json, origin, runCron, setClock } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { enrol } from '#tests/support/enrolment.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { causeOf, violationsIn } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { costumeTypes, honors, parades, users } from '#worker/db/schema.ts'
import worker from '#worker/index.ts'

// Logs contain the code of a database error and names of the schema, never its message, which may contain
// what users typed.

const typed = 'Geheim: UNIQUE constraint failed: users.password_hash'

const aParadeRow = {
  title: typed,
  host: typed,
  searchKey: typed,
  date: '2027-01-16',
  dateEnrolmentStart: '2027-01-01',
  dateEnrolmentEnd: '2027-01-10',
}

/** Statements that the database rejects, each with the cause that may be logged. */
const rejectedStatements = [
  [
    'UNIQUE',
    () => write.insert(costumeTypes).values({ name: typed, nameKey: 'a' }),
    'SQLITE_CONSTRAINT_UNIQUE costume_types.name_key',
  ],
  [
    'NOT NULL',
    () => write.insert(costumeTypes).values({ name: typed, nameKey: sql`NULL` }),
    'SQLITE_CONSTRAINT_NOTNULL costume_types.name_key',
  ],
  [
    'FOREIGN KEY',
    () =>
      write
        .insert(honors)
        .values({ memberId: 4711, type: 'Parades_25', date: '2027-01-01', comment: typed }),
    'SQLITE_CONSTRAINT_FOREIGNKEY',
  ],
  [
    'CHECK',
    () => write.insert(parades).values({ ...aParadeRow, priceForAdultsInCent: -1 }),
    'SQLITE_CONSTRAINT_CHECK',
  ],
  [
    'a strict type',
    () => write.insert(parades).values({ ...aParadeRow, priceForAdultsInCent: sql`${typed}` }),
    'SQLITE_CONSTRAINT_DATATYPE parades.price_for_adults_in_cent',
  ],
  [
    'no table',
    () => db().select().from(users).where(sql`${typed} IN (SELECT 1 FROM gone)`),
    'SQLITE_ERROR_NO_TABLE gone',
  ],
  [
    'no column',
    () => db().select().from(users).where(sql`nickname = ${typed}`),
    'SQLITE_ERROR_NO_COLUMN nickname',
  ],
  [
    'another message',
    () => db().select().from(users).where(sql`json_extract(${typed}, '$') = 1`),
    'SQLITE_ERROR',
  ],
] as const

describe('the cause of a database error', () => {
  test.each(rejectedStatements)(
    'The logged cause of a database error (%s) contains no typed text',
    async (_what, statement, cause) => {
      await commit(db(), [write.insert(costumeTypes).values({ name: 'Hansel', nameKey: 'a' })])
      const error = await commit(db(), [statement()]).then(nothing, asError)
      expect(causeOf(error)).toBe(cause)
    },
  )

  test('A foreign key error is recognised even if the inserted text reads like another database error', async () => {
    const insert = write
      .insert(honors)
      .values({ memberId: 4711, type: 'Parades_25', date: '2027-01-01', comment: typed })
    const error = await commit(db(), [insert]).then(nothing, asError)
    expect(violationsIn(error)).toEqual(['foreignKey'])
    expect(violationsIn(error)).toEqual(['foreignKey'])
  })

  test('An error that does not come from the database has no cause', () => {
    expect(causeOf(new TypeError(typed))).toBeNull()
    expect(causeOf('UNIQUE constraint failed: users.id')).toBeNull()
  })
})

const nothing = () => null
const asError = (error: unknown) => (error instanceof Error ? error : null)

/** Messages of overload from Cloudflare's page "Debug D1": the statement has not begun. */
const overload = [
  ['D1 DB is overloaded. Requests queued for too long.', 'D1_OVERLOADED'],
  ['D1 DB is overloaded. Too many requests queued.', 'D1_OVERLOADED'],
  ['Too many requests queued.', 'D1_OVERLOADED'],
] as const

/** Messages of interruption: the outcome is unknown. */
const interruptions = [
  [
    'D1 DB storage operation exceeded timeout which caused object to be reset.',
    'D1_STORAGE_TIMEOUT',
  ],
  ['Network connection lost.', 'D1_CONNECTION_LOST'],
  ['Internal error in D1 DB storage caused object to be reset.', 'D1_RESET'],
  ['Internal error while starting up D1 DB storage caused object to be reset.', 'D1_RESET'],
  ['D1 DB reset because its code was updated.', 'D1_RESET'],
  ['Cannot resolve D1 DB due to transient issue on remote node.', 'D1_UNREACHABLE'],
  ['Replica disconnected from primary.', 'D1_UNREACHABLE'],
] as const

const signIn = { emailAddress: 'sabine.geheim@example.test', password: 'Geheim-2026!' }

const busy = {
  code: 'Busy',
  message: 'Gerade ist sehr viel los. Versuche es gleich noch einmal.',
}
const unknown = {
  code: 'OutcomeUnknown',
  message: 'Kurze Störung. Sieh nach, ob es gespeichert ist.',
}

describe('temporary failures of the database', () => {
  test.each(overload)(
    'A database overload is answered with 503 and Retry-After: %s',
    async (words, cause) => {
      for (const method of ['GET', 'POST'] as const) {
        await expectTrouble(words, method, { error: busy, kind: 'overload', cause, attempt: 1 })
      }
    },
  )

  test.each(interruptions)(
    'An interrupted database call is answered with 503, Busy for a read and OutcomeUnknown for a write: %s',
    async (words, cause) => {
      const trouble = { kind: 'transient', cause }
      await expectTrouble(words, 'GET', { ...trouble, error: busy, attempt: 3 })
      await expectTrouble(words, 'POST', { ...trouble, error: unknown, attempt: 1 })
    },
  )

  test('A database failure that is not temporary is answered with 500', async () => {
    for (const words of [
      'D1 DB exceeded its CPU time limit and was reset.',
      'Exceeded maximum DB size.',
    ]) {
      expect((await during(words, 'GET')).status).toBe(500)
      expectLogged('/api/guild')
    }
  })

  test('A lost connection to the payment provider is answered with 502 PaymentFailed, not as a database failure', async () => {
    setClock()
    configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
    vi.stubGlobal('fetch', () => Promise.reject(new Error('Network connection lost.')))
    onTestFinished(() => void vi.unstubAllGlobals())
    const type = await aCostumeType()
    const parade = await aParade()
    const place = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
    const answer = await enrol([place])
    expect(answer.status).toBe(502)
    expect((await json(answer)).error.code).toBe('PaymentFailed')
    expectLogged('checkout_failed')
  })

  test('Typed text that reads like an overload does not make a database error temporary (500)', async () => {
    await env.DB.exec('ALTER TABLE login_failures RENAME TO gone')
    const body = { ...signIn, emailAddress: 'D1 DB is overloaded. Network connection lost.' }
    expect((await call('POST', '/api/v1/auth/login', body)).status).toBe(500)
    expect(JSON.parse(logged())).toMatchObject({
      level: 'error',
      cause: 'SQLITE_ERROR_NO_TABLE login_failures',
    })
    expectLogged('/api/v1/auth/login')
    await env.DB.exec('ALTER TABLE gone RENAME TO login_failures')
  })
})

test('A database failure in a cron task is logged with task and cause, and the cron fails', async () => {
  await aMember({ lastName: 'Geheim' })
  await env.DB.exec('ALTER TABLE orders RENAME COLUMN hold_until TO gone')
  await expect(runCron()).rejects.toThrow('Some cron tasks failed; see the lines above')
  expect(JSON.parse(logged())).toMatchObject({
    event: 'cron',
    task: 'orders',
    cause: expect.stringMatching(/^SQLITE_ERROR_NO_COLUMN /),
  })
  expectLogged('"cron"')
  await env.DB.exec('ALTER TABLE orders RENAME COLUMN gone TO hold_until')
})

type Trouble = { error: typeof busy; kind: string; cause: string; attempt: number }

async function expectTrouble(words: string, method: 'GET' | 'POST', trouble: Trouble) {
  const { error, ...logLine } = trouble
  const answer = await during(words, method)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe(error === busy ? '5' : null)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect((await json(answer)).error).toEqual(error)
  expect(JSON.parse(logged())).toEqual({
    level: 'warn',
    event: 'request_failed',
    requestId: expect.any(String),
    route: method === 'GET' ? 'GET /api/guild' : 'POST /api/v1/auth/login',
    status: 503,
    ms: expect.any(Number),
    userId: null,
    code: error.code,
    error: 'Error',
    ...logLine,
  })
  expect(logged()).not.toContain(words)
  expectLogged('request_failed')
}

/** Sends a request while every statement fails with this message. */
async function during(words: string, method: 'GET' | 'POST'): Promise<Response> {
  const fail = () => Promise.reject(new Error(`D1_ERROR: ${words}`, { cause: new Error(words) }))
  const statement = { bind: () => statement, all: fail, run: fail, raw: fail, first: fail }
  const DB = { prepare: () => statement, batch: fail }
  const init =
    method === 'GET'
      ? { method }
      : {
          method,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(signIn),
        }
  const path = method === 'GET' ? '/api/guild' : '/api/v1/auth/login'
  const context = createExecutionContext()
  const request = new Request(`${origin}${path}`, init)
  const response = await worker.fetch(request, Object.assign({ ...env }, { DB }), context)
  await waitOnExecutionContext(context)
  return response
}
