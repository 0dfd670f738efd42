import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { decide, enrolled } from '#tests/support/enrolment.ts'
import { sendFile } from '#tests/support/import-file.ts'
import { mostBytesOfText } from '#worker/domain/archive.ts'
import { auditEntities } from '#worker/domain/codes.ts'
import { readJsonText } from '#worker/http/responses.ts'
import { prepare, preparedOrFresh, statistic } from '#worker/statistics/prepared.ts'

// After any sequence of writes a statistic is read as if nothing had been stored.

const statisticNames = [
  'parades-per-member',
  'parades-per-member/honored',
  'members/birthdays/upcoming/week',
  'members/birthdays/upcoming/month',
  'members/birthdays/upcoming/quarter',
  'members/anniversaries?date=2027-11-11',
  'members/honors?date=2027-11-11',
  'pictures',
]
const lists = [...statisticNames.map((name) => `statistics/${name}`), 'assembly?date=2027-11-11']

let token: string
let typeId: number

beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
  typeId = (await aCostumeType()).id
  for (const lastName of ['Abele', 'Buck']) await aMember({ lastName, dateJoined: '1990-01-01' })
  for (const date of ['2027-01-10', '2027-01-24']) await aParade({ date })
  const { status } = await send('PUT', 'guild/settings', { honorRules: lowThresholds })
  expect(status).toBe(200)
  // Confirmed participations, an office and an honor, so that every write has something to change.
  for (const lastName of ['Abele', 'Buck', 'Czerny']) {
    await enterOnSite({ firstName: 'Annegret', lastName, birthday: '1980-05-04' })
  }
  await send('POST', 'member/1/duties', { duty: 'Kassier', from: '2015-06-01', to: '2020-06-01' })
  await send('POST', 'member/2/honors', { type: 'Parades_25', date: '2020-01-01' })
  await runCron()
})

const enterOnSite = (person: object) =>
  send('POST', 'parade/1/participation/atParade', {
    selectedCostumeTypeId: typeId,
    costumeNumber: '',
    ...person,
  })

const rule = (type: string, basis: string, threshold: number, duties: string[] = []) => ({
  type,
  basis,
  threshold,
  duties,
  label: type,
})
const lowThresholds = [
  rule('Parades_25', 'parades', 1),
  rule('Parades_50', 'parades', 2),
  rule('Obernarr_15', 'dutyYears', 3, ['Kassier']),
]

const send = (method: string, path: string, body?: object) =>
  call(method, `/api/${path}`, body, { token })

const read = async () =>
  Object.fromEntries(
    await Promise.all(lists.map(async (list) => [list, await json(send('GET', list))])),
  )

/** Reads without prepared statistics. */
async function readFresh() {
  await rows(`UPDATE prepared_statistics SET day = '2000-01-01'`)
  return read()
}

const id = fc.integer({ min: 1, max: 3 })
const number = fc.constantFrom('1', '2', '3')
const name = fc.constantFrom('Abele', 'Buck', 'Czerny')
const birthday = fc.constantFrom('1980-01-17', '1950-02-01', null)
const day = fc.constantFrom('1999-01-01', '2015-06-01', '2026-12-01')
const state = fc.constantFrom('Active', 'Passive', 'Left', 'Died')

type Write = () => Promise<unknown>

/** Every kind of write that a statistic may read, by the calls of the app. */
const write: fc.Arbitrary<Write> = fc.oneof(
  fc
    .record({ lastName: name, birthday, dateJoined: fc.option(day), membershipState: state })
    .map(
      (body) => () => send('POST', 'member?allowDuplicate=true', { firstName: 'Anna', ...body }),
    ),
  fc
    .tuple(
      id,
      fc.oneof(
        fc.record({ lastName: name }),
        fc.record({ birthday }),
        fc.record({ dateJoined: day }),
        fc.record({ membershipState: state }),
        day.map((from) => ({ membershipActiveTimespan: [{ from, to: null }] })),
      ),
    )
    .map(
      ([of, body]) =>
        () =>
          send('PUT', `member/${of}`, body),
    ),
  id.map((of) => () => send('DELETE', `member/${of}`)),
  fc.tuple(id, fc.constantFrom('2027-01-01', '2027-02-28')).map(
    ([of, date]) =>
      () =>
        send('POST', `member/${of}/leave`, {
          state: 'Left',
          date,
          endTimespans: true,
          dutyIds: [],
          costumeIds: [],
        }),
  ),
  id.map((of) => () => send('DELETE', `member/${of}/leave`)),
  fc.tuple(id, fc.constantFrom('cancel', 'reinstate')).map(
    ([of, act]) =>
      () =>
        send('POST', `parade/${of}/${act}`, {}),
  ),
  fc.tuple(id, fc.constantFrom('Parades_25', 'Member_for_25_Years')).map(
    ([of, type]) =>
      () =>
        send('POST', `member/${of}/honors`, { type, date: '2027-01-01' }),
  ),
  fc.tuple(id, id).map(
    ([of, honor]) =>
      () =>
        send('DELETE', `member/${of}/honors/${honor}`),
  ),
  fc.tuple(id, day).map(
    ([of, from]) =>
      () =>
        send('POST', `member/${of}/duties`, { duty: 'Kassier', from, to: null }),
  ),
  fc.tuple(id, id, day).map(
    ([of, duty, from]) =>
      () =>
        send('PUT', `member/${of}/duties/${duty}`, { from }),
  ),
  fc.tuple(id, id).map(
    ([of, duty]) =>
      () =>
        send('DELETE', `member/${of}/duties/${duty}`),
  ),
  fc.constantFrom('2027-01-10', '2027-02-07').map(
    (date) => () =>
      send('PUT', 'parade/1', {
        date,
        dateEnrolmentEnd: '2027-01-05',
        dateEnrolmentStart: '2027-01-01',
      }),
  ),
  id.map((of) => () => send('DELETE', `parade/${of}`)),
  fc.record({ lastName: name, birthday, costumeNumber: number }).map(
    (person) => () =>
      send('POST', 'parade/1/participation/atParade', {
        firstName: 'Annegret',
        selectedCostumeTypeId: typeId,
        ...person,
      }),
  ),
  fc.tuple(name, number).map(([lastName, costumeNumber]) => async () => {
    const place = { paradeId: 2, costumeTypeId: typeId, costumeNumber }
    const { token } = await enrolled([place], {
      firstName: 'Annegret',
      lastName,
      birthday: '1980-05-04',
    })
    if (token) await decide(token, 'paid')
  }),
  fc.tuple(id, fc.option(id)).map(
    ([of, memberId]) =>
      () =>
        send('POST', `participation/${of}/member`, { memberId }),
  ),
  id.map((of) => () => send('POST', `participation/${of}/member/create?allowDuplicate=true`)),
  id.map((of) => () => send('POST', `parade/2/participation/${of}/confirm`)),
  id.map((of) => () => send('POST', `parade/1/participation/${of}/unconfirm`)),
  id.map((of) => () => send('DELETE', `paradeParticipation/${of}`)),
  name.map((typeName) => () => send('PUT', `costumeType/${typeId}`, { name: typeName })),
  fc.integer({ min: 1, max: 4 }).map(
    (threshold) => () =>
      send('PUT', 'guild/settings', {
        honorRules: [rule('Obernarr_15', 'dutyYears', threshold, ['Kassier'])],
      }),
  ),
)

const writes: [string, string][] = [
  ['members', "UPDATE members SET birthday = '1980-01-20'"],
  ['members', "UPDATE members SET last_name = 'Neu', last_name_key = 'neu'"],
  ['members', "UPDATE members SET membership_state = 'Died'"],
  ['members', "UPDATE members SET date_joined = '2000-01-01'"],
  ['members', "UPDATE members SET date_left = '2000-01-01'"],
  [
    'members',
    `INSERT INTO members (first_name, last_name, first_name_key, last_name_key, created_at,
       updated_at) VALUES ('a', 'b', 'a', 'b', '', '')`,
  ],
  ['members', 'DELETE FROM members WHERE id = 3'],
  ['timespans', "INSERT INTO member_timespans (member_id, from_date) VALUES (2, '2000-01-01')"],
  ['timespans', "UPDATE member_timespans SET from_date = '2001-01-01'"],
  ['timespans', 'DELETE FROM member_timespans'],
  ['honors', "INSERT INTO honors (member_id, type, date) VALUES (1, 'Obernarr_15', '2027-01-01')"],
  ['honors', "UPDATE honors SET type = 'Parades_50'"],
  ['honors', 'DELETE FROM honors'],
  [
    'the duty book',
    "INSERT INTO duty_entries (member_id, duty, from_date) VALUES (2, 'Kassier', '2000-01-01')",
  ],
  ['the duty book', "UPDATE duty_entries SET to_date = '2016-01-01'"],
  ['the duty book', 'DELETE FROM duty_entries'],
  ['parades', "UPDATE parades SET cancelled_at = '2027-01-16T12:00:00Z'"],
  ['parades', "UPDATE parades SET date = '2027-02-20'"],
  ['parades', 'DELETE FROM parades WHERE id = 2'],
  ['participations', 'UPDATE participations SET participation_confirmed = 0'],
  ['participations', "UPDATE participations SET member_id = NULL, person_key = 'p:' || id"],
  ['participations', "UPDATE participations SET state = 'cancelled'"],
  ['participations', 'UPDATE participations SET parade_id = 2'],
  ['participations', 'DELETE FROM participations'],
  ['costume types', "UPDATE costume_types SET name = 'Neu'"],
  [
    'assemblies',
    `INSERT INTO assembly_honors (date, member_id, type, choice)
       VALUES ('2027-11-11', 1, 'Ehrenelferrat', 'added')`,
  ],
  [
    'assemblies',
    `INSERT INTO assembly_honors (date, member_id, type, choice)
       VALUES ('2027-11-11', 1, 'Member_for_25_Years', 'left_out')`,
  ],
  [
    'assemblies',
    `INSERT INTO assembly_honors (date, member_id, type, honor_id)
       SELECT '2027-11-11', member_id, type, id FROM honors`,
  ],
  ['rules', 'UPDATE honor_rules SET threshold = 9'],
  ['rules', 'DELETE FROM honor_rule_duties'],
  ['rules', "INSERT OR IGNORE INTO honor_rule_duties SELECT type, 'Einkauf' FROM honor_rules"],
]

test('Every history entry raises the data version, except entries about places, assemblies, accounts, views, exports and disclosures', async () => {
  const without = []
  for (const entity of auditEntities) {
    const line = `INSERT INTO audit_entries (at, via, request_id, act, entity, entity_id, op)
      VALUES ('', 'staff', 'r', '', '${entity}', 0, 'event')`
    if (!(await moved(line))) without.push(entity)
  }
  // Bookings and confirmations are not in the history, and not every assembly entry is counted:
  // both have triggers.
  expect(without.toSorted()).toEqual(
    [
      ...['participation', 'assemblyHonor'],
      ...['user', 'userRole', 'passkey', 'session', 'view', 'export', 'disclosure'],
    ].sort(),
  )
})

test('An import, a merge and the undo of each raise the data version, so that the statistics show them at once', async () => {
  const file = await sendFile(
    {
      kind: 'members',
      headings: ['Nachname', 'Vorname', 'Geburtstag', 'Eintritt'],
      lines: [['Zwink', 'Anna', '17.01.1980', '11.11.1999']],
    },
    token,
  )
  const { seen } = await file.preview()
  const acts = [
    () => file.commit(seen),
    () => call('POST', `${file.path}/undo`, {}, { token }),
    () => send('POST', 'member/1/merge', { goneId: 2 }),
    async () => {
      const [merge] = await rows<{ id: number }>('SELECT id FROM member_merges')
      return send('POST', `members/merges/${merge?.id}/undo`)
    },
  ]
  for (const act of acts) {
    await runCron()
    const before = await version()
    expect((await act()).status).toBe(200)
    expect(await version()).not.toBe(before)
    expect(await read()).toEqual(await readFresh())
  }
})

test.each(writes)(
  'A write to %s raises the data version, so that the statistics show it at once: %s',
  async (_, statement) => {
    await send('PUT', 'member/1', {
      membershipActiveTimespan: [{ from: '1999-01-01', to: null }],
    })
    await aMember({ lastName: 'Ohne' })
    await runCron()
    const before = await version()
    await rows(statement)
    expect(await version()).not.toBe(before)
    expect(await read()).toEqual(await readFresh())
  },
)

const version = async () =>
  (await rows<{ version: number }>('SELECT version FROM data_version'))[0]?.version

test('After each of several random writes the statistics are equal to newly computed ones', async () => {
  let moved = 0
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
      for (const one of writes) {
        await runCron()
        const before = await version()
        await one()
        if ((await version()) !== before) moved += 1
        expect(await read()).toEqual(await readFresh())
      }
    }),
    { numRuns: 20, seed: 2027 },
  )
  // Rejected writes prove nothing, so most have to succeed.
  expect(moved).toBeGreaterThan(20)
}, 300_000)

test('The cron stores a long statistic in parts of limited size; a request reads the stored statistic but never stores one', async () => {
  const context = { db: db(), now: new Date(), today }
  const answer = (length: number) => Array.from({ length }, (_, n) => `Närrin O'Neill ${n}`)
  const ofLength = (length: number) =>
    statistic({ name: 'long', read: () => [], build: () => answer(length) })
  const stored = () =>
    rows<{ part: number; bytes: number }>(`SELECT part, length(CAST(body AS BLOB)) AS bytes
      FROM prepared_statistics WHERE name LIKE 'long%' ORDER BY part`)
  await preparedOrFresh(context, ofLength(20_000))
  expect(await stored()).toEqual([])
  await prepare(context, ofLength(20_000))
  const parts = await stored()
  expect(parts.length).toBeGreaterThan(8)
  for (const { bytes } of parts) expect(bytes).toBeLessThan(mostBytesOfText)
  const computed = statistic({ name: 'long', read: () => [], build: () => ['computed'] })
  expect(readJsonText((await preparedOrFresh(context, computed)).body)).toEqual(answer(20_000))
  // A shorter result replaces the longer one.
  await rows('UPDATE data_version SET version = version + 1')
  await prepare(context, ofLength(3))
  expect(await stored()).toHaveLength(1)
  expect(readJsonText((await preparedOrFresh(context, computed)).body)).toEqual(answer(3))
})

const moved = async (statement: string) => {
  const before = await version()
  await rows(statement)
  return (await version()) !== before
}

test('The data version rises when it changes who is honored at an assembly, but not when attendance, a note or an order date changes', async () => {
  const insert = 'INSERT INTO assembly_honors (date, member_id, type'
  const of = `VALUES ('2027-11-11', 1, 'Member_for_25_Years'`
  expect(await moved(`${insert}, attendance) ${of}, 'present')`)).toBe(false)
  expect(await moved("UPDATE assembly_honors SET note = 'ja', ordered_on = '2027-01-01'")).toBe(
    false,
  )
  expect(await moved("UPDATE assembly_honors SET date = '2027-11-12'")).toBe(false)
  expect(await moved("UPDATE assembly_honors SET choice = 'left_out'")).toBe(true)
  expect(await moved("UPDATE assembly_honors SET choice = 'left_out'")).toBe(false)
  expect(await moved("UPDATE assembly_honors SET date = '2027-11-11'")).toBe(true)
  expect(await moved('UPDATE assembly_honors SET choice = NULL, honor_id = 1')).toBe(true)
  expect(await moved('UPDATE assembly_honors SET honor_id = NULL')).toBe(true)
  expect(await moved('DELETE FROM assembly_honors')).toBe(false)
})
