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
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { loadGuild, type RandomGuild, randomGuild } from '#tests/support/random-guild.ts'
import { expectSame } from '#tests/support/register-model.ts'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { assemblyHonors, dutyEntries, honors, memberExits } from '#worker/db/schema.ts'
import type { HonorType } from '#worker/domain/codes.ts'

// The one list of an assembly: the same people and the same total wherever they are named.

let userId: number

const day = '2027-11-11'
const read = async (path: string) =>
  call('GET', `/api/${path}`, undefined, { token: await tokenOf(userId) })
const list = async (date?: string): Promise<Assembly> =>
  json(read(date === undefined ? 'assembly' : `assembly?date=${date}`))

const named = (listed: readonly { member: { lastName: string }; type: string }[]) =>
  listed.map(({ member, type }) => `${member.lastName} ${type}`)

type Marks = Partial<typeof assemblyHonors.$inferInsert>

/** Somebody did something about an honor. */
async function mark(memberId: number, type: HonorType, marks: Marks = {}) {
  await commit(db(), [write.insert(assemblyHonors).values({ date: day, memberId, type, ...marks })])
}

/** As entering does it. */
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

const short = ({ member, type, count, alsoDue }: AssemblyRow) => ({
  id: member.id,
  type,
  count,
  alsoDue,
})

/** The list, its two files and the figure of the overview against each other and against the registers. */
async function compare(date: string) {
  const found = await list(date)
  const expected = await expectedAssembly(date, today)
  expectSame(
    found.rows.map((row) => ({ ...short(row), isEntered: row.honorId !== null })),
    expected.rows,
    `rows of ${date}`,
  )
  expectSame(found.leftOut.map(short), expected.leftOut, `left out on ${date}`)
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

test('in the demo guild: the list, its file and the overview say what the registers say', async () => {
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
  // Prepared, under whichever name it is asked for.
  expect(await list()).toEqual(fresh)
  expect(await list(day)).toEqual(fresh)
  expect((await json(read('home'))).assembly).toEqual({ date: day, due: fresh.total })
}, 300_000)

/** What people did about honors of a guild, at random: of whom, what, and what about it. */
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

test('in any guild: list, file and registers agree, whatever was decided and entered', async () => {
  let listed = 0
  await fc.assert(
    fc.asyncProperty(randomGuild, someMarks, async (guild, marks) => {
      await clear()
      // Theirs may refer to honors of others.
      await loadGuild({ ...guild, assembly_honors: [] })
      // Steps that people of a few parades and years reach.
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

describe('the rows', () => {
  test('say who has told that they leave before the day, and for how long they are members', async () => {
    const joined = (lastName: string, dateLeft: string | null = null) =>
      aMember({ lastName, dateJoined: '2000-01-01', dateLeft })
    const [stays, before, onTheDay, changedMind, overtaken, gone] = [
      await joined('Bleibt'),
      await joined('Davor', '2027-11-10'),
      await joined('Genau', day),
      await joined('Doch'),
      // Somebody has emptied the day in the member's own form since.
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

  test('stand by what is counted, the highest step first, then by name', async () => {
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
    expect(named(found)).toEqual([
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

  test('count parades until the day, that day included, and those to come as within reach', async () => {
    await setSteps({ Parades_25: 2, Parades_50: 3, Parades_100: 4 })
    const { id: memberId } = await aMember({ dateJoined: null })
    await dance(memberId, '2027-01-10')
    await dance(memberId, '2027-02-01')
    await dance(memberId, '2027-02-02')
    await dance(memberId, '2027-02-01', { confirmed: false })
    expect(named((await list('2027-01-31')).rows)).toEqual([])
    expect(named((await list('2027-02-01')).rows)).toEqual(['Gruber Parades_25'])
    expect((await list('2027-02-01')).reachable).toMatchObject([
      { type: 'Parades_50', threshold: 3, confirmed: 2, booked: 1 },
    ])
    expect(named((await list('2027-02-02')).rows)).toEqual(['Gruber Parades_50'])
    // One that is called off leads nowhere.
    await rows(`UPDATE parades SET cancelled_at = '2027-01-16T12:00:00Z' WHERE id = 4`)
    const { reachable, next } = await list('2027-02-02')
    expect(reachable).toEqual([])
    expect(next.parades).toMatchObject([{ type: 'Parades_100', missing: 1 }])
  })

  test('of somebody who has left since stay where they were entered, and else are gone', async () => {
    const given = await aMember({ lastName: 'Mit', dateJoined: '2000-01-01' })
    const asked = await aMember({ lastName: 'Ohne', dateJoined: '2000-01-01' })
    await enter(given.id, ['Member_for_25_Years'])
    await mark(asked.id, 'Member_for_25_Years', { invitedOn: '2027-10-01' })
    const before = await list(day)
    expect(named(before.rows)).toEqual(['Mit Member_for_25_Years', 'Ohne Member_for_25_Years'])
    await rows(`UPDATE members SET membership_state = 'Left', date_left = '2027-11-12'`)
    const after = await list(day)
    expect(after.rows).toEqual(before.rows.slice(0, 1))
    expect(named(after.noLongerDue)).toEqual(['Ohne Member_for_25_Years'])
    expect([after.total, after.people]).toEqual([1, 1])
  })

  test('are the same in the same words before and after entering, and the file has what is open', async () => {
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

  test('of an honor that somebody removed are due again, and nothing is left of the act', async () => {
    const { id } = await aMember({ dateJoined: '2000-01-01' })
    await enter(id, ['Member_for_25_Years'])
    await rows('DELETE FROM honors')
    expect((await list(day)).rows).toMatchObject([{ act: null, honorId: null }])
  })

  test('a lower step that was given by itself is open no more below the higher one', async () => {
    const { id } = await aMember({ dateJoined: '1970-01-01' })
    await enter(id, ['Member_for_40_Years'])
    expect((await list(day)).rows).toMatchObject([
      { type: 'Member_for_50_Years', alsoDue: [], honorId: null },
      { type: 'Member_for_40_Years', alsoDue: [], act: 'act-1' },
    ])
  })

  test.each<[string, string, HonorType]>([
    ['above what is due', '2000-01-01', 'Member_for_40_Years'],
    ['below what is due', '1980-01-01', 'Member_for_25_Years'],
  ])(
    'are one where somebody added a step %s, before and after entering',
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

  test('say of a person in every row whether they are there', async () => {
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

test('who is left out stands in no total, list or file, and what is added in all of them', async () => {
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
  expect(named(found.rows)).toEqual(['Dazu Honorary_Member_Extra'])
  expect(named(found.leftOut)).toEqual(['Ohne Member_for_25_Years'])
  expect(found.leftOut).toMatchObject([{ note: 'nächstes Jahr', choice: 'left_out' }])
  expect(named(found.noLongerDue)).toEqual(['Hat Honorary_Member_Extra'])
  expect(found.total).toBe(1)
  expect(await json(read(`statistics/members/anniversaries?date=${day}`))).toEqual([])
  const file = await (await read(`statistics/members/csv?date=${day}`)).text()
  expect(file.split('\r\n').slice(1)).toEqual([
    'Von Hand;Dazu, Annegret;04.05.1980;;;Ehrenmitglied (besondere Verdienste);',
    '',
  ])
})

test('a rule that is changed after the order leaves the row where it is told of', async () => {
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

test('a tick alone keeps nobody in a list', async () => {
  const { id } = await aMember()
  await mark(id, 'Member_for_25_Years', { attendance: 'present' })
  const { rows: due, noLongerDue } = await list(day)
  expect([...due, ...noLongerDue]).toEqual([])
})

describe('of earlier assemblies', () => {
  const lastYear = '2026-11-11'

  test('what was entered for who was excused is still to be handed over, under its highest step', async () => {
    const excused = await aMember({ lastName: 'Fern', dateJoined: '1980-01-01' })
    const there = await aMember({ lastName: 'Da', dateJoined: '1980-01-01' })
    const both: HonorType[] = ['Member_for_25_Years', 'Member_for_40_Years']
    await enter(excused.id, both, { date: lastYear, handedOverOn: null, orderedOn: '2026-10-01' })
    await enter(there.id, both, { date: lastYear })
    // The higher step is handed over: the lower one is not asked for by itself.
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
    expect(named((await list(lastYear)).rows)).toEqual([
      'Da Member_for_40_Years',
      'Fern Member_for_40_Years',
    ])
    expect((await list(day)).rows).toEqual([])
  })

  test('a medal that was ordered and not given is not bought twice', async () => {
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

  test('and once it is handed over at a later one it lies in the drawer no more', async () => {
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

test('what comes next: the years of a year later, without those that are due now', async () => {
  await aMember({ lastName: 'Jetzt', dateJoined: '2002-11-11' })
  await aMember({ lastName: 'Dann', dateJoined: '2002-11-12' })
  await aMember({ lastName: 'Beides', dateJoined: '1988-11-11' })
  await aMember({ lastName: 'Später', dateJoined: '2003-11-12' })
  await aMember({ lastName: 'Nah', paradesBefore: 15, paradesBeforeUntil: '2026-01-01' })
  await aMember({ lastName: 'Weit', paradesBefore: 14, paradesBeforeUntil: '2026-01-01' })
  const { rows: due, next } = await list(day)
  expect(named(due)).toEqual(['Beides Member_for_25_Years', 'Jetzt Member_for_25_Years'])
  expect(named(next.years)).toEqual(['Beides Member_for_40_Years', 'Dann Member_for_25_Years'])
  expect(next.years).toMatchObject([{ count: 40, alsoDue: [] }, { count: 25 }])
  expect(next.parades).toMatchObject([{ member: { lastName: 'Nah' }, missing: 10 }])
})

test('without a date it is the day of the guild, and its next 11 November when that is over', async () => {
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

test.each(['2027-02-31', '11.11.2027', ''])('a date %j is refused', async (date) => {
  expect((await read(`assembly?date=${date}`)).status).toBe(400)
})

async function setSteps(thresholds: Record<string, number>) {
  for (const [type, threshold] of Object.entries(thresholds)) {
    await rows(`UPDATE honor_rules SET threshold = ${threshold} WHERE type = '${type}'`)
  }
}

let places = 0

async function dance(memberId: number, date: string, { confirmed = true } = {}) {
  places += 1
  const { id: typeId } = await aCostumeType(`Häs ${places}`)
  const { id } = await aParade({ date })
  await rows(`INSERT INTO participations (parade_id, member_id, door, state, first_name, last_name,
    person_key, costume_type_id, age_class, price_in_cent, participation_confirmed, created_at)
    VALUES (${id}, ${memberId}, 'internal', 'booked', 'A', 'G', 'm:${memberId}', ${typeId}, 'Adult',
      0, ${confirmed ? 1 : 0}, '')`)
}
