import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearDatabase } from '#scripts/demo/clear.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { defaultMembers, defaultSeasons, sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import {
  call,
  db,
  json,
  rows,
  runCron,
  setClock,
  signedIn,
  today,
  tokenOf,
} from '#tests/support/api.ts'
import { expectedAssembly, expectedOrders, linesOf } from '#tests/support/assembly-model.ts'
import { aCostumeType, aMember, aParade, aParticipation } from '#tests/support/builders.ts'
import { loadGuild, type RandomGuild, randomGuild } from '#tests/support/random-guild.ts'
import { expectSame } from '#tests/support/register-model.ts'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { assemblyHonors, dutyEntries, honors, memberExits } from '#worker/db/schema.ts'
import type { HonorType } from '#worker/domain/codes.ts'

// The list of an assembly, its files and the overview have to name the same people and totals.

let userId: number

const day = '2027-11-11'
const read = async (path: string) =>
  call('GET', `/api/${path}`, undefined, { token: await tokenOf(userId) })
const list = async (date?: string): Promise<Assembly> =>
  json(read(date === undefined ? 'assembly' : `assembly?date=${date}`))

const namesAndTypes = (listed: readonly { member: { lastName: string }; type: string }[]) =>
  listed.map(({ member, type }) => `${member.lastName} ${type}`)

type Marks = Partial<typeof assemblyHonors.$inferInsert>

/** Stores marks on an honor. */
async function mark(memberId: number, type: HonorType, marks: Marks = {}) {
  await commit(db(), [write.insert(assemblyHonors).values({ date: day, memberId, type, ...marks })])
}

/** Stores honors as the route for entering does. */
async function enter(memberId: number, types: HonorType[], marks: Marks = {}) {
  const date = marks.date ?? day
  for (const type of types) {
    const [[honor]] = await commit(db(), [
      write.insert(honors).values({ memberId, type, date }).returning(),
    ])
    const entered = { act: 'act-1', honorId: honor?.id ?? null }
    await commit(db(), [
      write
        .insert(assemblyHonors)
        .values({ date, memberId, type, ...entered, handedOverOn: date, ...marks })
        .onConflictDoUpdate({
          target: [assemblyHonors.date, assemblyHonors.memberId, assemblyHonors.type],
          set: { ...entered, handedOverOn: date, ...marks },
        }),
    ])
  }
}

beforeEach(async () => {
  setClock()
  userId = (await signedIn('management')).id
})

const comparableRow = ({ member, type, count, alsoDue }: AssemblyRow) => ({
  id: member.id,
  type,
  count,
  alsoDue,
})

/** Compares the list, its two files and the figure of the overview with a computation of their own. */
async function compare(date: string) {
  const found = await list(date)
  const expected = await expectedAssembly(date, today)
  expectSame(
    found.rows.map((row) => ({ ...comparableRow(row), isEntered: row.honorId !== null })),
    expected.rows,
    `rows of ${date}`,
  )
  expectSame(found.leftOut.map(comparableRow), expected.leftOut, `left out on ${date}`)
  expectSame(
    found.reachable.map(({ member, type, confirmed, booked }) => ({
      id: member.id,
      type,
      confirmed,
      booked,
    })),
    expected.reachable,
    `within reach on ${date}`,
  )
  expect(found.total).toBe(expected.rows.length)
  expect(found.people).toBe(new Set(expected.rows.map(({ id }) => id)).size)
  const open = expected.rows.filter(({ isEntered }) => !isEntered)
  const file = await (await read(`statistics/members/csv?date=${date}`)).text()
  expect(file.split(/\r\n(?=Mitgliedschaften;|Dienstbuch;|Sprungorden;|Von Hand;)/)).toHaveLength(
    open.length + 1,
  )
  const orders = await (await read(`assembly/${date}/orders.csv`)).text()
  const ordered = await expectedOrders(date, expected.rows)
  expectSame(linesOf(orders).slice(1), ordered, `orders of ${date}`)
  return { found, open }
}

test('The assembly list of the demo guild, its CSV files and the total of the overview equal an independent computation from members, parades and honors', async () => {
  await clearDatabase(env.DB)
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(defaultMembers, defaultSeasons), today), today)
  userId = management.id
  const settings = { assemblyDate: day }
  await call('PUT', '/api/guild/settings', settings, { token: await tokenOf(userId) })
  for (const date of ['2026-11-11', today, day, '2028-03-05']) {
    const { found } = await compare(date)
    if (date === day) expect(found.total).toBeGreaterThan(10)
  }
  const fresh = await list()
  expect(fresh).toEqual(await list(day))
  await runCron()
  // Prepared statistics are used with and without the date in the request.
  expect(await list()).toEqual(fresh)
  expect(await list(day)).toEqual(fresh)
  expect((await json(read('home'))).assembly).toEqual({ date: day, due: fresh.total })
}, 300_000)

/** Random marks on honors of a guild; member and rule are indexes modulo the number of rows. */
const someMarks = fc.array(
  fc.record({
    member: fc.nat(),
    rule: fc.nat(),
    date: fc.constantFrom(day, day, day, '2026-11-11'),
    attendance: fc.constantFrom('present', 'excused', null),
    choice: fc.constantFrom('added', 'left_out', null),
    orderedOn: fc.constantFrom('2027-01-02', null),
    isEntered: fc.boolean(),
  }),
  { maxLength: 10 },
)
type SomeMark = (typeof someMarks extends fc.Arbitrary<infer Mark> ? Mark : never)[number]

async function loadMarks(guild: RandomGuild, marks: readonly SomeMark[]) {
  for (const { member, rule, isEntered, date, attendance, choice, orderedOn } of marks) {
    const ids = guild.members?.map(({ id }) => Number(id)) ?? []
    const types = guild.honor_rules?.map(({ type }) => String(type)) ?? []
    const [memberId, type] = [ids[member % ids.length], types[rule % types.length]]
    if (memberId === undefined || type === undefined) continue
    const text = (value: string | null) => (value === null ? 'NULL' : `'${value}'`)
    const of = `member_id = ${memberId} AND type = '${type}'`
    const [there] = await rows(`SELECT 1 FROM assembly_honors WHERE ${of} AND date = '${date}'`)
    const [held] = await rows(`SELECT 1 FROM honors WHERE ${of}`)
    if (there) continue
    if (isEntered && !held) {
      await rows(
        `INSERT INTO honors (member_id, type, date) VALUES (${memberId}, '${type}', '${date}')`,
      )
    }
    await rows(`INSERT INTO assembly_honors (date, member_id, type, attendance, choice, ordered_on,
      honor_id) VALUES ('${date}', ${memberId}, '${type}', ${text(attendance)}, ${text(choice)},
      ${text(orderedOn)},
      ${isEntered && !held ? `(SELECT max(id) FROM honors WHERE ${of})` : 'NULL'})`)
  }
}

test('In random guilds with planned and entered honors, the assembly list and its two files equal an independent computation', async () => {
  let listed = 0
  await fc.assert(
    fc.asyncProperty(randomGuild, someMarks, async (guild, marks) => {
      await clear()
      // The generated assembly rows may refer to honors of other members.
      await loadGuild({ ...guild, assembly_honors: [] })
      // Low thresholds, so that the few parades and years of a random guild reach them.
      await rows(`UPDATE honor_rules SET threshold = 1 + threshold % 3 WHERE threshold > 1`)
      await loadMarks(guild, marks)
      for (const date of ['2026-11-11', day]) listed += (await compare(date)).found.total
    }),
    { numRuns: 25, seed: 20_271_111 },
  )
  expect(listed).toBeGreaterThan(50)
}, 300_000)

async function clear() {
  const tables = [
    ...['assembly_honors', 'honors', 'participations', 'parades', 'member_exits', 'duty_entries'],
    ...['costume_ownerships', 'costumes', 'costume_types', 'member_timespans', 'members'],
  ]
  for (const table of tables) await rows(`DELETE FROM ${table}`)
}

describe('the rows of an assembly', () => {
  test('The assembly list shows the last day of a member whose recorded exit is before the assembly', async () => {
    const joined = (lastName: string, dateLeft: string | null = null) =>
      aMember({ lastName, dateJoined: '2000-01-01', dateLeft })
    const [stays, before, onTheDay, changedMind, overtaken, gone] = [
      await joined('Bleibt'),
      await joined('Davor', '2027-11-10'),
      await joined('Genau', day),
      await joined('Doch'),
      // The date was emptied in the member's own form afterwards.
      await joined('Überholt'),
      await joined('Längst', '2027-03-31'),
    ]
    const exit = (member: { id: number }, date: string, ended: object = {}) => ({
      memberId: member.id,
      state: 'Left' as const,
      date,
      stateBefore: 'Active' as const,
      ended: '[]',
      recordedAt: '2027-01-02T10:00:00.000Z',
      recordedBy: userId,
      ...ended,
    })
    await commit(db(), [
      write
        .insert(memberExits)
        .values([
          exit(before, '2027-11-10'),
          exit(onTheDay, day),
          exit(overtaken, '2027-10-31'),
          exit(changedMind, '2027-06-30', { undoneAt: '2027-02-01T10:00:00.000Z' }),
          exit(gone, '2027-03-31', { effectiveAt: '2027-04-01T10:00:00.000Z' }),
        ]),
    ])
    const { rows: listed } = await list(day)
    const lastDays = new Map(listed.map(({ member, leavesOn }) => [member.lastName, leavesOn]))
    expect(lastDays.get('Davor')).toBe('2027-11-10')
    expect(
      [stays, onTheDay, changedMind, overtaken, gone].map(({ lastName }) => lastDays.get(lastName)),
    ).toEqual([null, null, null, null, null])
  })

  test('The assembly list is sorted by basis (years, offices, parades, by hand), then the highest honor first, then by name', async () => {
    const joined = (lastName: string, dateJoined: string) => aMember({ lastName, dateJoined })
    await joined('Öhm', '2000-01-01')
    await joined('Oha', '2000-01-01')
    await joined('Zell', '1970-01-01')
    const kassier = await joined('Amt', '2020-01-01')
    await commit(db(), [
      write
        .insert(dutyEntries)
        .values({ memberId: kassier.id, duty: 'Kassier', from: '2010-01-01' }),
    ])
    const dancer = await aMember({
      lastName: 'Ab',
      paradesBefore: 26,
      paradesBeforeUntil: '2026-01-01',
    })
    await mark(dancer.id, 'Ehrenelferrat', { choice: 'added' })
    const { rows: found, total, people } = await list(day)
    expect(namesAndTypes(found)).toEqual([
      'Zell Member_for_50_Years',
      'Öhm Member_for_25_Years',
      'Oha Member_for_25_Years',
      'Amt Obernarr_15',
      'Ab Parades_25',
      'Ab Ehrenelferrat',
    ])
    expect([total, people]).toEqual([6, 5])
    expect(found.map(({ reason }) => reason)).toEqual([
      'Mitglied 1970–2027, 57 Jahre',
      'Mitglied 2000–2027, 27 Jahre',
      'Mitglied 2000–2027, 27 Jahre',
      'Kassier 2010–2027, 18 Jahre',
      '26 Sprünge',
      '',
    ])
  })

  test('Parades count up to and including the assembly day; an honor that needs booked parades to be reached is "within reach", without cancelled ones', async () => {
    await setSteps({ Parades_25: 2, Parades_50: 3, Parades_100: 4 })
    const { id: memberId } = await aMember({ dateJoined: null })
    await dance(memberId, '2027-01-10')
    await dance(memberId, '2027-02-01')
    await dance(memberId, '2027-02-02')
    await dance(memberId, '2027-02-01', { confirmed: false })
    expect(namesAndTypes((await list('2027-01-31')).rows)).toEqual([])
    expect(namesAndTypes((await list('2027-02-01')).rows)).toEqual(['Gruber Parades_25'])
    expect((await list('2027-02-01')).reachable).toMatchObject([
      { type: 'Parades_50', threshold: 3, confirmed: 2, booked: 1 },
    ])
    expect(namesAndTypes((await list('2027-02-02')).rows)).toEqual(['Gruber Parades_50'])
    // A cancelled parade no longer counts as within reach.
    await rows(`UPDATE parades SET cancelled_at = '2027-01-16T12:00:00Z' WHERE id = 4`)
    const { reachable, next } = await list('2027-02-02')
    expect(reachable).toEqual([])
    expect(next.parades).toMatchObject([{ type: 'Parades_100', missing: 1 }])
  })

  test('When a member leaves, an entered honor is still in the assembly list; a planned one moves to "no longer due"', async () => {
    const given = await aMember({ lastName: 'Mit', dateJoined: '2000-01-01' })
    const asked = await aMember({ lastName: 'Ohne', dateJoined: '2000-01-01' })
    await enter(given.id, ['Member_for_25_Years'])
    await mark(asked.id, 'Member_for_25_Years', { invitedOn: '2027-10-01' })
    const before = await list(day)
    expect(namesAndTypes(before.rows)).toEqual([
      'Mit Member_for_25_Years',
      'Ohne Member_for_25_Years',
    ])
    await rows(`UPDATE members SET membership_state = 'Left', date_left = '2027-11-12'`)
    const after = await list(day)
    expect(after.rows).toEqual(before.rows.slice(0, 1))
    expect(namesAndTypes(after.noLongerDue)).toEqual(['Ohne Member_for_25_Years'])
    expect([after.total, after.people]).toEqual([1, 1])
  })

  test('Entering an honor changes neither people, reasons nor totals of the assembly list; its CSV file then omits the honor', async () => {
    const old = await aMember({ lastName: 'Alt', dateJoined: '1980-01-01' })
    await aMember({ lastName: 'Neu', dateJoined: '2000-01-01' })
    const before = await list(day)
    await runCron()
    await enter(old.id, ['Member_for_40_Years', 'Member_for_25_Years'])
    const after = await list(day)
    const words = ({ member, type, count, alsoDue, reason }: AssemblyRow) => ({
      name: member.lastName,
      type,
      count,
      alsoDue,
      reason,
    })
    expect(after.rows.map(words)).toEqual(before.rows.map(words))
    expect([after.total, after.people]).toEqual([before.total, before.people])
    expect(after.rows.map(({ act, honorId }) => [act, honorId !== null])).toEqual([
      ['act-1', true],
      [null, false],
    ])
    const upcoming = await json(read(`statistics/members/anniversaries?date=${day}`))
    expect(upcoming.map((row: { member: { lastName: string } }) => row.member.lastName)).toEqual([
      'Neu',
    ])
    const file = await (await read(`statistics/members/csv?date=${day}`)).text()
    expect(file).not.toContain('Alt, Annegret')
    expect(file).toContain('Neu, Annegret')
  })

  test('When an entered honor is deleted, the assembly list shows it as due again', async () => {
    const { id } = await aMember({ dateJoined: '2000-01-01' })
    await enter(id, ['Member_for_25_Years'])
    await rows('DELETE FROM honors')
    expect((await list(day)).rows).toMatchObject([{ act: null, honorId: null }])
  })

  test('If a higher honor (40 years) was entered without the lower one (25 years), the lower one is not listed as due', async () => {
    const { id } = await aMember({ dateJoined: '1970-01-01' })
    await enter(id, ['Member_for_40_Years'])
    expect((await list(day)).rows).toMatchObject([
      { type: 'Member_for_50_Years', alsoDue: [], honorId: null },
      { type: 'Member_for_40_Years', alsoDue: [], act: 'act-1' },
    ])
  })

  test.each<[string, string, HonorType]>([
    ['higher than the due one', '2000-01-01', 'Member_for_40_Years'],
    ['lower than the due one', '1980-01-01', 'Member_for_25_Years'],
  ])(
    'If an honor is added by hand that is %s, the list shows it and the due honor as one row, before and after entering',
    async (_, joined, type) => {
      const { id } = await aMember({ dateJoined: joined })
      await mark(id, type, { choice: 'added' })
      const one = { type: 'Member_for_40_Years', alsoDue: ['Member_for_25_Years'] }
      const before = await list(day)
      expect(before).toMatchObject({ total: 1, rows: [{ ...one, honorId: null }] })
      await enter(id, ['Member_for_40_Years', 'Member_for_25_Years'])
      expect(await list(day)).toMatchObject({ total: 1, rows: [{ ...one, act: 'act-1' }] })
      await rows(`UPDATE members SET membership_state = 'Died', date_left = '2027-11-12'`)
      expect(await list(day)).toMatchObject({ total: 1, rows: [{ ...one, act: 'act-1' }] })
    },
  )

  test('Attendance stored for one honor is shown in every row of the member', async () => {
    const { id } = await aMember({
      dateJoined: '2000-01-01',
      paradesBefore: 30,
      paradesBeforeUntil: '2026-01-01',
    })
    await mark(id, 'Parades_25', { attendance: 'excused' })
    expect((await list(day)).rows.map(({ attendance }) => attendance)).toEqual([
      'excused',
      'excused',
    ])
  })
})

test('The total and the CSV file of the assembly list do not contain left-out honors, but do contain honors added by hand', async () => {
  const out = await aMember({ lastName: 'Ohne', dateJoined: '2000-01-01' })
  const added = await aMember({ lastName: 'Dazu' })
  const held = await aMember({ lastName: 'Hat' })
  await runCron()
  await mark(out.id, 'Member_for_25_Years', { choice: 'left_out', note: 'nächstes Jahr' })
  await mark(added.id, 'Honorary_Member_Extra', { choice: 'added' })
  await mark(held.id, 'Honorary_Member_Extra', { choice: 'added', invitedOn: '2027-10-01' })
  await commit(db(), [
    write
      .insert(honors)
      .values({ memberId: held.id, type: 'Honorary_Member_Extra', date: '2020-01-01' }),
  ])
  const found = await list(day)
  expect(namesAndTypes(found.rows)).toEqual(['Dazu Honorary_Member_Extra'])
  expect(namesAndTypes(found.leftOut)).toEqual(['Ohne Member_for_25_Years'])
  expect(found.leftOut).toMatchObject([{ note: 'nächstes Jahr', choice: 'left_out' }])
  expect(namesAndTypes(found.noLongerDue)).toEqual(['Hat Honorary_Member_Extra'])
  expect(found.total).toBe(1)
  expect(await json(read(`statistics/members/anniversaries?date=${day}`))).toEqual([])
  const file = await (await read(`statistics/members/csv?date=${day}`)).text()
  expect(file.split('\r\n').slice(1)).toEqual([
    'Von Hand;Dazu, Annegret;04.05.1980;;;Ehrenmitglied (besondere Verdienste);',
    '',
  ])
})

test('An ordered honor moves to "no longer due" when the threshold of its rule is raised', async () => {
  const { id } = await aMember({ dateJoined: '2000-01-01' })
  await mark(id, 'Member_for_25_Years', { orderedOn: '2027-10-01' })
  expect((await list(day)).rows).toMatchObject([{ orderedOn: '2027-10-01' }])
  await rows(`UPDATE honor_rules SET threshold = 30 WHERE type = 'Member_for_25_Years'`)
  const { rows: due, noLongerDue } = await list(day)
  expect(due).toEqual([])
  expect(noLongerDue).toMatchObject([
    { type: 'Member_for_25_Years', basis: 'membershipYears', count: null, orderedOn: '2027-10-01' },
  ])
})

test('A member for whom only an attendance is stored is not on the assembly list', async () => {
  const { id } = await aMember()
  await mark(id, 'Member_for_25_Years', { attendance: 'present' })
  const { rows: due, noLongerDue } = await list(day)
  expect([...due, ...noLongerDue]).toEqual([])
})

describe('honors of earlier assemblies', () => {
  const lastYear = '2026-11-11'

  test('For a member who was excused, the next assembly lists the highest honor entered then as still to be handed over', async () => {
    const excused = await aMember({ lastName: 'Fern', dateJoined: '1980-01-01' })
    const there = await aMember({ lastName: 'Da', dateJoined: '1980-01-01' })
    const both: HonorType[] = ['Member_for_25_Years', 'Member_for_40_Years']
    await enter(excused.id, both, { date: lastYear, handedOverOn: null, orderedOn: '2026-10-01' })
    await enter(there.id, both, { date: lastYear })
    // The higher step was handed over, so the lower one is not asked for.
    await rows(`UPDATE assembly_honors SET handed_over_on = NULL
      WHERE member_id = ${there.id} AND type = 'Member_for_25_Years'`)
    expect((await list(day)).toHandOver).toMatchObject([
      {
        member: { id: excused.id },
        type: 'Member_for_40_Years',
        date: lastYear,
        orderedOn: '2026-10-01',
      },
    ])
    expect((await list(lastYear)).toHandOver).toEqual([])
    expect(namesAndTypes((await list(lastYear)).rows)).toEqual([
      'Da Member_for_40_Years',
      'Fern Member_for_40_Years',
    ])
    expect((await list(day)).rows).toEqual([])
  })

  test('The order date from an earlier assembly is shown until the medal is handed over; a newer order date replaces it', async () => {
    const { id } = await aMember({ dateJoined: '2000-01-01' })
    await mark(id, 'Member_for_25_Years', { date: '2025-11-11', orderedOn: '2025-10-01' })
    await mark(id, 'Member_for_25_Years', { date: lastYear, orderedOn: '2026-10-01' })
    expect((await list(day)).rows).toMatchObject([{ orderedOn: '2026-10-01' }])
    await mark(id, 'Member_for_25_Years', { orderedOn: '2027-10-01' })
    expect((await list(day)).rows).toMatchObject([{ orderedOn: '2027-10-01' }])
    await rows(`DELETE FROM assembly_honors WHERE date = '${day}'`)
    await rows(`UPDATE assembly_honors SET handed_over_on = '2026-12-01'`)
    expect((await list(day)).rows).toMatchObject([{ orderedOn: null }])
  })

  test('Once a medal was handed over, the lists of later assemblies no longer show the day it was ordered', async () => {
    const { id } = await aMember()
    const type = 'Extra_Certificate'
    await mark(id, type, { date: '2025-11-11', orderedOn: '2025-10-01', choice: 'added' })
    await enter(id, [type], { date: lastYear, choice: 'added' })
    await mark(id, type, { choice: 'added' })
    expect((await list(lastYear)).rows).toMatchObject([{ orderedOn: '2025-10-01' }])
    expect((await list(day)).rows).toMatchObject([{ type, orderedOn: null }])
    expect(await json(read('assembly/orders'))).toMatchObject([
      { type, orderedOn: '2025-10-01', handedOverOn: lastYear },
    ])
  })
})

test('The outlook of the assembly list has honors for years due one year later and members at most 10 parades short of an honor, but none due now', async () => {
  await aMember({ lastName: 'Jetzt', dateJoined: '2002-11-11' })
  await aMember({ lastName: 'Dann', dateJoined: '2002-11-12' })
  await aMember({ lastName: 'Beides', dateJoined: '1988-11-11' })
  await aMember({ lastName: 'Später', dateJoined: '2003-11-12' })
  await aMember({ lastName: 'Nah', paradesBefore: 15, paradesBeforeUntil: '2026-01-01' })
  await aMember({ lastName: 'Weit', paradesBefore: 14, paradesBeforeUntil: '2026-01-01' })
  const { rows: due, next } = await list(day)
  expect(namesAndTypes(due)).toEqual(['Beides Member_for_25_Years', 'Jetzt Member_for_25_Years'])
  expect(namesAndTypes(next.years)).toEqual([
    'Beides Member_for_40_Years',
    'Dann Member_for_25_Years',
  ])
  expect(next.years).toMatchObject([{ count: 40, alsoDue: [] }, { count: 25 }])
  expect(next.parades).toMatchObject([{ member: { lastName: 'Nah' }, missing: 10 }])
})

test("The assembly list without a date is for the guild's assembly day, or for the next 11 November when none is set or the set day is over", async () => {
  const set = async (assemblyDate: string | null) =>
    call('PUT', '/api/guild/settings', { assemblyDate }, { token: await tokenOf(userId) })
  for (const [stored, asked] of [
    [null, day],
    ['2027-03-05', '2027-03-05'],
    [today, today],
    ['2027-01-15', day],
  ] as const) {
    await set(stored)
    expect((await list()).date).toBe(asked)
  }
})

test.each(['2027-02-31', '11.11.2027', ''])(
  'The assembly list rejects the date %j (400)',
  async (date) => {
    expect((await read(`assembly?date=${date}`)).status).toBe(400)
  },
)

async function setSteps(thresholds: Record<string, number>) {
  for (const [type, threshold] of Object.entries(thresholds)) {
    await rows(`UPDATE honor_rules SET threshold = ${threshold} WHERE type = '${type}'`)
  }
}

let places = 0

async function dance(memberId: number, date: string, { confirmed = true } = {}) {
  places += 1
  const { id: typeId } = await aCostumeType(`Häs ${places}`)
  const { id: paradeId } = await aParade({ date })
  const of = { paradeId, costumeTypeId: typeId, memberId }
  await aParticipation({ ...of, participationConfirmed: confirmed })
}
