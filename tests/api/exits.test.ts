import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { costumeOwnerships, dutyEntries, memberTimespans } from '#worker/db/schema.ts'
import { runSchedule } from '#worker/schedule.ts'

// Exits at a later day and their undo. Today is 2026-10-01, and members leave at the end of the year.

const lastDay = '2026-12-31'

let manager: { id: number; token: string }
let id: number
let office: number
let timedOffice: number
let costume: number
let path: string

beforeEach(async () => {
  setClock('2026-10-01T12:00:00Z')
  manager = await signedIn('management')
  id = (await aMember({ membershipState: 'Passive', dateJoined: '2000-01-01', lastName: 'Gruber' }))
    .id
  path = `/api/member/${id}`
  await commit(db(), [
    write.insert(memberTimespans).values([
      { memberId: id, from: '2000-01-01', to: '2009-12-31' },
      { memberId: id, from: '2015-06-01' },
    ]),
  ])
  const [offices] = await commit(db(), [
    write
      .insert(dutyEntries)
      .values([
        { memberId: id, duty: 'Kassier', from: '2016-01-01' },
        { memberId: id, duty: 'Einkauf', from: '2020-01-01', to: '2027-06-30' },
      ])
      .returning(),
  ])
  ;[office, timedOffice] = offices.map((row) => row.id) as [number, number]
  costume = (await aCostume((await aCostumeType('Schellenhansel')).id, '114')).id
  await commit(db(), [
    write
      .insert(costumeOwnerships)
      .values({ costumeId: costume, memberId: id, ownedFrom: '2016-01-01' }),
  ])
})

/** Sets the clock and signs in again. */
async function continueAt(instant: string): Promise<void> {
  setClock(instant)
  manager = { ...manager, token: await tokenOf(manager.id) }
}

const ask = (method: string, to: string, body?: unknown, database?: D1Database) =>
  call(method, to, body, { token: manager.token, ...(database && { database }) })
const everything = () => ({
  endTimespans: true,
  dutyIds: [office, timedOffice],
  costumeIds: [costume],
})
const leave = (body: object = {}, database?: D1Database) =>
  ask('POST', `${path}/leave`, { state: 'Left', date: lastDay, ...everything(), ...body }, database)
const nothingEnded = { endTimespans: false, dutyIds: [], costumeIds: [] }
const undo = (database?: D1Database) => ask('DELETE', `${path}/leave`, undefined, database)
const member = () => json(ask('GET', path))
const listed = async () =>
  (await json(ask('GET', '/api/member'))).find((row: { id: number }) => row.id === id)

/** All rows that an exit may change. */
const state = async () => ({
  member: await rows('SELECT membership_state, date_left FROM members ORDER BY id'),
  timespans: await rows(
    `SELECT from_date, to_date FROM member_timespans WHERE member_id = ${id} ORDER BY from_date`,
  ),
  offices: await rows('SELECT id, duty, from_date, to_date FROM duty_entries ORDER BY id'),
  costumes: await rows('SELECT owned_from, owned_to FROM costume_ownerships ORDER BY id'),
})
const exits = () =>
  rows(`SELECT date, state_before, date_left_before, effective_at IS NOT NULL AS effective,
    undone_at IS NOT NULL AS undone FROM member_exits ORDER BY id`)

const endedState = {
  timespans: [
    { from_date: '2000-01-01', to_date: '2009-12-31' },
    { from_date: '2015-06-01', to_date: lastDay },
  ],
  costumes: [{ owned_from: '2016-01-01', owned_to: lastDay }],
}

describe('an exit on a later day', () => {
  test('A member with an exit on a future day is a member until then; the chosen membership periods, offices and costumes end on that day', async () => {
    const response = await leave()
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      id,
      membershipState: 'Passive',
      dateLeft: lastDay,
      membershipActiveTimespan: [
        { from: '2000-01-01', to: '2009-12-31' },
        { from: '2015-06-01', to: lastDay },
      ],
      exit: { state: 'Left', date: lastDay, effective: false },
    })
    expect(await state()).toMatchObject(endedState)
    expect((await state()).offices.map((row) => row.to_date)).toEqual([lastDay, lastDay])
    expect(await listed()).toMatchObject({ membershipState: 'Passive', exitDate: lastDay })
    expect(await json(ask('GET', `${path}/membershipfee`))).toMatchObject({ amountInCent: 1500 })
    const fees = await json(ask('GET', '/api/billing/membershipfees/2026'))
    expect(JSON.stringify(fees)).toContain('Gruber')
    expect(await json(ask('GET', '/api/costume/info'))).toMatchObject([{ currentOwner: { id } }])
    expect(await rows('SELECT recorded_by FROM member_exits')).toEqual([
      { recorded_by: manager.id },
    ])
  })

  test('An exit today takes effect at once', async () => {
    expect(await json(await leave({ date: '2026-10-01' }))).toMatchObject({
      membershipState: 'Left',
      dateLeft: '2026-10-01',
      exit: { state: 'Left', date: '2026-10-01', effective: true },
    })
    expect(await listed()).toMatchObject({ membershipState: 'Left', exitDate: null })
  })

  test.each([
    ['a death on a later day', { state: 'Died' }, {}],
    ['a member who has left already', {}, { membershipState: 'Left', dateLeft: '2026-01-01' }],
    ['a member who died', {}, { membershipState: 'Died', dateLeft: '2026-01-01' }],
    ['a day before joining', {}, { dateJoined: '2027-01-01' }],
  ])(
    'An exit is rejected with an error at the date (422), and nothing is stored: %s',
    async (_, change, stored) => {
      await ask('PUT', path, stored)
      const before = await state()
      const response = await leave({ ...change, dutyIds: [], costumeIds: [], endTimespans: false })
      expect(response.status).toBe(422)
      expect(Object.keys((await json(response)).error.fields)).toEqual(['date'])
      expect(await state()).toEqual(before)
      expect(await exits()).toEqual([])
    },
  )

  test('A second exit replaces the first; undoing the second restores the state before both', async () => {
    const before = await state()
    await leave()
    expect((await leave({ date: '2026-11-30' })).status).toBe(200)
    expect((await state()).timespans.at(-1)).toMatchObject({ to_date: '2026-11-30' })
    expect(await exits()).toMatchObject([
      { date: lastDay, undone: 1, effective: 0 },
      { date: '2026-11-30', undone: 0, effective: 0, date_left_before: null },
    ])
    expect((await json(await undo())).kept).toEqual([])
    expect(await state()).toEqual(before)
  })

  test('A second exit that ends fewer costumes and membership periods makes those last again that only the first exit had ended', async () => {
    await leave()
    expect((await leave({ date: '2027-03-31', costumeIds: [], endTimespans: false })).status).toBe(
      200,
    )
    expect(await state()).toMatchObject({
      timespans: [{ to_date: '2009-12-31' }, { to_date: null }],
      costumes: [{ owned_to: null }],
      offices: [{ to_date: '2027-03-31' }, { to_date: '2027-03-31' }],
    })
  })

  test('Rejects a second exit for a day after the stored end of an office that the exit should end (422)', async () => {
    await leave()
    const response = await leave({ date: '2027-12-31' })
    expect(Object.keys((await json(response)).error.fields)).toEqual(['dutyIds.1'])
    expect(await exits()).toMatchObject([{ date: lastDay, undone: 0 }])
  })

  test('A second exit for today takes effect at once; undoing the second restores the state before both', async () => {
    const before = await state()
    await leave()
    await leave({ date: '2026-10-01' })
    expect(await member()).toMatchObject({
      membershipState: 'Left',
      exit: { date: '2026-10-01', effective: true },
    })
    await undo()
    expect(await state()).toEqual(before)
  })

  test('A death before the last day of a planned exit replaces the exit; undoing the death restores the state before both', async () => {
    const before = await state()
    await leave()
    const died = await leave({ state: 'Died', date: '2026-09-30', costumeIds: [] })
    expect(await json(died)).toMatchObject({
      membershipState: 'Died',
      dateLeft: '2026-09-30',
      exit: { state: 'Died', date: '2026-09-30', effective: true },
    })
    expect((await state()).costumes).toMatchObject([{ owned_to: null }])
    expect((await undo()).status).toBe(200)
    expect(await state()).toEqual(before)
    expect((await json(await undo())).error.code).toBe('NoExit')
    expect(await listed()).toMatchObject({ exitDate: null })
  })

  test('Deleting a member deletes the recorded exit', async () => {
    const lena = await aMember({ firstName: 'Lena' })
    await ask('POST', `/api/member/${lena.id}/leave`, { state: 'Left', date: lastDay })
    expect((await ask('DELETE', `/api/member/${lena.id}`)).status).toBe(204)
    expect(await exits()).toEqual([])
  })

  test('A planned exit counts in the statistics only from its last day on', async () => {
    type Year = { year: number; count: number; exits: number; entries: number }
    const members = async (): Promise<Year[]> =>
      (await json(ask('GET', '/api/statistics/pictures'))).members
    const come = [
      { year: 2000, count: 1, entries: 1, exits: 0 },
      { year: 2009, count: 0, entries: 0, exits: 1 },
      { year: 2015, count: 1, entries: 1, exits: 0 },
    ]
    const changes = async () =>
      (await members()).filter(({ exits, entries }) => exits + entries > 0)
    await leave()
    expect(await changes()).toEqual(come)
    expect((await members()).at(-1)).toMatchObject({ year: 2026, count: 1 })
    await continueAt('2026-12-31T12:00:00Z')
    expect(await changes()).toEqual([...come, { year: 2026, count: 0, entries: 0, exits: 1 }])
  })
})

describe('exits in the nightly cron', () => {
  test('The nightly cron sets the state to Left in the night after the last day', async () => {
    await leave()
    await continueAt('2026-12-31T22:55:00Z')
    await runCron()
    expect(await member()).toMatchObject({ membershipState: 'Passive' })
    await continueAt('2026-12-31T23:00:00Z')
    await runCron()
    expect(await member()).toMatchObject({
      membershipState: 'Left',
      dateLeft: lastDay,
      exit: { state: 'Left', date: lastDay, effective: true },
    })
    expect(await listed()).toMatchObject({ exitDate: null })
    expect(await rows('SELECT effective_at FROM member_exits')).toEqual([
      { effective_at: '2026-12-31T23:00:00.000Z' },
    ])
  })

  test('The cron applies all exits that are due, also days later, and each only once', async () => {
    const lena = await aMember({ firstName: 'Lena' })
    await leave()
    await ask('POST', `/api/member/${lena.id}/leave`, { state: 'Left', date: '2027-01-02' })
    await continueAt('2027-01-03T12:00:00Z')
    await runCron()
    const all = 'SELECT membership_state, date_left, updated_at FROM members ORDER BY id'
    const turned = await rows(all)
    expect(turned).toMatchObject([
      { membership_state: 'Left', date_left: lastDay },
      { membership_state: 'Left', date_left: '2027-01-02' },
    ])
    await continueAt('2027-01-03T12:05:00Z')
    await runCron()
    expect(await rows(all)).toEqual(turned)
    expect(await exits()).toMatchObject([
      { effective: 1, undone: 0 },
      { effective: 1, undone: 0 },
    ])
  })

  test('The cron applies exits before it prepares the statistics', async () => {
    await leave()
    await continueAt('2027-01-01T00:01:00Z')
    await runCron()
    const [prepared] = await rows<{ body: string }>(
      `SELECT body FROM prepared_statistics WHERE name LIKE 'parades-per-member%'`,
    )
    expect(prepared?.body).not.toContain('Gruber')
  })

  test.each([
    ['another day of leaving', `date_left = '2026-12-30'`],
    ['no day of leaving', 'date_left = NULL'],
    ['a member who died', `membership_state = 'Died'`],
  ])(
    'The cron does not apply a planned exit if the member was changed meanwhile: %s',
    async (_, change) => {
      await leave()
      await rows(`UPDATE members SET ${change}`)
      const before = await state()
      await continueAt('2027-01-01T00:01:00Z')
      await runCron()
      expect(await state()).toEqual(before)
      expect(await exits()).toMatchObject([{ effective: 0, undone: 1 }])
    },
  )

  test('When an exit is undone while the cron applies it, the undo prevails', async () => {
    const before = await state()
    await leave()
    await continueAt('2027-01-01T00:01:00Z')
    const DB = overtakenBefore('update "member_exits"', undo)
    await runSchedule({ ...env, DB })
    expect(await state()).toEqual(before)
    expect(await exits()).toMatchObject([{ effective: 0, undone: 1 }])
  })

  test('When a second exit is recorded while the cron applies the first, the second prevails', async () => {
    await leave()
    await continueAt('2027-01-01T00:01:00Z')
    const DB = overtakenBefore('update "member_exits"', () => leave({ date: '2027-02-28' }))
    await runSchedule({ ...env, DB })
    expect(await member()).toMatchObject({
      membershipState: 'Passive',
      exit: { date: '2027-02-28', effective: false },
    })
  })

  test('Two simultaneous runs of the cron apply an exit once', async () => {
    await leave()
    await continueAt('2027-01-01T00:01:00Z')
    const DB = overtakenBefore('update "member_exits"', runCron)
    await runSchedule({ ...env, DB })
    expect(await exits()).toMatchObject([{ effective: 1, undone: 0, state_before: 'Passive' }])
    expect(await member()).toMatchObject({ membershipState: 'Left' })
  })
})

describe('undo of an exit', () => {
  test.each([
    ['that is planned', lastDay, null],
    ['that took effect at once', '2026-10-01', null],
    ['of a day long ago', '2024-05-05', null],
    ['that took effect in the night', lastDay, '2027-01-05T03:00:00Z'],
  ])(
    'Undoing an exit %s restores the previous state; undoing it a second time is rejected (409 NoExit)',
    async (_, date, later) => {
      const before = await state()
      expect((await leave({ date })).status).toBe(200)
      if (later) {
        await continueAt(later)
        await runCron()
      }
      const response = await undo()
      expect(response.status).toBe(200)
      const { kept, ...answer } = await json(response)
      expect(kept).toEqual([])
      expect(answer).toEqual(await member())
      expect(answer).toMatchObject({ membershipState: 'Passive', dateLeft: null, exit: null })
      expect(await state()).toEqual(before)
      expect(await listed()).toMatchObject({ exitDate: null })
      const again = await undo()
      expect(again.status).toBe(409)
      expect((await json(again)).error.code).toBe('NoExit')
      expect(await state()).toEqual(before)
    },
  )

  test('Rejects undoing an exit for a member without one (409) and for an unknown member (404)', async () => {
    expect((await undo()).status).toBe(409)
    expect((await ask('DELETE', '/api/member/4711/leave')).status).toBe(404)
  })

  test('Undoing a death restores the membership state and everything that ended with the death', async () => {
    const before = await state()
    await leave({ state: 'Died', date: '2026-09-30' })
    expect((await state()).costumes).toMatchObject([{ owned_to: '2026-09-30' }])
    await continueAt('2026-10-30T12:00:00Z')
    await runCron()
    expect(await member()).toMatchObject({
      membershipState: 'Died',
      exit: { state: 'Died', date: '2026-09-30', effective: true },
    })
    expect((await undo()).status).toBe(200)
    expect(await state()).toEqual(before)
    expect((await json(await undo())).error.code).toBe('NoExit')
  })

  test('A death whose date was changed by hand cannot be undone (NoExit)', async () => {
    await leave({ state: 'Died', date: '2026-09-30' })
    await ask('PUT', path, { dateLeft: '2026-09-29' })
    expect(await member()).toMatchObject({ membershipState: 'Died', exit: null })
    expect((await json(await undo())).error.code).toBe('NoExit')
  })

  test("An exit cannot be undone while the member's state or leaving date differs from that of the exit (409)", async () => {
    await leave({ date: '2026-09-01' })
    await leave({ state: 'Died', date: '2026-09-30', ...nothingEnded })
    const before = await state()
    await ask('PUT', path, { dateLeft: '2026-09-29' })
    expect(await member()).toMatchObject({ membershipState: 'Died', exit: null })
    expect((await undo()).status).toBe(409)
    await ask('PUT', path, { dateLeft: '2026-09-30' })
    expect(await state()).toEqual(before)
    // The death was a mistake and is corrected by hand.
    await ask('PUT', path, { membershipState: 'Left', dateLeft: '2026-09-01' })
    expect((await undo()).status).toBe(200)

    await leave()
    await rows(`UPDATE members SET date_left = '2026-12-30'`)
    expect(await member()).toMatchObject({ exit: null })
    expect((await undo()).status).toBe(409)
    expect(await state()).toMatchObject(endedState)
  })

  test('Undoing an exit restores a previous date of leaving', async () => {
    await ask('PUT', path, { dateLeft: '2009-12-31' })
    await leave()
    expect(await json(await undo())).toMatchObject({ dateLeft: '2009-12-31' })
  })

  test('Undoing an exit does not take back a costume that got a new owner after the exit, and the answer names this owner', async () => {
    const ute = await aMember({ firstName: 'Ute', lastName: 'Sauter' })
    await leave({ date: '2026-09-30' })
    await ask('POST', `/api/costume/${costume}/owner`, { newMemberId: ute.id })
    const { kept } = await json(await undo())
    expect(kept).toEqual([
      {
        kind: 'costume',
        id: costume,
        title: 'Schellenhansel 114 gehört inzwischen Ute Sauter.',
      },
    ])
    expect((await state()).costumes).toEqual([
      { owned_from: '2016-01-01', owned_to: '2026-09-30' },
      { owned_from: '2026-10-01', owned_to: null },
    ])
    expect((await state()).offices).toMatchObject([{ to_date: null }, { to_date: '2027-06-30' }])
  })

  test('Undoing a planned exit does not take back a costume that got a new owner before the last day', async () => {
    const ute = await aMember({ firstName: 'Ute', lastName: 'Sauter' })
    await leave()
    await ask('POST', `/api/costume/${costume}/owner`, { newMemberId: ute.id })
    expect((await json(await undo())).kept).toMatchObject([
      { title: 'Schellenhansel 114 gehört inzwischen Ute Sauter.' },
    ])
  })

  test('Undoing an exit does not take back a costume that another member has since owned and returned to the guild', async () => {
    const ute = await aMember({ firstName: 'Ute', lastName: 'Sauter' })
    await leave({ date: '2026-09-01' })
    await commit(db(), [
      write.insert(costumeOwnerships).values({
        costumeId: costume,
        memberId: ute.id,
        ownedFrom: '2026-09-02',
        ownedTo: '2026-09-09',
      }),
    ])
    expect((await json(await undo())).kept).toMatchObject([
      { title: 'Schellenhansel 114 liegt inzwischen bei der Zunft.' },
    ])
    expect((await state()).costumes[0]).toMatchObject({ owned_to: '2026-09-01' })
  })

  test('Undoing an exit does not reopen an ownership that was changed after the exit, and the answer names the costume', async () => {
    await leave()
    await rows(`UPDATE costume_ownerships SET owned_from = '2017-01-01'`)
    expect((await json(await undo())).kept).toMatchObject([
      { title: 'Schellenhansel 114 gehört dem Mitglied, wurde aber inzwischen geändert.' },
    ])
  })

  test('Undoing an exit does not restore offices and membership periods that were changed or deleted after it, and the answer lists them', async () => {
    await leave()
    await ask('PUT', `${path}/duties/${office}`, { to: '2026-11-30' })
    await ask('DELETE', `${path}/duties/${timedOffice}`)
    await ask('PUT', path, {
      membershipActiveTimespan: [
        { from: '2000-01-01', to: '2009-12-31' },
        { from: '2015-06-02', to: lastDay },
      ],
    })
    const { kept } = await json(await undo())
    expect(kept).toEqual([
      {
        kind: 'timespan',
        id: expect.any(Number),
        title: 'Die Mitgliedszeit ab 01.06.2015 wurde inzwischen gelöscht.',
      },
      {
        kind: 'duty',
        id: office,
        title: 'Das Amt Kassier ab 01.01.2016 wurde inzwischen geändert.',
      },
      {
        kind: 'duty',
        id: timedOffice,
        title: 'Das Amt Einkauf ab 01.01.2020 wurde inzwischen gelöscht.',
      },
    ])
    expect((await state()).offices).toMatchObject([{ to_date: '2026-11-30' }])
    expect((await state()).timespans.at(-1)).toMatchObject({ to_date: lastDay })
  })

  test('Undoing an exit also restores membership periods that were saved again unchanged after the exit', async () => {
    const before = await state()
    await leave()
    const { membershipActiveTimespan } = await member()
    await ask('PUT', path, { membershipActiveTimespan, dateLeft: lastDay })
    expect((await json(await undo())).kept).toEqual([])
    expect(await state()).toEqual(before)
  })

  test('Undoing an exit does not restore a membership period or office that would overlap a later one', async () => {
    await leave({ date: '2026-09-01' })
    await ask('POST', `${path}/duties`, { duty: 'Kassier', from: '2026-09-15' })
    await commit(db(), [write.insert(memberTimespans).values({ memberId: id, from: '2026-09-20' })])
    const { kept } = await json(await undo())
    expect(kept.map((entry: { kind: string }) => entry.kind)).toEqual(['timespan', 'duty'])
    expect((await state()).timespans).toMatchObject([
      { to_date: '2009-12-31' },
      { to_date: '2026-09-01' },
      { to_date: null },
    ])
  })

  test('Undoing an exit also restores a costume ownership that began on the last day', async () => {
    await rows(`UPDATE costume_ownerships SET owned_from = '${lastDay}'`)
    await leave()
    expect((await state()).costumes).toEqual([{ owned_from: lastDay, owned_to: lastDay }])
    expect((await json(await undo())).kept).toEqual([])
    expect((await state()).costumes).toEqual([{ owned_from: lastDay, owned_to: null }])
  })
})

describe('changing a member with an exit', () => {
  const patch = (change: object) => ask('PUT', path, change)

  test.each([
    ['another date of leaving', { dateLeft: '2027-01-31' }],
    ['no date of leaving', { dateLeft: null }],
    ['the state Left', { membershipState: 'Left' }],
    ['a death', { membershipState: 'Died', dateLeft: '2026-09-30' }],
  ])('Saving a member by hand with %s voids a planned exit', async (_, change) => {
    await leave()
    const answer = await json(patch(change))
    expect(answer).toMatchObject({ ...change, exit: null })
    expect(await exits()).toMatchObject([{ undone: 1, effective: 0 }])
    const before = await state()
    expect((await undo()).status).toBe(409)
    await continueAt('2027-02-01T00:01:00Z')
    await runCron()
    expect(await state()).toEqual(before)
  })

  test('Saving a member does not remove a planned exit; undoing the exit once it took effect restores the membership state saved meanwhile', async () => {
    await leave()
    await patch({ phone: '1', membershipState: 'Active', dateLeft: lastDay })
    expect(await member()).toMatchObject({ exit: { date: lastDay, effective: false } })
    await continueAt('2027-01-01T00:01:00Z')
    await runCron()
    expect(await member()).toMatchObject({ membershipState: 'Left' })
    expect(await json(await undo())).toMatchObject({ membershipState: 'Active', dateLeft: null })
  })

  test('Once a member is made active again, the earlier exit, which took effect, can no longer be undone (409)', async () => {
    await leave({ date: '2026-09-30' })
    await patch({ phone: '1' })
    expect(await member()).toMatchObject({ exit: { effective: true } })
    await patch({ membershipState: 'Active' })
    expect(await member()).toMatchObject({ exit: null })
    expect((await undo()).status).toBe(409)
  })

  test('A member who is made active again after two exits has no exit to undo (NoExit), even if the state Left is then set by hand with the date of the first exit', async () => {
    await leave({ date: '2026-09-29' })
    await leave({ date: '2026-09-30', ...nothingEnded })
    await patch({ membershipState: 'Active', dateLeft: null })
    expect(await exits()).toMatchObject([{ undone: 1 }, { undone: 1 }])
    const answer = await json(patch({ membershipState: 'Left', dateLeft: '2026-09-29' }))
    expect(answer).toMatchObject({ membershipState: 'Left', exit: null })
    expect((await json(await undo())).error.code).toBe('NoExit')
  })

  test('Of two exits that have both taken effect each can be undone, the second before the first', async () => {
    await leave({ date: '2026-09-30' })
    await leave({ date: '2026-09-29', endTimespans: false, dutyIds: [], costumeIds: [] })
    await patch({ phone: '1' })
    expect(await json(await undo())).toMatchObject({
      membershipState: 'Left',
      dateLeft: '2026-09-30',
      exit: { date: '2026-09-30', effective: true },
    })
    expect(await json(await undo())).toMatchObject({ membershipState: 'Passive', dateLeft: null })
  })
})

describe('simultaneous exits', () => {
  test('An exit for today that is sent twice at once is stored once and can be undone', async () => {
    const before = await state()
    const today = { date: '2026-10-01' }
    const database = overtakenBefore('update "member_timespans"', () => leave(today))
    expect((await leave(today, database)).status).toBe(200)
    expect(await exits()).toHaveLength(1)
    await undo()
    expect(await state()).toEqual(before)
  })

  test('A planned exit that is sent twice at once is valid once and can be undone', async () => {
    const before = await state()
    const database = overtakenBefore('update "member_timespans"', () => leave())
    expect((await leave({}, database)).status).toBe(200)
    expect(await exits()).toMatchObject([{ undone: 1 }, { undone: 0 }])
    await undo()
    expect(await state()).toEqual(before)
  })

  test('Of two different simultaneous exits the one written last is stored as a whole, and its undo restores the state before both', async () => {
    const before = await state()
    const database = overtakenBefore('update "member_timespans"', () =>
      leave({ date: '2026-11-30' }),
    )
    expect((await leave({}, database)).status).toBe(200)
    expect(await state()).toMatchObject(endedState)
    await undo()
    expect(await state()).toEqual(before)
  })

  test('Rejects a planned exit when an exit that takes effect at once is recorded at the same moment (422)', async () => {
    const database = overtakenBefore('update "member_timespans"', () =>
      leave({ date: '2026-09-30' }),
    )
    const response = await leave({}, database)
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual(['date'])
    expect(await member()).toMatchObject({ membershipState: 'Left', dateLeft: '2026-09-30' })
  })

  test('Undoing an exit does not take back a costume that gets a new owner at the same moment, and reports it as kept', async () => {
    const ute = await aMember({ firstName: 'Ute', lastName: 'Sauter' })
    await leave({ date: '2026-09-30' })
    const database = overtakenBefore('select e.value', () =>
      ask('POST', `/api/costume/${costume}/owner`, { newMemberId: ute.id }),
    )
    expect((await json(await undo(database))).kept).toMatchObject([{ kind: 'costume' }])
  })

  test('The undo of an exit is rejected (409) if another undo or a change by hand comes just before, but succeeds if the cron applies the exit just before', async () => {
    const before = await state()
    await leave()
    const twice = await undo(overtakenBefore('select e.value', undo))
    expect(twice.status).toBe(409)
    expect(await state()).toEqual(before)

    await leave()
    const byHand = overtakenBefore('select e.value', () => ask('PUT', path, { dateLeft: null }))
    expect((await undo(byHand)).status).toBe(409)
    expect(await state()).toMatchObject(endedState)

    await ask('PUT', path, { membershipActiveTimespan: before.timespans.map(onWire) })
    await leave({ dutyIds: [], costumeIds: [] })
    await continueAt('2027-01-01T00:01:00Z')
    expect((await undo(overtakenBefore('select e.value', runCron))).status).toBe(200)
    expect(await state()).toMatchObject({ member: before.member, timespans: before.timespans })
  })

  test('If an exit is recorded while the member is saved by hand, the values saved by hand prevail and the exit is void', async () => {
    const database = overtakenBefore('update "member_exits"', () => leave())
    await ask('PUT', path, { phone: '1', dateLeft: null }, database)
    expect(await member()).toMatchObject({ dateLeft: null, exit: null })
    expect(await exits()).toMatchObject([{ undone: 1 }])
  })
})

const onWire = (row: Record<string, unknown>) => ({ from: row.from_date, to: row.to_date })
