import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
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
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { decide, enrolled } from '#tests/support/enrolment.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { dutyEntries, honors, memberTimespans } from '#worker/db/schema.ts'
import type { Duty } from '#worker/domain/codes.ts'

let userId: number
let token: string
let type: { id: number }

beforeEach(async () => {
  setClock()
  const user = await signedIn('management')
  userId = user.id
  token = user.token
  type = await aCostumeType()
})

// A new session each time, since a test's clock may pass the twelve hours of a session.
const get = async (path: string) => call('GET', path, undefined, { token: await tokenOf(userId) })
const read = (path: string) => json(get(path))

let costumes = 0

/** Enters a person on site, confirmed; or at the stall, not yet confirmed. */
async function take(paradeId: number, person: object, confirmed = true) {
  costumes += 1
  const [costumeTypeId, costumeNumber] = [type.id, String(costumes)]
  const onSite = { ...person, selectedCostumeTypeId: costumeTypeId, costumeNumber: '' }
  const parades = [{ paradeId, costumeTypeId, costumeNumber }]
  const response = confirmed
    ? await call('POST', `/api/parade/${paradeId}/participation/atParade`, onSite, { token })
    : await call('POST', '/api/parades/internal-enrol', { ...person, parades }, { token })
  expect(response.ok).toBe(true)
}

const annegret = { firstName: 'Annegret', lastName: 'Gruber', birthday: '1980-05-04' }

describe('Parades per member', () => {
  const path = '/api/statistics/parades-per-member'

  test("A member's number of parades counts confirmed participations; the maximum also counts places booked from today on", async () => {
    const member = await aMember(annegret)
    await aMember({ firstName: 'Zoe', lastName: 'Abele', birthday: null })
    await aMember({ lastName: 'Fort', membershipState: 'Left' })
    const [old, now, next] = [
      await aParade({ date: '2027-01-10' }),
      await aParade({ date: today }),
      await aParade({ date: '2027-01-24' }),
    ]
    await take(old.id, annegret)
    await take(now.id, annegret, false)
    await take(next.id, annegret, false)
    await take(next.id, { firstName: 'Gast', lastName: 'Ohne', birthday: null }, false)
    expect(await read(path)).toEqual([
      {
        memberId: 2,
        memberName: 'Abele, Zoe',
        birthday: null,
        numberParades: 0,
        numberMaxAchievableParades: 0,
      },
      {
        memberId: member.id,
        memberName: 'Gruber, Annegret',
        birthday: '1980-05-04',
        numberParades: 1,
        numberMaxAchievableParades: 3,
      },
      {
        memberId: null,
        memberName: 'Ohne, Gast',
        birthday: null,
        numberParades: 0,
        numberMaxAchievableParades: 1,
      },
    ])
  })

  test('From the day after a parade an unconfirmed participation no longer counts for the maximum', async () => {
    await aMember(annegret)
    const parade = await aParade({ date: today })
    await take(parade.id, annegret, false)
    setClock('2027-01-16T23:00:00Z')
    expect(await read(path)).toMatchObject([{ numberMaxAchievableParades: 0 }])
  })

  test('In the CSV of parades per member a cell that a spreadsheet would run as a formula is made a text', async () => {
    await aMember({ firstName: '=1+1', lastName: 'Abele', birthday: '1980-05-04' })
    await aMember({ firstName: 'Eva', lastName: '=cmd', birthday: null })
    const response = await get(`${path}/csv`)
    expect(response.headers.get('Content-Disposition')).toContain('Sprungauswertung.csv')
    expect(await response.text()).toBe(
      'Name;Geburtstag;Bestätigte Umzüge;Maximal erreichbar;davon vor der Erfassung\r\n' +
        "'=cmd, Eva;;0;0;0\r\nAbele, =1+1;04.05.1980;0;0;0\r\n",
    )
  })

  describe('Parades ("Sprünge") before the register', () => {
    const until = '2024-12-31'

    test('The number of parades before the register is added to the confirmed parades after its date', async () => {
      const member = await aMember({ ...annegret, paradesBefore: 48, paradesBeforeUntil: until })
      for (const date of ['2023-01-08', until, '2025-01-01']) {
        await take((await aParade({ date })).id, annegret)
      }
      await take((await aParade({ date: '2027-01-24' })).id, annegret, false)
      expect(await read(path)).toEqual([
        {
          memberId: member.id,
          memberName: 'Gruber, Annegret',
          birthday: '1980-05-04',
          numberParades: 49,
          numberMaxAchievableParades: 50,
          numberParadesBefore: 48,
        },
      ])
      expect(await (await get(`${path}/csv`)).text()).toContain(
        '\r\nGruber, Annegret;04.05.1980;49;50;48\r\n',
      )
      const honored = await read(`${path}/honored`)
      expect(honored.Parades_25).toMatchObject([{ memberId: member.id, reached: true }])
      expect(honored.Parades_50).toMatchObject([{ memberId: member.id, reached: false }])
    })

    test('Even if the number of parades before the register is zero, confirmed parades up to its date do not count', async () => {
      await aMember({ ...annegret, paradesBefore: 0, paradesBeforeUntil: until })
      await take((await aParade({ date: '2024-01-08' })).id, annegret)
      await take((await aParade({ date: '2025-01-08' })).id, annegret)
      expect(await read(path)).toMatchObject([{ numberParades: 1, numberMaxAchievableParades: 1 }])
    })

    test.each([
      [{ paradesBefore: 5 }, 'Gib an, bis wann diese Sprünge gezählt sind.'],
      [{ paradesBefore: 5, paradesBeforeUntil: today }, 'Der Stichtag muss vor heute liegen.'],
      [{ paradesBeforeUntil: '2027-02-01' }, 'Der Stichtag muss vor heute liegen.'],
    ])(
      'Saving %j for the parades before the register is rejected with an error at the date (422)',
      async (change, message) => {
        const { id } = await aMember()
        const response = await call('PUT', `/api/member/${id}`, change, { token })
        expect(response.status).toBe(422)
        expect((await json(response)).error.fields).toEqual({ paradesBeforeUntil: message })
      },
    )
  })

  test('A member is listed for the highest parade honor reached, and for the highest one within reach with the booked parades', async () => {
    await setThresholds({ Parades_25: 1, Parades_50: 2, Parades_100: 3, Parades_150: 4 })
    const member = await aMember(annegret)
    const holder = await aMember({ firstName: 'Eva', lastName: 'Hatte', birthday: '1980-05-05' })
    await commit(db(), [
      write.insert(honors).values({ memberId: holder.id, type: 'Parades_50', date: today }),
    ])
    for (const date of ['2027-01-10', '2027-01-11']) {
      const parade = await aParade({ date })
      await take(parade.id, annegret)
      await take(parade.id, { firstName: 'Eva', lastName: 'Hatte', birthday: '1980-05-05' })
      await take(parade.id, { firstName: 'Gast', lastName: 'Ohne', birthday: null })
    }
    const reached = {
      memberId: member.id,
      memberName: 'Gruber, Annegret',
      birthday: '1980-05-04',
      numberParades: 2,
      numberMaxAchievableParades: 2,
      alsoDue: ['Parades_25'],
      reached: true,
    }
    const emptySteps = { Parades_25: [], Parades_100: [], Parades_150: [] }
    expect(await read(`${path}/honored`)).toMatchObject({ ...emptySteps, Parades_50: [reached] })
    for (const date of ['2027-01-24', '2027-01-25']) {
      await take((await aParade({ date })).id, annegret, false)
    }
    const now = { ...reached, numberMaxAchievableParades: 4 }
    expect(await read(`${path}/honored`)).toMatchObject({
      ...emptySteps,
      Parades_50: [now],
      Parades_150: [{ ...now, alsoDue: ['Parades_100'], reached: false }],
    })
  })
})

test('A member who has a parade honor is not listed as due for a lower one, even if the rule of the higher one is "by hand" by now', async () => {
  const member = await aMember()
  await commit(db(), [
    write.insert(honors).values({ memberId: member.id, type: 'Parades_100', date: today }),
  ])
  await setThresholds({ Parades_25: 1 })
  const byHand = { type: 'Parades_100', basis: 'manual', label: 'Orden' }
  await call('PUT', '/api/guild/settings', { honorRules: [byHand] }, { token })
  await take((await aParade({ date: '2027-01-10' })).id, annegret)
  expect((await read('/api/statistics/parades-per-member/honored')).Parades_25).toEqual([])
})

async function setThresholds(thresholds: Record<string, number>) {
  const honorRules = Object.entries(thresholds).map(([type, threshold]) => ({
    type,
    basis: 'parades',
    threshold,
    duties: [],
    label: type,
  }))
  const response = await call('PUT', '/api/guild/settings', { honorRules }, { token })
  expect(response.status).toBe(200)
}

describe('Upcoming birthdays', () => {
  const names = async (window: string) =>
    (await read(`/api/statistics/members/birthdays/upcoming/${window}`)).map(
      ({ member, age }: { member: { lastName: string }; age: number }) =>
        `${member.lastName} ${age}`,
    )

  test('Birthdays of active and passive members are listed from today to the end of the week, month or quarter', async () => {
    const born: [string, string][] = [
      ['Gestern', '1980-01-15'],
      ['Heute', '1980-01-16'],
      ['Sonntag', '1990-01-17'],
      ['Montag', '1990-01-18'],
      ['Monatsende', '2000-01-31'],
      ['Februar', '2000-02-01'],
      ['Quartalsende', '1950-03-31'],
      ['April', '1950-04-01'],
    ]
    for (const [lastName, birthday] of born.toReversed()) await aMember({ lastName, birthday })
    await aMember({ lastName: 'Fort', birthday: '1980-01-16', membershipState: 'Left' })
    await aMember({ lastName: 'Tot', birthday: '1980-01-16', membershipState: 'Died' })
    await aMember({ lastName: 'Passiv', birthday: '1981-01-16', membershipState: 'Passive' })
    await aMember({ lastName: 'Ohne', birthday: null })
    const week = ['Heute 47', 'Passiv 46', 'Sonntag 37']
    const month = [...week, 'Montag 37', 'Monatsende 27']
    expect(await names('week')).toEqual(week)
    expect(await names('month')).toEqual(month)
    expect(await names('quarter')).toEqual([...month, 'Februar 27', 'Quartalsende 77'])
  })

  test('In the last days of December the birthdays of the week continue into January; those of month and quarter do not', async () => {
    setClock('2026-12-30T12:00:00Z')
    await aMember({ lastName: 'Neujahr', birthday: '1980-01-01' })
    await aMember({ lastName: 'Silvester', birthday: '1980-12-31' })
    await aMember({ lastName: 'Montag', birthday: '1980-01-04' })
    expect(await names('week')).toEqual(['Silvester 46', 'Neujahr 47'])
    expect(await names('month')).toEqual(['Silvester 46'])
    expect(await names('quarter')).toEqual(['Silvester 46'])
  })

  test('A birthday on 29 February is listed on 1 March in a year without this day', async () => {
    await aMember({ lastName: 'Schalt', birthday: '2004-02-29' })
    setClock('2027-02-28T12:00:00Z')
    expect(await names('week')).toEqual([])
    expect(await names('month')).toEqual([])
    expect(await names('quarter')).toEqual(['Schalt 23'])
    setClock('2027-03-01T12:00:00Z')
    expect(await names('week')).toEqual(['Schalt 23'])
    expect(await names('month')).toEqual(['Schalt 23'])
    setClock('2027-03-02T12:00:00Z')
    expect(await names('quarter')).toEqual([])
    setClock('2028-02-28T12:00:00Z')
    expect(await names('month')).toEqual(['Schalt 24'])
    setClock('2028-02-29T12:00:00Z')
    expect(await names('week')).toEqual(['Schalt 24'])
    setClock('2028-03-01T12:00:00Z')
    expect(await names('quarter')).toEqual([])
  })

  test('Upcoming birthdays for the unknown period "year" are not found (404)', async () => {
    const path = '/api/statistics/members/birthdays/upcoming/year'
    expect((await get(path)).status).toBe(404)
  })
})

describe('Upcoming honors', () => {
  const at = (list: string, date: string) => read(`/api/statistics/members/${list}?date=${date}`)

  test('The anniversaries on a date list members whose years are complete on that day, but not members who left or died', async () => {
    const member = await aMember({ dateJoined: '2002-11-11' })
    await aMember({ dateJoined: '2002-01-01', membershipState: 'Died' })
    await aMember({ dateJoined: '2002-01-01', membershipState: 'Left' })
    expect(await at('anniversaries', '2027-11-10')).toEqual([])
    expect(await at('anniversaries', '2027-11-11')).toEqual([
      {
        member: {
          id: member.id,
          firstName: 'Annegret',
          lastName: 'Gruber',
          birthday: '1980-05-04',
        },
        years: 25,
        duties: [],
        honor: 'Member_for_25_Years',
        alsoDue: [],
        reason: 'Mitglied 2002–2027, 25 Jahre',
      },
    ])
  })

  test('For a member who joined on 29 February 2000, 25 years are due on 1 March 2025, not the day before', async () => {
    await aMember({ dateJoined: '2000-02-29' })
    expect(await at('anniversaries', '2025-02-28')).toEqual([])
    expect(await at('anniversaries', '2025-03-01')).toMatchObject([{ years: 25 }])
  })

  test('Anniversaries count the periods of membership instead of the time since the joining date', async () => {
    const member = await aMember({ dateJoined: '1990-01-01' })
    await commit(db(), [
      write.insert(memberTimespans).values([
        { memberId: member.id, from: '1990-01-01', to: '2000-01-01' },
        { memberId: member.id, from: '2012-11-11', to: null },
      ]),
    ])
    expect(await at('anniversaries', '2027-11-10')).toEqual([])
    expect(await at('anniversaries', '2027-11-11')).toMatchObject([{ years: 25 }])
  })

  test('For years of office a member is listed in each series of honors only for the highest honor due', async () => {
    const member = await aMember()
    await serve(member.id, 'Elferratsmitglied', '2004-11-11')
    await serve(member.id, 'Gruendungsmitglied', '1950-01-01')
    expect(await at('honors', '2026-11-11')).toMatchObject([
      {
        member: { id: member.id },
        years: 22,
        duties: ['Elferratsmitglied'],
        honor: 'Ehrennarr_20',
        alsoDue: [],
        reason: 'Elferrat 2004–2026, 22 Jahre',
      },
      { honor: 'Obernarr_20', alsoDue: ['Obernarr_15'] },
    ])
  })

  test("The CSV of upcoming honors contains anniversaries and honors for years of office, with the reason and the guild's label", async () => {
    const member = await aMember({ dateJoined: '2002-11-11' })
    await serve(member.id, 'Kassier', '2012-05-11')
    await call(
      'PUT',
      '/api/guild/settings',
      { honorRules: [{ ...obernarr, label: 'Obernarr Silber' }] },
      { token },
    )
    const response = await get('/api/statistics/members/csv?date=2027-11-11')
    expect(response.headers.get('Content-Disposition')).toContain('Anstehende%20Ehrungen.csv')
    expect(await response.text()).toBe(
      'Liste;Name;Geburtstag;Jahre;Ämter;Ehrung;Grund\r\n' +
        'Mitgliedschaften;Gruber, Annegret;04.05.1980;25;;25 Jahre Mitgliedschaft;Mitglied 2002–2027, 25 Jahre\r\n' +
        'Dienstbuch;Gruber, Annegret;04.05.1980;16;Kassier;Obernarr Silber;Kassier 2012–2027, 16 Jahre\r\n',
    )
  })

  test('The CSV of upcoming honors contains members who have reached a parade honor, but not those who need booked parades for it', async () => {
    await setThresholds({ Parades_25: 1, Parades_50: 2 })
    await aMember(annegret)
    await aMember({ firstName: 'Eva', lastName: 'Noch', birthday: '1980-05-05' })
    await take((await aParade({ date: '2027-01-10' })).id, annegret)
    const next = await aParade({ date: '2027-01-24' })
    await take(next.id, annegret, false)
    await take(next.id, { firstName: 'Eva', lastName: 'Noch', birthday: '1980-05-05' }, false)
    const file = await (await get('/api/statistics/members/csv?date=2027-11-11')).text()
    expect(file.split('\r\n').slice(1)).toEqual([
      'Sprungorden;Gruber, Annegret;04.05.1980;;;Parades_25;1 bestätigter Umzug',
      '',
    ])
  })

  test('The lists of upcoming honors and their CSV have equally many rows, before and after the cron has prepared them', async () => {
    await setThresholds({ Parades_25: 1, Parades_50: 2 })
    await aMember({ ...annegret, dateJoined: '1990-01-01' })
    const old = await aMember({ firstName: 'Ida', lastName: 'Alt', dateJoined: '1970-01-01' })
    await serve(old.id, 'Kassier', '2000-01-01')
    for (const date of ['2027-01-10', '2027-01-11']) {
      await take((await aParade({ date })).id, annegret)
    }
    await take(
      (await aParade({ date: '2027-01-24' })).id,
      { ...annegret, firstName: 'Gast' },
      false,
    )
    const counts = async () => {
      const date = '2027-11-11'
      const years = await read(`/api/statistics/members/anniversaries?date=${date}`)
      const offices = await read(`/api/statistics/members/honors?date=${date}`)
      const honored = await read('/api/statistics/parades-per-member/honored')
      const parades = Object.values<{ reached: boolean }[]>(honored).flat()
      const file = await (await get(`/api/statistics/members/csv?date=${date}`)).text()
      return {
        listed: years.length + offices.length + parades.filter(({ reached }) => reached).length,
        inTheFile: file.trim().split('\r\n').length - 1,
      }
    }
    const fresh = await counts()
    expect(fresh.inTheFile).toBe(fresh.listed)
    // One for parades, two for years of membership, and some for the office.
    expect(fresh.listed).toBeGreaterThan(3)
    await runCron()
    expect(await counts()).toEqual(fresh)
  })

  test('Members with neither joining date nor membership period are listed, since their years cannot be computed', async () => {
    await aMember({ lastName: 'Bekannt', dateJoined: '2000-01-01' })
    const unknown = await aMember({ lastName: 'Unbekannt' })
    const spanned = await aMember({ lastName: 'Zeitraum' })
    await commit(db(), [
      write.insert(memberTimespans).values({ memberId: spanned.id, from: '2000-01-01' }),
    ])
    const incomplete = await read('/api/statistics/members/incomplete')
    expect(incomplete).toMatchObject([{ member: { id: unknown.id, lastName: 'Unbekannt' } }])
    expect(incomplete).toHaveLength(1)
  })

  test.each(['', '?date=2027-02-31', '?date=11.11.2027'])(
    'A request for upcoming honors with the query %j, which has no valid date, is rejected (400)',
    async (query) => {
      for (const list of ['anniversaries', 'honors', 'csv']) {
        expect((await get(`/api/statistics/members/${list}${query}`)).status).toBe(400)
      }
    },
  )
})

const obernarr = {
  type: 'Obernarr_15',
  basis: 'dutyYears',
  threshold: 15,
  duties: ['Kassier'],
  label: 'Obernarr (15 Jahre)',
}

async function serve(memberId: number, duty: Duty, from: string, to: string | null = null) {
  await commit(db(), [write.insert(dutyEntries).values({ memberId, duty, from, to })])
}

describe('The duty book', () => {
  test('The duty book (years of office) lists the years of each office, and counts overlapping years once in the total', async () => {
    const member = await aMember({ membershipState: 'Left' })
    await aMember({ lastName: 'Ohne' })
    await serve(member.id, 'Kassier', '2007-01-16', '2017-01-16')
    await serve(member.id, 'Elferratsmitglied', '2007-01-16')
    await commit(db(), [
      write.insert(honors).values({ memberId: member.id, type: 'Obernarr_15', date: today }),
    ])
    expect(await read('/api/statistics/duties')).toEqual([
      {
        member: {
          id: member.id,
          firstName: 'Annegret',
          lastName: 'Gruber',
          birthday: '1980-05-04',
        },
        totalDutyYears: 20,
        duties: [
          { duty: 'Elferratsmitglied', years: 20 },
          { duty: 'Kassier', years: 10 },
        ],
        honors: ['Obernarr_15'],
      },
    ])
  })

  test('The total of the duty book counts only the years of offices that an honor rule names', async () => {
    const founder = await aMember({ lastName: 'Gründer' })
    await serve(founder.id, 'Gruendungsmitglied', '1977-01-16')
    await serve(founder.id, 'Kassier', '2012-01-01', '2016-12-31')
    const years = async () =>
      (await read('/api/statistics/duties')).map(
        (row: { totalDutyYears: number; duties: unknown }) => [row.totalDutyYears, row.duties],
      )
    const each = [
      { duty: 'Gruendungsmitglied', years: 50 },
      { duty: 'Kassier', years: 5 },
    ]
    expect(await years()).toEqual([[5, each]])

    await commit(db(), [write.run(sql`DELETE FROM honor_rule_duties WHERE duty = 'Kassier'`)])
    expect(await years()).toEqual([[0, each]])
  })

  test('A member whose office ends today is listed as its holder, one whose office ended yesterday as a former holder', async () => {
    const ids = await Promise.all(['A', 'B', 'C'].map((lastName) => aMember({ lastName })))
    const [a, b, c] = ids.map(({ id }) => id) as [number, number, number]
    await serve(a, 'Kassier', '2020-01-16')
    await serve(b, 'Kassier', '2021-01-16', today)
    await serve(c, 'Kassier', '2010-01-16', '2027-01-15')
    const holders = async (active: boolean) =>
      (await read(`/api/duties/Kassier/members?active=${active}`)).map(
        (row: { member: { lastName: string }; years: number }) =>
          `${row.member.lastName} ${row.years}`,
      )
    expect(await holders(true)).toEqual(['B 6', 'A 7'])
    expect(await holders(false)).toEqual(['C 17'])
    expect((await get('/api/duties/Chef/members?active=true')).status).toBe(404)
    expect((await get('/api/duties/Kassier/members?active=ja')).status).toBe(400)
  })

  test('The holders of an honor are listed with the latest honor first', async () => {
    const [a, b] = [await aMember({ lastName: 'A' }), await aMember({ lastName: 'B' })]
    await commit(db(), [
      write.insert(honors).values([
        { memberId: a.id, type: 'Ehrenelferrat', date: '2020-01-01', comment: 'spät' },
        { memberId: b.id, type: 'Ehrenelferrat', date: '2021-01-01' },
      ]),
    ])
    expect(await read('/api/honors/Ehrenelferrat/members')).toMatchObject([
      { member: { lastName: 'B' }, date: '2021-01-01', comment: '' },
      { member: { lastName: 'A' }, date: '2020-01-01', comment: 'spät' },
    ])
    expect((await get('/api/honors/Orden/members')).status).toBe(404)
  })
})

test('The comparison of costume types covers the current and the four previous seasons, both before and after New Year', async () => {
  for (const [index, date] of ['2021-12-01', '2022-12-01', '2026-11-15'].entries()) {
    const { id } = await aParade({ date })
    await take(id, { ...annegret, firstName: `Eva ${index}` })
  }
  for (const instant of ['2026-11-21T12:00:00Z', '2027-01-16T12:00:00Z']) {
    setClock(instant)
    const [{ seasons }] = (await read('/api/statistics/pictures')).costumeTypes
    expect(seasons).toEqual([
      { season: '2022/23', confirmed: 1 },
      { season: '2026/27', confirmed: 1 },
    ])
  }
})

test('The data of the charts contain ages, members by year with entries and exits, seasons and costume types', async () => {
  await aMember({ birthday: '2011-01-17' }) // 15 years old today
  await aMember({ birthday: '2011-01-16' }) // 16 years old today
  await aMember({ birthday: '1940-01-01', membershipState: 'Passive', dateJoined: '2000-01-01' })
  await aMember({ birthday: null })
  await aMember({ membershipState: 'Left', dateJoined: '1999-01-01', dateLeft: '2020-05-05' })
  const [before, after] = [
    await aParade({ date: '2026-11-10' }),
    await aParade({ date: '2026-11-11' }),
  ]
  await aParade({ date: '2027-01-17' })
  await take(before.id, annegret)
  await take(after.id, annegret)
  await take(after.id, { ...annegret, firstName: 'Eva' })
  await call('POST', `/api/parade/${after.id}/participation/3/unconfirm`, undefined, { token })

  const seen = await read('/api/statistics/pictures')
  const filled = (bands: { active: number; passive: number }[]) =>
    bands.filter(({ active, passive }) => active + passive > 0)
  expect(filled(seen.ages)).toEqual([
    { from: 6, to: 15, active: 1, passive: 0 },
    { from: 16, to: 17, active: 1, passive: 0 },
    { from: 80, to: null, active: 0, passive: 1 },
  ])
  expect(seen.withoutBirthday).toEqual({ active: 1, passive: 0 })
  expect(seen.members).toHaveLength(30)
  expect(seen.members[0]).toEqual({ year: 1998, count: 0, entries: 0, exits: 0 })
  expect(
    seen.members.filter((row: { entries: number; exits: number }) => row.entries + row.exits),
  ).toEqual([
    { year: 1999, count: 1, entries: 1, exits: 0 },
    { year: 2000, count: 2, entries: 1, exits: 0 },
    { year: 2020, count: 1, entries: 0, exits: 1 },
  ])
  expect(seen.members.at(-1)).toEqual({ year: 2027, count: 1, entries: 0, exits: 0 })
  expect(seen.membersToday).toEqual({ passive: 1, yearAgo: 1 })
  expect(seen.withoutDates).toEqual({ dateJoined: 3, dateLeft: 0 })
  expect(seen.seasons).toEqual([
    { season: '2025/26', parades: 1, enrolled: 1, confirmed: 1 },
    { season: '2026/27', parades: 1, enrolled: 2, confirmed: 1 },
  ])
  expect(seen.costumeTypes).toEqual([
    {
      costumeType: { id: type.id, name: 'Schellenhansel' },
      seasons: [
        { season: '2025/26', confirmed: 1 },
        { season: '2026/27', confirmed: 1 },
      ],
    },
  ])
})

describe('The chart of parades ("Sprünge") per member', () => {
  type Band = { from: number; to: number | null; active: number; passive: number; isStep: boolean }
  const jumps = async (): Promise<Band[]> => (await read('/api/statistics/pictures')).jumps
  const stand = (paradesBefore: number) => ({ paradesBefore, paradesBeforeUntil: '2026-12-31' })

  test('The chart of parades per member has a band for zero, two bands below the first parade honor, and one band from each parade honor on', async () => {
    expect((await jumps()).map(({ from, to, isStep }) => [from, to, isStep])).toEqual([
      [0, 0, false],
      [1, 9, false],
      [10, 24, false],
      [25, 49, true],
      [50, 99, true],
      [100, 149, true],
      [150, 199, true],
      [200, 249, true],
      [250, 299, true],
      [300, null, true],
    ])
  })

  test('The chart of parades per member adds the parades before the register to the confirmed ones after them', async () => {
    await aMember({ ...annegret, ...stand(24) })
    for (const date of ['2026-12-31', '2027-01-09', '2027-01-10']) {
      await take((await aParade({ date })).id, annegret)
    }
    await take((await aParade({ date: '2027-01-30' })).id, annegret, false)
    const counted = (await jumps()).filter(({ active }) => active > 0)
    expect(counted).toEqual([{ from: 25, to: 49, active: 1, passive: 0, isStep: true }])
  })

  test('The chart of parades per member counts active and passive members, and no members who left or died', async () => {
    await aMember({ ...stand(300), membershipState: 'Passive' })
    await aMember({ ...stand(1000) })
    await aMember({ ...stand(9) })
    await aMember({ ...stand(400), membershipState: 'Left' })
    await aMember({ ...stand(400), membershipState: 'Died' })
    expect((await jumps()).filter(({ active, passive }) => active + passive > 0)).toEqual([
      { from: 1, to: 9, active: 1, passive: 0, isStep: false },
      { from: 300, to: null, active: 1, passive: 1, isStep: true },
    ])
  })

  test('The bands of the chart of parades per member follow a change of the thresholds of parade honors', async () => {
    await aMember({ ...stand(7) })
    await jumps()
    await commit(db(), [
      write.run(sql`UPDATE honor_rules SET threshold = 5 WHERE type = 'Parades_25'`),
    ])
    expect((await jumps()).slice(0, 4)).toEqual([
      { from: 0, to: 0, active: 0, passive: 0, isStep: false },
      { from: 1, to: 4, active: 0, passive: 0, isStep: false },
      { from: 5, to: 49, active: 1, passive: 0, isStep: true },
      { from: 50, to: 99, active: 0, passive: 0, isStep: true },
    ])
  })
})

describe('A change of the honor rules', () => {
  const preview = (honorRules: unknown) =>
    call('POST', '/api/statistics/honors/preview', { honorRules, date: '2027-11-11' }, { token })

  test('The preview of changed honor rules lists members who would be due in addition, and stores nothing', async () => {
    const member = await aMember()
    await serve(member.id, 'Kassier', '2016-11-11')
    const answer = await json(preview([{ ...obernarr, threshold: 11 }]))
    expect(answer).toEqual([
      {
        honor: 'Obernarr_15',
        added: [expect.objectContaining({ id: member.id })],
        removed: [],
      },
    ])
    expect(await read('/api/statistics/members/honors?date=2027-11-11')).toEqual([])
  })

  test('The preview of changed honor rules counts confirmed parades, but not booked ones', async () => {
    await setThresholds({ Parades_25: 3 })
    const member = await aMember(annegret)
    await take((await aParade({ date: '2027-01-10' })).id, annegret)
    await take((await aParade({ date: '2027-01-24' })).id, annegret, false)
    const step = { type: 'Parades_25', basis: 'parades', label: 'Orden' }
    expect(await json(preview([{ ...step, threshold: 2 }]))).toEqual([])
    expect(await json(preview([{ ...step, threshold: 1 }]))).toMatchObject([
      { honor: 'Parades_25', added: [{ id: member.id }], removed: [] },
    ])
  })

  test('The preview of an invalid honor rule is rejected with the errors at its fields (422)', async () => {
    const response = await preview([{ ...obernarr, threshold: null, duties: [] }])
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual([
      'honorRules.0.threshold',
      'honorRules.0.duties',
    ])
  })

  test('A saved honor rule changes the list of upcoming honors at once, even after the cron has run', async () => {
    const member = await aMember()
    await serve(member.id, 'Kassier', '2016-11-11')
    await runCron()
    const path = '/api/statistics/members/honors?date=2027-11-11'
    expect(await read(path)).toEqual([])
    const honorRules = [{ ...obernarr, threshold: 11 }]
    await call('PUT', '/api/guild/settings', { honorRules }, { token })
    expect(await read(path)).toMatchObject([{ honor: 'Obernarr_15' }])
  })
})

describe('The prepared statistics', () => {
  const prepared = () =>
    rows<{ name: string; day: string; body: string; data_version: number }>(
      'SELECT * FROM prepared_statistics',
    )

  test('The cron stores the expensive statistics; that of the assembly is computed for the date set by the guild', async () => {
    await call('PUT', '/api/guild/settings', { assemblyDate: '2027-03-05' }, { token })
    await runCron()
    expect((await prepared()).map(({ name }) => name.split(' ')[0]).sort()).toEqual([
      'assembly-2027-03-05',
      'home',
      'parades-honored',
      'parades-per-member',
      'pictures',
    ])
  })

  test('A request is answered with the statistic that the cron has stored until the data change', async () => {
    await aMember()
    await runCron()
    // A changed body shows that the stored text is returned.
    await rows(`UPDATE prepared_statistics SET body = '[]' WHERE name LIKE 'parades-per-member%'`)
    expect(await read('/api/statistics/parades-per-member')).toEqual([])
    await aMember({ lastName: 'Neu' })
    expect(await read('/api/statistics/parades-per-member')).toHaveLength(2)
  })

  test('The cron computes a stored statistic again only after a write has changed the data', async () => {
    await runCron()
    const before = await prepared()
    setClock('2027-01-16T12:05:00Z')
    await runCron()
    expect(await prepared()).toEqual(before)
    await aMember()
    await runCron()
    const [row] = (await prepared()).filter(({ name }) => name.startsWith('parades-per-member'))
    expect(JSON.parse(row?.body ?? '[]')).toHaveLength(1)
    // The stored statistics match the current data version.
    const [{ version } = { version: 0 }] = await rows<{ version: number }>(
      'SELECT version FROM data_version',
    )
    expect(new Set((await prepared()).map(({ data_version }) => data_version))).toEqual(
      new Set([version]),
    )
    expect(await prepared()).toHaveLength(before.length)
  })

  test('If the data have changed since the cron stored a statistic, a request computes it anew but does not store it', async () => {
    await runCron()
    const before = await prepared()
    await aMember()
    expect(await read('/api/statistics/parades-per-member')).toHaveLength(1)
    expect(await prepared()).toEqual(before)
  })

  test("Reading the upcoming honors for another date than the assembly's stores no statistic", async () => {
    await read('/api/statistics/members/honors?date=2030-01-01')
    expect(await prepared()).toEqual([])
  })

  test('A statistic that the cron has stored is not used on the next day, and the cron replaces it then', async () => {
    await runCron()
    await rows(`UPDATE prepared_statistics SET body = '["gestern"]'`)
    setClock('2027-01-17T12:00:00Z')
    expect(await read('/api/statistics/parades-per-member')).toEqual([])
    await runCron()
    expect(new Set((await prepared()).map(({ day }) => day))).toEqual(new Set(['2027-01-17']))
  })

  test('Reserving a place does not change the data version of the statistics, booking it does', async () => {
    const version = async () =>
      (await rows<{ version: number }>('SELECT version FROM data_version'))[0]?.version
    const parade = await aParade()
    const before = await version()
    const place = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '1' }
    const order = await enrolled([place])
    expect(await version()).toBe(before)
    await decide(order.token, 'paid')
    expect(await version()).not.toBe(before)
  })
})

test('Readonly users may read the statistics about members, parades and offices; helpers may not (403)', async () => {
  const paths = [
    'parades-per-member',
    'parades-per-member/csv',
    'parades-per-member/honored',
    'members/birthdays/upcoming/week',
    'members/anniversaries?date=2027-01-01',
    'members/honors?date=2027-01-01',
    'members/csv?date=2027-01-01',
    'members/incomplete',
    'duties',
    'pictures',
  ]
  const statuses = async (role: 'readonly' | 'helper') => {
    const { token } = await signedIn(role)
    const answers = paths.map((path) =>
      call('GET', `/api/statistics/${path}`, undefined, { token }),
    )
    return new Set((await Promise.all(answers)).map(({ status }) => status))
  }
  expect(await statuses('readonly')).toEqual(new Set([200]))
  expect(await statuses('helper')).toEqual(new Set([403]))
})
