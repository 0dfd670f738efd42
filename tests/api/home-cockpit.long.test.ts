import { beforeEach, describe, expect, test } from 'vitest'
import { countingDatabase } from '#scripts/bench/counting-database.ts'
import {
  call,
  json,
  rows,
  runCron,
  setClock,
  signedIn,
  today,
  tokenOf,
} from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade, aParticipation } from '#tests/support/builders.ts'
import { seeded } from '#tests/support/check-in-machine/seeded.ts'
import { wrongParadeCounts } from '#tests/support/parade-counts.ts'
import { recordedDatabase } from '#tests/support/recording-d1.ts'
import { addDays } from '#worker/domain/dates.ts'
import { signInQuery } from '#worker/http/auth.ts'

// The overview with all its cards. Today is Saturday, 16 January 2027.

let token: string
let managerId: number

beforeEach(async () => {
  setClock()
  ;({ token, id: managerId } = await signedIn('management'))
  await rows(anOrder("'open'", "'pending'", 'NULL'))
})

const home = (as = token) => json(call('GET', '/api/home', undefined, { token: as }))

type Place = {
  paradeId: number
  person: string
  birthday?: string | null
  memberId?: number
  state?: 'reserved' | 'booked' | 'cancelled' | 'released'
  confirmed?: boolean
  orderId?: number
}

const anOrder = (token: string, state: string, attention: string) => `INSERT INTO orders (token,
    return_token, request_key, state, attention, amount_in_cent, provider, place_count, hold_until,
    email_address, first_name, last_name, success_url, error_url, created_at)
  SELECT ${token}, ${token}, ${token}, ${state}, ${attention}, 800, 'mollie', 1,
    '2027-01-01T00:00:00.000Z', 'a@example.test', 'A', 'X', '', '', '2027-01-01T00:00:00.000Z'`

/** Inserts a place directly into the database, so that only the triggers update the counts. */
async function place({
  paradeId,
  person,
  birthday = '1990-01-01',
  memberId,
  state = 'booked',
  confirmed = false,
  orderId,
}: Place) {
  const [type] = await rows<{ id: number }>('SELECT min(id) AS id FROM costume_types')
  await aParticipation({
    paradeId,
    costumeTypeId: type?.id ?? 0,
    firstName: person,
    lastName: 'X',
    birthday,
    state,
    participationConfirmed: confirmed,
    memberId: memberId ?? null,
    orderId: orderId ?? (state === 'reserved' ? 1 : null),
  })
}

describe('fields of the overview by role', () => {
  const everyRole = ['next', 'today']
  const forReaders = ['assembly', 'leaving']
  const ofTreasurer = ['ordersToClear', 'tasks']
  const ofParades = ['tasks', 'unmatched']
  const forManagement = ['doors', 'health', 'missing', 'passkey', 'skipped']
  const preparedFields = ['birthdays', 'preparedAt', 'season']

  test.each([
    [['helper'], everyRole],
    [[], everyRole],
    [['readonly'], [...everyRole, ...forReaders, ...preparedFields]],
    [
      ['readonly', 'helper'],
      [...everyRole, ...forReaders, ...preparedFields],
    ],
    [['treasurer'], [...everyRole, ...forReaders, ...preparedFields, ...ofTreasurer]],
    [['parades'], [...everyRole, ...forReaders, ...preparedFields, ...ofParades]],
    [['secretary'], [...everyRole, ...forReaders, ...preparedFields, 'tasks']],
    [
      ['management'],
      [
        ...everyRole,
        ...forReaders,
        ...preparedFields,
        ...forManagement,
        'ordersToClear',
        'tasks',
        'unmatched',
      ],
    ],
  ] as const)(
    'Users with the roles %j get exactly their fields of the overview',
    async (roles, keys) => {
      await runCron()
      const as =
        roles[0] === 'management' && roles.length === 1 ? token : (await signedIn(...roles)).token
      expect(Object.keys(await home(as)).sort()).toEqual([...keys].sort())
    },
  )

  test('The overview is rejected without a sign-in (401)', async () => {
    expect((await call('GET', '/api/home')).status).toBe(401)
  })
})

describe('parades of the overview', () => {
  test('The overview shows the parades of today with counts and the next five parades; cancelled ones are included and marked', async () => {
    await aCostumeType()
    const first = await aParade({ title: 'Am Morgen', date: today, paradeNumber: 1 })
    const cancelledAt = '2027-01-10T10:00:00.000Z'
    await aParade({ title: 'Abgesagt', date: today, paradeNumber: 2, cancelledAt })
    await aParade({ title: 'Gestern', date: addDays(today, -1) })
    for (const days of [30, 1, 8, 9, 3, 2]) {
      await aParade({
        title: `in ${days}`,
        date: addDays(today, days),
        ...(days === 2 && { cancelledAt }),
      })
    }
    await place({ paradeId: first.id, person: 'a' })
    await place({ paradeId: first.id, person: 'b', confirmed: true })
    await place({ paradeId: first.id, person: 'c', state: 'reserved' })
    await place({ paradeId: first.id, person: 'd', state: 'cancelled' })
    const found = await home()
    expect(found.today).toEqual([
      {
        parade: {
          id: first.id,
          title: 'Am Morgen',
          host: 'Butzenzunft Moosried',
          date: today,
          cancelledAt: null,
        },
        registrations: 2,
        confirmed: 1,
      },
      expect.objectContaining({ parade: expect.objectContaining({ cancelledAt }) }),
    ])
    const titles = found.next.map(({ parade }: { parade: { title: string } }) => parade.title)
    expect(titles).toEqual(['in 1', 'in 2', 'in 3', 'in 8', 'in 9'])
    const cancelled = found.next.map((one: { cancelledAt: string | null }) => one.cancelledAt)
    expect(cancelled).toEqual([null, cancelledAt, null, null, null])
  })

  test.each([
    ['2027-01-30', 14],
    [today, 0],
    ['2027-01-15', 0],
  ])(
    'For an enrolment until %s the overview shows %d days left',
    async (dateEnrolmentEnd, daysLeft) => {
      await aParade({ date: '2027-02-01', dateEnrolmentEnd })
      expect((await home()).next).toMatchObject([{ enrolmentEnd: dateEnrolmentEnd, daysLeft }])
    },
  )

  test('The day of the overview begins at midnight in Germany', async () => {
    await aParade({ date: '2027-01-17' })
    setClock('2027-01-16T23:30:00Z')
    token = await tokenOf(managerId)
    expect(await home()).toMatchObject({ today: [{ parade: { date: '2027-01-17' } }], next: [] })
  })
})

describe('unmatched people of the overview', () => {
  const parades = () =>
    Promise.all([1, 2, 3].map((day) => aParade({ date: addDays(today, day), title: `${day}` })))

  test('The number of unmatched people on the overview is that of the list of the data correction', async () => {
    await aCostumeType()
    const [a, b, c] = await parades()
    if (!a || !b || !c) throw new Error('no parades')
    const member = await aMember()
    // One person with a birthday in three parades.
    for (const { id } of [a, b, c]) await place({ paradeId: id, person: 'anna' })
    // The same name without a birthday at the same time is one person; another birthday is another person.
    for (const { id } of [a, b]) await place({ paradeId: id, person: 'paul', birthday: null })
    await place({ paradeId: a.id, person: 'anna', birthday: '1991-01-01' })
    // Not counted: reserved, cancelled and matched places.
    await place({ paradeId: b.id, person: 'otto', state: 'reserved' })
    await place({ paradeId: b.id, person: 'ida', state: 'cancelled' })
    await place({ paradeId: b.id, person: 'm', memberId: member.id })
    expect((await home()).unmatched).toBe(3)
    await rows(`UPDATE participations SET created_at = '2026-12-02T00:00:00.000Z'
      WHERE first_name = 'paul' AND parade_id = ${b.id}`)
    expect((await home()).unmatched).toBe(4)
    const listed = await json(call('GET', '/api/participation/unmatched', undefined, { token }))
    expect(listed).toHaveLength(4)
  })

  test.each([
    [0, 0],
    [50, 50],
    [51, '50+'],
    [70, '50+'],
  ])('The overview shows %d unmatched people as %s', async (people, count) => {
    await aCostumeType()
    const [a, b] = await parades()
    for (let index = 0; index < people; index += 1) {
      await place({ paradeId: a?.id ?? 0, person: `p${index}` })
      await place({ paradeId: b?.id ?? 0, person: `p${index}` })
    }
    expect((await home()).unmatched).toBe(count)
  })
})

describe('leaving members of the overview', () => {
  const leave = async (firstName: string, date: string) => {
    const { id } = await aMember({ firstName, dateJoined: '2001-01-01' })
    const body = { state: 'Left', date, endTimespans: false }
    const answer = await call('POST', `/api/member/${id}/leave`, body, { token })
    expect(answer.status).toBe(200)
    return id
  }
  const names = async () =>
    (await home()).leaving.map(
      ({ member, date }: { member: { firstName: string }; date: string }) =>
        `${member.firstName} ${date}`,
    )

  test('The overview lists members who leave within the next 30 days, by date', async () => {
    await leave('Später', addDays(today, 31))
    await leave('Letzter', addDays(today, 30))
    await leave('Morgen', addDays(today, 1))
    await leave('Schon', today)
    expect(await names()).toEqual([`Morgen ${addDays(today, 1)}`, `Letzter ${addDays(today, 30)}`])
  })

  test('An exit that was undone is not listed on the overview', async () => {
    const id = await leave('Morgen', addDays(today, 1))
    expect((await call('DELETE', `/api/member/${id}/leave`, undefined, { token })).status).toBe(200)
    expect(await names()).toEqual([])
  })
})

describe('prepared figures of the overview', () => {
  beforeEach(async () => {
    const settings = { assemblyDate: '2027-03-05' }
    await call('PUT', '/api/guild/settings', settings, { token })
  })

  test('A new birthday is shown on the overview only after the cron has prepared the figures again', async () => {
    const ofToday = await aMember({ firstName: 'Ida', birthday: '1952-01-16' })
    await aMember({ firstName: 'Theo', birthday: '2015-01-17' })
    await aMember({ firstName: 'Montag', birthday: '1990-01-18' })
    await aMember({ firstName: 'Fort', birthday: '1990-01-16', membershipState: 'Left' })
    expect(await home()).not.toHaveProperty('birthdays')
    expect((await home()).assembly).toEqual({ date: '2027-03-05' })
    await runCron()
    const found = await home()
    expect(found.birthdays).toEqual([
      {
        member: { id: ofToday.id, firstName: 'Ida', lastName: 'Gruber' },
        age: 75,
        day: today,
        round: true,
      },
      expect.objectContaining({ age: 12, day: '2027-01-17', round: false }),
    ])
    expect(found.preparedAt).toBe(`${today}T12:00:00.000Z`)
    await aMember({ birthday: '1990-01-16' })
    expect((await home()).birthdays).toEqual(found.birthdays)
    setClock(`${today}T12:05:00Z`)
    await runCron()
    expect((await home()).birthdays).toHaveLength(3)
    expect((await home()).preparedAt).toBe(`${today}T12:05:00.000Z`)
  })

  test('The overview does not show figures that were prepared on an earlier day', async () => {
    await runCron()
    setClock('2027-01-17T06:00:00Z')
    token = await tokenOf(managerId)
    const found = await home()
    expect(found).not.toHaveProperty('season')
    expect(found).not.toHaveProperty('preparedAt')
    expect(found.assembly).toEqual({ date: '2027-03-05' })
  })

  test('If the assembly day has been changed since the cron prepared the figures, the overview shows no number of due honors', async () => {
    await aMember({ dateJoined: '1977-01-01' })
    await runCron()
    const read = async (path: string) =>
      (await json(call('GET', path, undefined, { token }))).length
    const due =
      (await read('/api/statistics/members/anniversaries?date=2027-03-05')) +
      (await read('/api/statistics/members/honors?date=2027-03-05'))
    expect(due).toBeGreaterThan(0)
    expect((await home()).assembly).toEqual({ date: '2027-03-05', due })
    await call('PUT', '/api/guild/settings', { assemblyDate: '2028-03-05' }, { token })
    expect((await home()).assembly).toEqual({ date: '2028-03-05' })
    await call('PUT', '/api/guild/settings', { assemblyDate: '2027-01-15' }, { token })
    expect((await home()).assembly).toBeNull()
  })

  test('The overview shows the numbers of parades and of Sprünge for this season until today and for the previous season', async () => {
    await aCostumeType()
    const dates = ['2025-11-10', '2025-11-11', '2026-11-10', '2026-11-11', today, '2027-01-17']
    for (const date of dates) {
      const { id } = await aParade({ date, title: date })
      for (const person of ['a', 'b']) await place({ paradeId: id, person, confirmed: true })
      await place({ paradeId: id, person: 'c' })
    }
    // A cancelled parade does not count, its earlier ticks do.
    const { id } = await aParade({ date: '2027-01-06', cancelledAt: '2027-01-06T12:00:00.000Z' })
    await place({ paradeId: id, person: 'a', confirmed: true })
    await runCron()
    expect((await home()).season).toEqual({
      parades: 2,
      sprünge: 5,
      before: { parades: 2, sprünge: 4 },
    })
  })
})

describe('health on the overview', () => {
  const mail = (state: string, createdAt: string) =>
    rows(`INSERT INTO mails (key, kind, state, not_before, created_at)
      VALUES ('${state} ${createdAt}', 'enrolled', '${state}', '${createdAt}', '${createdAt}')`)

  test('The overview warns when a cron task ran too long ago', async () => {
    await runCron()
    await rows(`UPDATE job_runs SET finished_at = '${today}T11:50:00.000Z'`)
    expect((await home()).health).toBe('ok')
    await rows(`UPDATE job_runs SET finished_at = '${today}T11:40:00.000Z' WHERE job = 'mails'`)
    expect((await home()).health).toBe('attention')
  })

  test('The overview warns of a failed mail for a week, except for mails of a circular', async () => {
    await runCron()
    await rows(`UPDATE job_runs SET finished_at = '${today}T12:00:00.000Z'`)
    await mail('sent', `${today}T10:00:00.000Z`)
    await mail('failed', '2027-01-08T10:00:00.000Z')
    expect((await home()).health).toBe('ok')
    // Failed mails of a circular are shown on its own page.
    await mail('failed', '2027-01-13T10:00:00.000Z')
    await rows(`INSERT INTO circulars (id, subject, body, created_by, created_at, mail_count,
      request_key) SELECT 1, '', '', min(id), '', 1, '' FROM users`)
    await rows(`UPDATE mails SET circular_id = 1, kind = 'circular' WHERE created_at > '2027-01-13'
      AND state = 'failed'`)
    expect((await home()).health).toBe('ok')
    await mail('failed', '2027-01-10T10:00:00.000Z')
    expect((await home()).health).toBe('attention')
  })
})

test('However many parades, participations, exits and orders the guild has, the overview costs at most two round trips and 210 read rows', async () => {
  await aCostumeType()
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
    INSERT INTO parades (title, host, search_key, date, date_enrolment_start, date_enrolment_end)
    SELECT 'Umzug ' || i, 'Zunft', 'umzug', date('${today}', (i - 100) || ' days'), '2026-01-01',
      '2026-01-02' FROM n`)
  await rows(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 7999)
    INSERT INTO participations (parade_id, door, state, first_name, last_name, birthday, person_key,
      given_key, costume_type_id, age_class, price_in_cent, created_at)
    SELECT 1 + i % 400, 'management', 'booked', 'A', 'X', '1990-01-01', 'p:' || (i / 10) || '|x|',
      'p:' || (i / 10) || '|x|', 1, 'Adult', 0, '' FROM n`)
  for (let index = 0; index < 30; index += 1) {
    const { id } = await aMember({ firstName: `A${index}`, birthday: '1990-01-17' })
    const body = { state: 'Left', date: '2027-01-31', endTimespans: false }
    await call('POST', `/api/member/${id}/leave`, body, { token })
  }
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
    ${anOrder("'t' || i", "'paid'", "'noPlace'")} FROM n`)
  await runCron()
  const { db, cost } = countingDatabase(recordedDatabase(), (query) => query !== signInQuery)
  const found = await json(call('GET', '/api/home', undefined, { token, database: db }))
  expect(found).toMatchObject({ unmatched: '50+', ordersToClear: '50+' })
  expect(found.birthdays).toHaveLength(30)
  expect(found.leaving).toHaveLength(7)
  expect(found.next).toHaveLength(5)
  expect(cost.trips).toBeLessThanOrEqual(2)
  // 102 for unmatched people, 51 for orders to clear, two for each of seven exits, and a few for each other part.
  expect(cost.rowsRead).toBeLessThanOrEqual(210)
  expect(cost.rowsWritten).toBe(0)
})

describe('stored counts of the parades', () => {
  test("The stored counts of a parade's participations equal a recount after random changes", async () => {
    await aCostumeType()
    for (const day of [1, 2, 3]) await aParade({ date: addDays(today, day), title: `${day}` })
    const next = seeded(17)
    const random = (below: number) => Math.floor(next() * below)
    const states = ['reserved', 'booked', 'cancelled', 'released'] as const
    const ids = async () =>
      (await rows<{ id: number }>('SELECT id FROM participations')).map((one) => one.id)
    for (let act = 0; act < 200; act += 1) {
      const all = await ids()
      const id = all[random(all.length)] ?? 0
      const state = states[random(states.length)]
      const confirmed = random(2)
      const statements = [
        () =>
          place({
            paradeId: 1 + random(3),
            person: `p${act}`,
            orderId: 1,
            confirmed: confirmed === 1,
            state: state ?? 'booked',
          }),
        () => rows(`UPDATE participations SET state = '${state}' WHERE id = ${id}`),
        () =>
          rows(`UPDATE participations SET participation_confirmed = ${confirmed} WHERE id = ${id}`),
        () =>
          rows(`UPDATE participations SET parade_id = ${1 + random(3)}, state = '${state}',
          participation_confirmed = ${confirmed} WHERE id = ${id}`),
        () => rows(`DELETE FROM participations WHERE id = ${id} AND ${random(3)} = 0`),
        () =>
          rows(`UPDATE participations SET participation_confirmed = 1 - participation_confirmed
          WHERE parade_id = ${1 + random(3)} AND id % 3 = 0`),
      ]
      await statements[random(statements.length)]?.()
      expect(await wrongParadeCounts()).toEqual([])
    }
    const [{ count } = { count: 0 }] = await rows<{ count: number }>(
      'SELECT sum(registration_count) AS count FROM parades',
    )
    expect(count).toBeGreaterThan(5)
  })

  test('Updating the stored counts does not change the version of a parade', async () => {
    await aCostumeType()
    const { id } = await aParade({ date: addDays(today, 5) })
    const version = () => rows(`SELECT version FROM parades WHERE id = ${id}`)
    const before = await version()
    await place({ paradeId: id, person: 'a' })
    expect(await version()).toEqual(before)
  })
})
