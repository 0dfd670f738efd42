import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearDatabase } from '#scripts/demo/clear.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { call, db, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade, aParticipation } from '#tests/support/builders.ts'
import { seeded } from '#tests/support/check-in-machine/seeded.ts'
import { aBooking, aClaim } from '#tests/support/ledger-rows.ts'
import type { AssemblyReport, ReportYear } from '#worker/assembly/assembly.contract.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { honors, memberTimespans } from '#worker/db/schema.ts'
import { honorTypes, type MembershipState } from '#worker/domain/codes.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'

let reader: { token: string; id: number }

beforeEach(async () => {
  setClock()
  reader = await signedIn('readonly')
})

const get = (query = '') => call('GET', `/api/assembly/report${query}`, undefined, reader)
const reportOf = async (year: number): Promise<AssemblyReport> => {
  const response = await get(`?year=${year}`)
  expect(response.status).toBe(200)
  return json(response)
}

const emptyYear = {
  start: 0,
  entries: 0,
  reentries: 0,
  exits: 0,
  deaths: 0,
  end: 0,
  meanAge: null,
  withoutBirthday: 0,
  parades: 0,
  jumps: 0,
  honors: 0,
  fees: null,
}

test('The assembly report of an empty guild has only zeros and no mean age, for any year', async () => {
  expect(await json(get())).toEqual({
    year: { year: 2027, until: today, ...emptyYear },
    before: { year: 2026, until: '2026-12-31', ...emptyYear },
    withoutDates: { dateJoined: 0, dateLeft: 0 },
    today: { active: 0, passive: 0 },
    mostActive: [],
    honors: [],
    named: { died: [], joined: [], honored: [] },
  })
  expect((await reportOf(1900)).year).toEqual({ year: 1900, until: '1900-12-31', ...emptyYear })
  expect((await reportOf(2099)).year).toEqual({ year: 2099, until: today, ...emptyYear })
})

test.each(['1899', '2100', 'heute', '', '2026.0', '-2026'])(
  'The assembly report rejects %j as a year (400)',
  async (year) => {
    const response = await get(`?year=${year}`)
    expect(response.status).toBe(400)
    const { error } = await json(response)
    expect(error.fields).toEqual({ year: 'Das ist kein Jahr zwischen 1900 und 2099.' })
  },
)

const aWalk = async (
  paradeId: number,
  memberId: number | null,
  change: Partial<Parameters<typeof aParticipation>[0]> = {},
) => {
  const [costumeType] = await rows<{ id: number }>('SELECT id FROM costume_types LIMIT 1')
  await aParticipation({
    paradeId,
    memberId,
    costumeTypeId: costumeType?.id ?? 0,
    personKey: `m:${memberId ?? crypto.randomUUID()}`,
    participationConfirmed: true,
    ...change,
  })
}

describe('parades and Sprünge of the report', () => {
  test('For a calendar year up to today, the report counts the parades that were not cancelled and the confirmed participations of members', async () => {
    await aCostumeType()
    // Sprünge from before the register belong to no year.
    const { id } = await aMember({ paradesBefore: 40, paradesBeforeUntil: '2026-06-30' })
    const other = await aMember({ lastName: 'Abele' })
    const first = await aParade({ date: '2026-01-01' })
    const last = await aParade({ date: '2026-12-31' })
    const ofToday = await aParade({ date: today })
    const tomorrow = await aParade({ date: '2027-01-17' })
    const calledOff = await aParade({ date: '2026-02-01', cancelledAt: '2026-02-01T09:00:00.000Z' })
    for (const parade of [first, last, ofToday]) await aWalk(parade.id, id)
    await aWalk(first.id, other.id)
    await aWalk(last.id, other.id, { participationConfirmed: false })
    await aWalk(tomorrow.id, other.id, { participationConfirmed: false })
    await aWalk(first.id, null)
    await aWalk(last.id, null)
    // Confirmed before the parade was cancelled.
    await aWalk(calledOff.id, id)
    const { year, before, mostActive } = await reportOf(2027)
    expect([year.parades, year.jumps, before.parades, before.jumps]).toEqual([1, 1, 2, 4])
    expect(mostActive).toEqual([
      {
        member: { id, firstName: 'Annegret', lastName: 'Gruber', birthday: '1980-05-04' },
        jumps: 1,
      },
    ])
    expect(
      (await reportOf(2026)).mostActive.map(({ member, jumps }) => [member.id, jumps]),
    ).toEqual([
      [id, 3],
      [other.id, 1],
    ])
  })

  test('The report counts participations of members who have left or died since', async () => {
    await aCostumeType()
    const { id } = await aMember({
      membershipState: 'Died',
      dateJoined: '2000-01-01',
      dateLeft: '2026-08-01',
    })
    await aWalk((await aParade({ date: '2026-02-01' })).id, id)
    const { year, mostActive } = await reportOf(2026)
    expect(year).toMatchObject({ start: 1, deaths: 1, end: 0, jumps: 1 })
    expect(mostActive).toMatchObject([{ member: { id }, jumps: 1 }])
  })
})

test('The report counts honors by type; if a member got two of one series on the same day, only the higher one is counted', async () => {
  const [{ id: a }, { id: b }] = [await aMember(), await aMember()]
  await commit(db(), [
    write.insert(honors).values([
      { memberId: a, type: 'Parades_25', date: '2026-11-11' },
      { memberId: a, type: 'Parades_50', date: '2026-11-11' },
      { memberId: b, type: 'Parades_25', date: '2026-01-01' },
      { memberId: b, type: 'Member_for_25_Years', date: '2025-12-31' },
      // The day after today, and before the two reported years.
      { memberId: b, type: 'Parades_50', date: '2027-01-17' },
      { memberId: a, type: 'Member_for_25_Years', date: '2024-12-31' },
    ]),
  ])
  const { year, before, honors: counted } = await reportOf(2026)
  expect([year.honors, before.honors]).toEqual([2, 1])
  expect(counted).toEqual([
    { type: 'Parades_25', count: 1, before: 0 },
    { type: 'Parades_50', count: 1, before: 0 },
    { type: 'Member_for_25_Years', count: 0, before: 1 },
  ])
  expect((await reportOf(2027)).year.honors).toBe(0)
})

test('The annual report lists the members who died, the new members who have not left, and each honored member with their highest honor; anonymised members are left out', async () => {
  const aPerson = (lastName: string, fields: Parameters<typeof aMember>[0]) =>
    aMember({ firstName: 'Eva', lastName, dateJoined: '1990-01-01', ...fields })
  const late = await aPerson('Abele', { membershipState: 'Died', dateLeft: '2026-06-02' })
  const early = await aPerson('Zipf', { membershipState: 'Died', dateLeft: '2026-02-01' })
  await aPerson('Vorher', { membershipState: 'Died', dateLeft: '2025-12-31' })
  await aPerson('Weg', { membershipState: 'Left', dateLeft: '2026-03-01' })
  const anonymisedAt = '2026-11-01T00:00:00.000Z'
  const unnamed = await aPerson('Ehemals', {
    membershipState: 'Died',
    dateLeft: '2026-04-01',
    anonymisedAt,
  })
  const second = await aPerson('Straßer', { dateJoined: '2026-05-01' })
  const first = await aPerson('Häußler', { dateJoined: '2026-12-01' })
  await aPerson('Kurz', {
    dateJoined: '2026-01-10',
    membershipState: 'Left',
    dateLeft: '2026-09-01',
  })
  const again = await aPerson('Rück', { dateJoined: '2000-01-01' })
  await commit(db(), [
    write.insert(memberTimespans).values([
      { memberId: again.id, from: '2000-01-01', to: '2010-01-01' },
      { memberId: again.id, from: '2026-03-01', to: null },
    ]),
    write.insert(honors).values([
      { memberId: second.id, type: 'Parades_25', date: '2026-11-11' },
      { memberId: second.id, type: 'Parades_50', date: '2026-11-11' },
      { memberId: late.id, type: 'Member_for_25_Years', date: '2026-04-10' },
      { memberId: first.id, type: 'Member_for_25_Years', date: '2025-04-10' },
      { memberId: unnamed.id, type: 'Member_for_25_Years', date: '2026-04-10' },
    ]),
  ])
  const { named, year } = await reportOf(2026)
  expect(named.died.map(({ member, date }) => [member.id, date])).toEqual([
    [early.id, '2026-02-01'],
    [late.id, '2026-06-02'],
  ])
  expect(named.joined.map(({ member, again: isAgain }) => [member.lastName, isAgain])).toEqual([
    ['Häußler', false],
    ['Rück', true],
    ['Straßer', false],
  ])
  expect(named.honored.map(({ member, type }) => [member.id, type])).toEqual([
    [late.id, 'Member_for_25_Years'],
    [second.id, 'Parades_50'],
  ])
  // The figures count all of them.
  expect([year.deaths, year.honors]).toEqual([3, 3])
})

test('The report sums the fees claimed for the year, whenever they were paid; while the fees of the year are not closed, it has null', async () => {
  const { id: memberId } = await aMember()
  const createdBy = reader.id
  const claimId = await aClaim({ memberId, createdBy, year: 2025 })
  await aBooking({
    claimId,
    createdBy,
    kind: 'paid',
    amountInCent: -1200,
    method: 'cash',
    day: '2027-01-02',
  })
  const { year, before } = await reportOf(2026)
  expect(year.fees).toBeNull()
  expect(before.fees).toEqual({
    dueInCent: 2000,
    receivedInCent: 1200,
    waivedInCent: 0,
    openInCent: 800,
    creditInCent: 0,
  })
})

// An independent computation of the same figures.

type Member = {
  id: number
  birthday: Day | null
  membership_state: MembershipState
  date_joined: Day | null
  date_left: Day | null
}

type Stretch = { from: Day; to: Day }

/** Counts by looking at every day of the year for each member. */
async function dayByDay(year: number): Promise<Partial<ReportYear>> {
  const all = await rows<Member>('SELECT * FROM members')
  const spans = await rows<{ member_id: number; from_date: Day; to_date: Day | null }>(
    'SELECT * FROM member_timespans',
  )
  const until = `${year}-12-31` < today ? `${year}-12-31` : today
  const stretches = new Map<number, Stretch[]>()
  for (const member of all) {
    const own = spans.filter((span) => span.member_id === member.id)
    const isOver = member.membership_state === 'Left' || member.membership_state === 'Died'
    const stored = own.map((span) => ({ from: span.from_date, to: span.to_date }))
    if (own.length === 0) {
      if (member.date_joined === null) continue
      stored.push({ from: member.date_joined, to: member.date_left })
    }
    if (isOver && member.date_left === null && stored.some(({ to }) => to === null)) continue
    const end = isOver && member.date_left !== null ? member.date_left : '9999-12-31'
    stretches.set(
      member.id,
      stored.map(({ from, to }) => ({ from, to: to ?? (end < from ? from : end) })),
    )
  }
  const isThere = (id: number, day: Day) =>
    (stretches.get(id) ?? []).some(({ from, to }) => from <= day && day <= to)
  const isInEvening = (id: number, day: Day) => isThere(id, day) && isThere(id, addDays(day, 1))
  const counts = { start: 0, entries: 0, reentries: 0, exits: 0, deaths: 0, end: 0 }
  const ages: number[] = []
  for (const { id, membership_state, date_left, birthday } of all) {
    if (isInEvening(id, `${year - 1}-12-31`)) counts.start += 1
    if (isInEvening(id, until)) {
      counts.end += 1
      if (birthday) {
        const years = Number(until.slice(0, 4)) - Number(birthday.slice(0, 4))
        ages.push(until.slice(5) < birthday.slice(5) ? years - 1 : years)
      }
    }
    const [first] = (stretches.get(id) ?? []).map(({ from }) => from).sort()
    const last = (stretches.get(id) ?? [])
      .map(({ to }) => to)
      .sort()
      .at(-1)
    for (let day = `${year}-01-01`; day <= until; day = addDays(day, 1)) {
      if (!isThere(id, day)) continue
      if (!isThere(id, addDays(day, -1))) counts[day === first ? 'entries' : 'reentries'] += 1
      if (isThere(id, addDays(day, 1))) continue
      const isDeath =
        membership_state === 'Died' && day === last && date_left !== null && date_left <= day
      counts[isDeath ? 'deaths' : 'exits'] += 1
    }
  }
  const [parades] = await rows<{ parades: number; jumps: number }>(`
    SELECT (SELECT count(*) FROM parades WHERE date LIKE '${year}-%' AND date <= '${until}'
        AND cancelled_at IS NULL) AS parades,
      (SELECT count(*) FROM participations WHERE participation_confirmed = 1 AND state = 'booked'
        AND member_id IN (SELECT id FROM members) AND parade_id IN (SELECT id FROM parades
          WHERE date LIKE '${year}-%' AND date <= '${until}')) AS jumps`)
  return {
    ...counts,
    withoutBirthday: counts.end - ages.length,
    meanAge:
      ages.length === 0
        ? null
        : Number((ages.reduce((sum, age) => sum + age, 0) / ages.length + 1e-9).toFixed(1)),
    ...parades,
  }
}

/** The sums in the file of the Beitragsabrechnung; null while the year is not closed. */
async function kassenbericht(year: number): Promise<Record<string, number> | null> {
  const response = await call('GET', `/api/billing/years/${year}/report.csv`, undefined, reader)
  if (response.status === 404) return null
  const lines = (await response.text()).split('\r\n').map((line) => line.split(';'))
  const cents = (text = '') => Number(text.replace(/[^\d−-]/g, '').replace('−', '-'))
  return Object.fromEntries(
    lines.filter(([list]) => list === 'Summen').map((line) => [line[2], cents(line[6])]),
  )
}

async function expectAsCounted(year: number) {
  const report = await reportOf(year)
  for (const reported of [report.year, report.before]) {
    expect(reported, `${reported.year}`).toMatchObject(await dayByDay(reported.year))
    const { start, entries, reentries, exits, deaths, end } = reported
    expect(start + entries + reentries - exits - deaths).toBe(end)
    const sums = await kassenbericht(reported.year)
    if (!sums) {
      expect(reported.fees).toBeNull()
      continue
    }
    const of = (...names: string[]) => names.reduce((sum, name) => sum + (sums[name] ?? 0), 0)
    expect(reported.fees).toEqual({
      dueInCent: of('Festgeschrieben', 'Berichtigt', 'Weiterbelastete Gebühren'),
      receivedInCent: Math.abs(
        of('Eingezogen', 'Zurückgegeben', 'Überwiesen', 'Bar bezahlt', 'Erstattet'),
      ),
      waivedInCent: Math.abs(of('Erlassen')),
      openInCent: of('Offen'),
      creditInCent: Math.abs(of('Guthaben')),
    })
  }
  // The end of one year is the beginning of the next.
  expect(report.before.end).toBe(report.year.start)
  expect(report.honors.map(({ count }) => count).reduce((a, b) => a + b, 0)).toBe(
    report.year.honors,
  )
  return report
}

test('The report of the demo guild matches a day-by-day count and the Beitragsabrechnung', {
  timeout: 120_000,
}, async () => {
  await clearDatabase(env.DB)
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(150, 4), today), today)
  reader = await signedIn('readonly')
  const report = await expectAsCounted(2026)
  expect(report.year.fees?.dueInCent).toBeGreaterThan(0)
  expect(report.year.jumps).toBeGreaterThan(100)
  expect(report.mostActive.length).toBeGreaterThanOrEqual(10)
  const { today: now } = report
  const running = await expectAsCounted(2027)
  expect(running.year.end).toBe(now.active + now.passive)
  await expectAsCounted(2024)
})

test.each([1, 2, 3, 4, 5, 6])(
  'The report of a random guild (seed %i) matches a day-by-day count',
  async (seed) => {
    const random = seeded(seed)
    const upTo = (most: number) => Math.floor(random() * (most + 1))
    const dayWithin = () => addDays('2024-12-20', upTo(770))
    const oneOf = <T>(values: readonly T[]) => values[upTo(values.length - 1)] as T
    const maybe = <T>(value: T) => (random() < 0.4 ? null : value)
    await aCostumeType()
    const parades: number[] = []
    for (let count = 0; count < 8; count += 1) {
      const cancelledAt = random() < 0.2 ? '2026-01-01T00:00:00.000Z' : null
      parades.push((await aParade({ date: dayWithin(), cancelledAt })).id)
    }
    for (let count = 0; count < 25; count += 1) {
      const dateJoined = maybe(dayWithin())
      const { id } = await aMember({
        birthday: maybe(addDays('1940-01-01', upTo(28_000))),
        membershipState: oneOf(['Active', 'Passive', 'Left', 'Died']),
        dateJoined,
        dateLeft: maybe(dateJoined === null ? dayWithin() : addDays(dateJoined, upTo(400))),
      })
      // Some time spans touch, some have a gap, the last may be open.
      let from = dayWithin()
      for (let span = upTo(2); span > 0; span -= 1) {
        const to = addDays(from, upTo(200))
        const isOpen = span === 1 && random() < 0.5
        await commit(db(), [
          write.insert(memberTimespans).values({ memberId: id, from, to: isOpen ? null : to }),
        ])
        from = addDays(to, 1 + upTo(1) * upTo(60))
      }
      for (const paradeId of parades) {
        if (random() < 0.4) await aWalk(paradeId, id, { participationConfirmed: random() < 0.7 })
      }
      if (random() < 0.5) {
        await commit(db(), [
          write.insert(honors).values({ memberId: id, type: oneOf(honorTypes), date: dayWithin() }),
        ])
      }
    }
    await expectAsCounted(2026)
    await expectAsCounted(2027)
  },
)
