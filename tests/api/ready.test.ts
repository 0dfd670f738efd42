import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, runCron, setClock } from '#tests/support/api.ts'
import { faultyDatabase } from '#tests/support/faulty-database.ts'
import { expectLogged } from '#tests/support/log.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { jobs } from '#worker/domain/codes.ts'

// The readiness check for monitoring from outside.

const well = { ready: true, database: 'ok', schema: 'ok', cron: 'ok', mail: 'ok', payments: 'ok' }

beforeEach(() => setClock('2027-01-16T12:00:00Z'))

async function ready(options = {}) {
  const response = await call('GET', '/api/v1/ready', undefined, options)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  return { status: response.status, body: await json(response) }
}

/** Sets when the newest migration was applied; the database uses its own clock for that. */
const migrated = (at: string) =>
  rows(`UPDATE d1_migrations SET applied_at = '${at}'
    WHERE id = (SELECT max(id) FROM d1_migrations)`)

describe('A ready worker', () => {
  test('A worker is ready until 15 minutes after the last run of the cron, and then answers 503', async () => {
    await runCron()
    expect(await ready()).toEqual({ status: 200, body: well })
    setClock('2027-01-16T12:15:00Z')
    expect((await ready()).status).toBe(200)
    setClock('2027-01-16T12:15:01Z')
    expect(await ready()).toEqual({ status: 503, body: { ...well, ready: false, cron: 'late' } })
  })

  test('A worker whose cron has never run is ready until 15 minutes after the newest migration', async () => {
    await migrated('2027-01-16 11:45:00')
    expect(await ready()).toEqual({ status: 200, body: well })
    await migrated('2027-01-16 11:44:59')
    expect((await ready()).body).toMatchObject({ ready: false, cron: 'late' })
  })

  test('A worker without a sender of mails is ready and reports mail as off', async () => {
    await runCron()
    const before = env.MAIL_FROM
    env.MAIL_FROM = ''
    expect(await ready()).toEqual({ status: 200, body: { ...well, mail: 'off' } })
    Object.assign(env, { MAIL_FROM: before })
  })
})

describe('A worker that is not ready', () => {
  test('A worker is not ready if the database has a migration that the worker does not know (503)', async () => {
    await runCron()
    await rows(
      `INSERT INTO d1_migrations (name, applied_at) VALUES ('9999_later.sql', '2027-01-16 12:00:00')`,
    )
    expect(await ready()).toEqual({
      status: 503,
      body: { ...well, ready: false, schema: 'behind' },
    })
  })

  test.each([
    ['an index is missing', 'DROP INDEX orders_by_state'],
    ['a trigger is missing', 'DROP TRIGGER fee_bookings_unchanged'],
    ['a table has a column that no migration adds', 'ALTER TABLE members ADD COLUMN nickname TEXT'],
  ])(
    'Even if the newest migration was applied, a worker is not ready if %s (503)',
    async (_, change) => {
      await runCron()
      await rows(change)
      expect(await ready()).toEqual({
        status: 503,
        body: { ...well, ready: false, schema: 'differs' },
      })
    },
  )

  test('A worker is not ready when one job of the cron has not succeeded for more than 15 minutes', async () => {
    await runCron()
    setClock('2027-01-16T12:16:00Z')
    await env.DB.exec('ALTER TABLE member_exits RENAME TO gone')
    await expect(runCron()).rejects.toThrow()
    expectLogged('"exits"')
    expect((await ready()).body).toMatchObject({ ready: false, cron: 'late' })
    await env.DB.exec('ALTER TABLE gone RENAME TO member_exits')
    await runCron()
    expect((await ready()).status).toBe(200)
  })

  test.each([
    [{ PAYMENT_PROVIDER: '' }, 'none'],
    [{ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: '' }, 'missing'],
    [
      { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_geheim' },
      'live key outside production',
    ],
  ])(
    'A worker is not ready while payments are impossible: %o (503)',
    async (settings, payments) => {
      await runCron()
      configure(settings)
      const { status, body } = await ready()
      expect(status).toBe(503)
      expect(body).toEqual({ ...well, ready: false, payments })
      expect(JSON.stringify(body)).not.toContain('geheim')
    },
  )

  test('A worker is not ready while its database does not answer (503)', async () => {
    const { database } = faultyDatabase(() => 'before')
    expect(await ready({ database })).toEqual({
      status: 503,
      body: { ...well, ready: false, database: 'failed', schema: 'unknown', cron: 'unknown' },
    })
    expectLogged('not_ready')
    expectLogged('request_repeated')
  })
})

describe('The records of cron jobs', () => {
  const runs = () =>
    rows<{ job: string; finished_at: string; failed_at: string | null; cause: string | null }>(
      'SELECT job, finished_at, failed_at, cause FROM job_runs',
    )

  test('After a run of the cron there is one record for each job, and none for an unknown job', async () => {
    await rows(`INSERT INTO job_runs (job, started_at) VALUES ('gone', '2020-01-01T00:00:00.000Z')`)
    await runCron()
    await runCron()
    expect((await runs()).map(({ job }) => job).sort()).toEqual([...jobs].sort())
  })

  test('The record of a cron job has the time of the last success, and time and cause of the last failure', async () => {
    await runCron()
    setClock('2027-01-16T12:05:00Z')
    await env.DB.exec('ALTER TABLE member_exits RENAME TO gone')
    await expect(runCron()).rejects.toThrow()
    expectLogged('"exits"')
    expect((await runs()).filter(({ job }) => job === 'exits')).toEqual([
      {
        job: 'exits',
        finished_at: '2027-01-16T12:00:00.000Z',
        failed_at: '2027-01-16T12:05:00.000Z',
        cause: 'SQLITE_ERROR_NO_TABLE member_exits',
      },
    ])
    await env.DB.exec('ALTER TABLE gone RENAME TO member_exits')
  })
})
