import { expect, test } from 'vitest'
import { seeded } from '#scripts/demo/random.ts'
import { call, json, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import {
  ageByCounting,
  type Day,
  expectSame,
  isStaying,
  type ModelMember,
  type ModelParade,
  membershipOf,
  monthsByWalking,
  nextDay,
  officeYears,
  RegisterModel,
  stepOf,
} from '#tests/support/register-model.ts'

// Simulates some months: future exits and their withdrawal, cancelled and reinstated parades,
// costumes that change owners on other days than today. After each night the statistics are
// compared with a model that stores every event and counts day by day.

const jumps: [string, number][] = [
  ['Parades_25', 1],
  ['Parades_50', 2],
  ['Parades_100', 3],
  ['Parades_150', 5],
  ['Parades_200', 8],
  ['Parades_250', 12],
  ['Parades_300', 20],
]
const memberships: [string, number][] = [
  ['Member_for_25_Years', 25],
  ['Member_for_40_Years', 40],
  ['Member_for_50_Years', 50],
]
const uncounted = 'Gruendungsmitglied'
const inCouncil = ['Elferratsmitglied', 'Kassier', '_1_Praesident']
const offices = [...inCouncil, 'Kleiderchef', uncounted]
const officeSeries: { steps: [string, number][]; isCounted: (duty: string) => boolean }[] = [
  {
    steps: [
      ['Ehrennarr_20', 20],
      ['Ehrennarr_30', 30],
    ],
    isCounted: (duty) => duty !== uncounted,
  },
  {
    steps: [
      ['Obernarr_15', 15],
      ['Obernarr_20', 20],
    ],
    isCounted: (duty) => inCouncil.includes(duty),
  },
  {
    steps: [
      ['Certificate_30_Years', 30],
      ['Certificate_35_Years', 35],
    ],
    isCounted: (duty) => duty !== uncounted,
  },
]

const done = new Set<string>()

test.each(['1848', '1906', '2026'])(
  'After each night of some simulated months all statistics agree with a model that counts day by day (seed %s)',
  async (seed) => {
    const random = seeded(seed)
    const model = new RegisterModel()
    const user = await signedAt('2026-10-05')
    let today: Day = '2026-10-05'

    const send = async (method: string, path: string, body?: object) =>
      call(method, `/api/${path}`, body, { token: await tokenOf(user.id) })
    const read = async (path: string) => {
      const response = await send('GET', path)
      expect(response.status, path).toBe(200)
      return json(response)
    }
    const made = async (path: string, body: object) => {
      const response = await send('POST', path, body)
      expect(response.status, `${path}: ${JSON.stringify(body)}`).toBe(201)
      return json(response)
    }
    const count = (act: string) => {
      done.add(act)
    }

    const setSteps = jumps.map(([type, threshold]) => ({
      type,
      basis: 'parades',
      threshold,
      duties: [],
      label: type,
    }))
    expect((await send('PUT', 'guild/settings', { honorRules: setSteps })).status).toBe(200)
    const types: { id: number; name: string }[] = [
      await made('costumeType', { name: 'Schellenhansel' }),
      await made('costumeType', { name: 'Hexe' }),
    ]
    const costumes: number[] = []
    for (const number of ['1', '2', '3']) {
      const { id } = await made('costume', { number, costumeTypeId: types[0]?.id })
      costumes.push(id)
      model.owners.set(id, null)
    }
    for (let i = 0; i < 6; i += 1) await join()
    for (let i = 0; i < 3; i += 1) await plan()

    async function join() {
      const number = model.members.length + 1
      const birthday = random.chance(0.9) ? random.day('1940-01-01', '2020-12-31') : null
      const joined = random.chance(0.9) ? random.day('1970-01-01', '2010-12-31') : null
      const spans = random.weighted<() => { from: Day; to: Day | null }[]>([
        [() => [], 1],
        [() => [{ from: joined ?? '1999-12-31', to: null }], 3],
        [() => splitSpans(joined ?? '1980-02-29'), 2],
      ])()
      const member = await made('member', {
        firstName: 'Annegret',
        lastName: `Gruber ${number}`,
        birthday,
        dateJoined: joined,
        membershipActiveTimespan: spans,
        membershipState: random.pick(['Active', 'Passive']),
        memberNumber: number,
      })
      const known: ModelMember = {
        id: member.id,
        name: `Gruber ${number}, Annegret`,
        birthday,
        state: member.membershipState,
        joined,
        left: null,
        spans,
        offices: [],
        honors: [],
        exits: [],
        stand: null,
      }
      model.members.push(known)
      for (let i = random.int(0, 3); i > 0; i -= 1) await elect(known)
    }

    function splitSpans(from: Day) {
      const end = random.day(from, '2015-12-31')
      const again = nextDay(end, random.pick([1, 2, 31, 400]))
      return [
        { from, to: end },
        { from: again, to: null },
      ]
    }

    async function elect(member: ModelMember) {
      const duty = random.pick(offices)
      const from = random.day('1980-01-01', '2012-12-31')
      const to = random.chance(0.4) ? null : endOfTerm(from)
      const response = await send('POST', `member/${member.id}/duties`, { duty, from, to })
      if (response.status === 422) return
      expect(response.status).toBe(201)
      member.offices.push({ id: (await json(response)).id, duty, from, to })
      count('elect')
    }

    /** Most terms end on the day that decides whether half a year is rounded up. */
    function endOfTerm(from: Day): Day {
      const [year, month, day] = from.split('-').map(Number)
      const later = new Date(
        Date.UTC(year ?? 0, (month ?? 1) - 1 + 6 + 12 * random.int(0, 11), day),
      )
      return nextDay(later.toISOString().slice(0, 10), random.pick([-1, -1, -1, -2, 0]))
    }

    async function honor(member: ModelMember) {
      const steps = [...jumps, ...memberships, ...officeSeries.flatMap(({ steps: of }) => of)]
      const [type] = random.pick(steps)
      const response = await send('POST', `member/${member.id}/honors`, { type, date: today })
      if (member.honors.includes(type)) return expect(response.status).toBe(409)
      expect(response.status).toBe(201)
      member.honors.push(type)
      count('honor')
    }

    async function leave(member: ModelMember) {
      const date = random.chance(0.6)
        ? random.day(today, nextDay(today, 60))
        : random.day(nextDay(today, -300), today)
      const isSpanEnded = random.chance(0.7)
      const ended = member.offices.filter(
        ({ from, to }) => from <= date && (to === null || to > date) && random.chance(0.7),
      )
      const response = await send('POST', `member/${member.id}/leave`, {
        state: 'Left',
        date,
        endTimespans: isSpanEnded,
        dutyIds: ended.map(({ id }) => id),
        costumeIds: [],
      })
      // An office ended by the withdrawn exit is open again, while the model has it as ended.
      if (!response.ok) return count(`leave ${response.status}`)
      model.leave(member, { date, today, isSpanEnded, offices: ended })
      count(date > today ? 'leave on a day to come' : 'leave')
    }

    async function stay(member: ModelMember) {
      const response = await send('DELETE', `member/${member.id}/leave`)
      if (!model.canTakeBack(member)) return expect(response.status).toBe(409)
      expect(response.status).toBe(200)
      model.takeBack(member)
      count('stay')
    }

    async function changeEnd(member: ModelMember) {
      const office = member.offices.find(({ to }) => to !== null)
      if (!office) return
      const to = random.chance(0.5) ? null : random.day(office.from, '2026-12-31')
      const response = await send('PUT', `member/${member.id}/duties/${office.id}`, { to })
      if (!response.ok) return
      office.to = to
      count('change an office')
    }

    async function plan() {
      const date = random.day(nextDay(today, -20), nextDay(today, 50))
      const { id } = await made('parade', {
        title: `Umzug ${model.parades.length + 1}`,
        host: 'Moosried',
        date,
        dateEnrolmentStart: nextDay(date, -60),
        dateEnrolmentEnd: nextDay(date, -1),
        priceForAdultsInCent: 300,
      })
      model.parades.push({ id, date, isOff: false })
    }

    async function enrol(parade: ModelParade) {
      const member = random.chance(0.8) ? random.pick(model.members) : null
      const guest = member ? '' : `Gast ${random.int(1, 3)}`
      const type = random.pick(types)
      const isTaken = model.places.some(
        (place) => place.parade === parade && place.member === member && place.guest === guest,
      )
      const response = await send('POST', 'parades/internal-enrol', {
        memberId: member?.id ?? null,
        firstName: 'Beate',
        lastName: guest,
        birthday: member ? null : '1990-04-01',
        parades: [
          {
            paradeId: parade.id,
            costumeTypeId: type.id,
            costumeNumber: String(model.places.length + 100),
          },
        ],
      })
      const isOpen = parade.date >= today && !parade.isOff && !isTaken
      expect(response.status, `${JSON.stringify(parade)} on ${today}, taken: ${isTaken}`).toBe(
        isOpen ? 200 : 409,
      )
      if (!isOpen) return
      const rows = await read(`parade/${parade.id}/participation`)
      const id = Math.max(...rows.map((row: { id: number }) => row.id))
      model.places.push({ id, parade, member, guest, typeId: type.id, isConfirmed: false })
      count('enrol')
    }

    async function confirm(parade: ModelParade) {
      const place = model.places.find((one) => one.parade === parade && !one.isConfirmed)
      if (!place) return
      const path = `parade/${parade.id}/participation/${place.id}/confirm`
      const { status } = await send('POST', path)
      expect(status).toBe(parade.isOff ? 409 : 200)
      if (parade.isOff) return
      place.isConfirmed = true
      count('confirm')
    }

    async function callOff(parade: ModelParade) {
      const act = parade.isOff ? 'reinstate' : 'cancel'
      const response = await send('POST', `parade/${parade.id}/${act}`, { reason: 'Sturm' })
      // A past parade cannot be cancelled.
      const isRefused = act === 'cancel' && parade.date < today
      expect(response.status).toBe(isRefused ? 409 : 200)
      if (isRefused) return
      parade.isOff = !parade.isOff
      count(act)
    }

    async function countBefore(member: ModelMember) {
      const until = random.day(nextDay(today, -25), nextDay(today, random.pick([-1, -1, 0])))
      const stand = { paradesBefore: random.int(0, 4), paradesBeforeUntil: until }
      const { status } = await send('PUT', `member/${member.id}`, stand)
      // Only parades after this day are counted in addition, so the day has to be in the past.
      expect(status).toBe(until < today ? 200 : 422)
      if (status !== 200) return
      member.stand = { count: stand.paradesBefore, until }
      count('count before')
    }

    async function give(costumeId: number) {
      const member = random.chance(0.8) ? random.pick(model.members) : null
      const from = random.chance(0.5) ? today : random.day(nextDay(today, -90), today)
      const response = await send('POST', `costume/${costumeId}/owner`, {
        newMemberId: member?.id ?? null,
        from,
      })
      if (!response.ok) return count(`give ${response.status}`)
      model.owners.set(costumeId, member?.id ?? null)
      count('give')
    }

    async function correct(costumeId: number) {
      const [newest, before] = await read(`costume/${costumeId}/ownerships`)
      if (!newest) return
      const isReopened = Boolean(before) && random.chance(0.5)
      const path = `costume/${costumeId}/ownerships/${newest.id}`
      const response = await send('DELETE', isReopened ? `${path}?reopenPrevious=true` : path)
      expect(response.status).toBe(204)
      if (isReopened) model.owners.set(costumeId, before.member.id)
      else if (newest.ownedTo === null || newest.ownedTo > today) model.owners.set(costumeId, null)
      count('correct')
    }

    const act = () =>
      random.weighted<() => Promise<unknown>>([
        [() => join(), 1],
        [() => elect(random.pick(model.members)), 1],
        [() => honor(random.pick(model.members)), 1],
        [
          async () => void (model.staying.length > 0 && (await leave(random.pick(model.staying)))),
          4,
        ],
        [() => stay(random.pick(model.members)), 3],
        [() => changeEnd(random.pick(model.members)), 1],
        [() => plan(), 1],
        [() => enrol(random.pick(model.parades)), 8],
        [() => confirm(random.pick(model.parades)), 6],
        [() => callOff(random.pick(model.parades)), 2],
        [() => give(random.pick(costumes)), 3],
        [() => correct(random.pick(costumes)), 1],
        [() => countBefore(random.pick(model.members)), 2],
      ])()

    for (let round = 0; round < 10; round += 1) {
      for (let i = 0; i < 12; i += 1) await act()
      today = nextDay(today, random.pick([0, 1, 2, 5, 20]))
      setClock(`${today}T09:00:00Z`)
      // The cron may have missed several nights, and it runs every five minutes.
      await runCron()
      await runCron()
      model.night(today)
      await compare(read, model, today)
    }
  },
)

test('The simulations together contain every kind of event', () => {
  const acts = ['elect', 'honor', 'leave', 'leave on a day to come', 'stay', 'change an office']
  const more = ['enrol', 'confirm', 'cancel', 'reinstate', 'give', 'correct', 'count before']
  expect([...done]).toEqual(expect.arrayContaining([...acts, ...more]))
})

async function signedAt(day: Day) {
  setClock(`${day}T09:00:00Z`)
  return signedIn('management')
}

// biome-ignore lint/suspicious/noExplicitAny: answers as the wire says them
type Read = (path: string) => Promise<any>

async function compare(read: Read, model: RegisterModel, today: Day) {
  await compareMembers(read, model)
  await compareParades(read, model, today)
  await compareHonors(read, model, today)
  await compareOffices(read, model, today)
  await compareFees(read, model, today)
  await comparePictures(read, model, today)
  const wardrobe = await read('costume/info')
  expectSame(
    wardrobe.map((row: { id: number; currentOwner: { id: number } | null }) => [
      row.id,
      row.currentOwner?.id ?? null,
    ]),
    [...model.owners],
    'owners',
  )
}

async function compareMembers(read: Read, model: RegisterModel) {
  const list: Record<string, unknown>[] = await read('member')
  expectSame(
    list.map(({ id, membershipState, dateLeft, exitDate }) => ({
      id,
      membershipState,
      dateLeft,
      exitDate,
    })),
    model.members.map((member) => {
      const exit = member.exits.at(-1)
      const exitDate = exit && !exit.isEffective ? exit.date : null
      return { id: member.id, membershipState: member.state, dateLeft: member.left, exitDate }
    }),
    'members',
  )
  for (const member of model.members) {
    const { membershipActiveTimespan } = await read(`member/${member.id}`)
    expect(membershipActiveTimespan).toEqual(member.spans)
  }
}

async function compareParades(read: Read, model: RegisterModel, today: Day) {
  const people = model.staying.map((member) => {
    const numberParades = model.sprüngeOf(member)
    const coming = model.comingOf((place) => place.member === member, today)
    return { member, numberParades, reachable: numberParades + coming }
  })
  const guests = [...new Set(model.places.flatMap(({ guest }) => guest || []))].map((guest) => {
    const isTheirs = (place: { guest: string }) => place.guest === guest
    const confirmed = model.places.filter((place) => isTheirs(place) && place.isConfirmed).length
    return {
      memberName: `${guest}, Beate`,
      numberParades: confirmed,
      numberMaxAchievableParades: confirmed + model.comingOf(isTheirs, today),
    }
  })
  const counted = await read('statistics/parades-per-member')
  expectSame(
    counted.map(({ memberName, numberParades, numberMaxAchievableParades }: Counted) => ({
      memberName,
      numberParades,
      numberMaxAchievableParades,
    })),
    [
      ...people.map(({ member, numberParades, reachable }) => ({
        memberName: member.name,
        numberParades,
        numberMaxAchievableParades: reachable,
      })),
      ...guests,
    ],
    'parades per member',
  )
  const honored: Record<string, HonoredRow[]> = await read('statistics/parades-per-member/honored')
  expectSame(
    Object.entries(honored).flatMap(([honor, rows]) =>
      rows.map(({ memberId, reached, alsoDue }) => ({ honor, memberId, reached, alsoDue })),
    ),
    people.flatMap(({ member, numberParades, reachable }) => {
      const due = stepOf(jumps, member.honors, numberParades)
      const highest = jumps.findLastIndex(([type]) => member.honors.includes(type))
      const only = jumps.filter(
        ([, at], index) => index > highest && at > numberParades && at <= reachable,
      )
      const reachableTypes = only.map(([type]) => type)
      return [
        ...(due
          ? [{ honor: due.honor, memberId: member.id, reached: true, alsoDue: due.alsoDue }]
          : []),
        ...(reachableTypes.length > 0
          ? [
              {
                honor: reachableTypes.at(-1),
                memberId: member.id,
                reached: false,
                alsoDue: reachableTypes.slice(0, -1),
              },
            ]
          : []),
      ]
    }),
    'honored for parades',
  )
  const enrolments: { parade: { id: number; cancelledAt: string | null }; total: number }[] =
    await read('statistics/parades/enrolments')
  expectSame(
    enrolments.map(({ parade, total }) => ({
      id: parade.id,
      isOff: parade.cancelledAt !== null,
      total,
    })),
    model.parades
      .filter(({ date }) => date >= today)
      .map((parade) => ({
        id: parade.id,
        isOff: parade.isOff,
        total: model.places.filter((place) => place.parade === parade).length,
      })),
    'enrolments',
  )
  const { paradeId, others } = await read('parade/today')
  expectSame(
    [
      ...(paradeId === null ? [] : [{ id: paradeId }]),
      ...others.map(({ id }: { id: number }) => ({ id })),
    ],
    model.parades.filter(({ date, isOff }) => date === today && !isOff).map(({ id }) => ({ id })),
    'today',
  )
}

type Counted = { memberName: string; numberParades: number; numberMaxAchievableParades: number }
type HonoredRow = { memberId: number; reached: boolean; alsoDue: string[] }
type DueRow = { member: { id: number }; honor: string; years: number; alsoDue: string[] }

const short = ({ member, honor, years, alsoDue }: DueRow) => ({
  id: member.id,
  honor,
  years,
  alsoDue,
})

async function compareHonors(read: Read, model: RegisterModel, today: Day) {
  for (const asked of [today, '2027-11-11']) {
    const anniversaries: DueRow[] = await read(`statistics/members/anniversaries?date=${asked}`)
    expectSame(
      anniversaries.map(short),
      model.staying.flatMap((member) => {
        const years = Math.trunc(monthsByWalking(membershipOf(member), asked) / 12)
        const due = stepOf(memberships, member.honors, years)
        return due ? [{ id: member.id, honor: due.honor, years, alsoDue: due.alsoDue }] : []
      }),
      `anniversaries on ${asked}`,
    )
    const forOffices: DueRow[] = await read(`statistics/members/honors?date=${asked}`)
    expectSame(
      forOffices.map(short),
      model.staying.flatMap((member) =>
        officeSeries.flatMap(({ steps, isCounted }) => {
          const years = officeYears(
            member.offices.filter(({ duty }) => isCounted(duty)),
            asked,
          )
          const due = stepOf(steps, member.honors, years)
          return due ? [{ id: member.id, honor: due.honor, years, alsoDue: due.alsoDue }] : []
        }),
      ),
      `honors for offices on ${asked}`,
    )
  }
}

async function compareOffices(read: Read, model: RegisterModel, today: Day) {
  const statistic: { member: { id: number }; totalDutyYears: number; duties: object[] }[] =
    await read('statistics/duties')
  expectSame(
    statistic.map(({ member, totalDutyYears, duties }) => ({
      id: member.id,
      totalDutyYears,
      duties: sortedByText(duties),
    })),
    model.members
      .filter((member) => member.offices.length > 0)
      .map((member) => ({
        id: member.id,
        totalDutyYears: officeYears(
          member.offices.filter(({ duty }) => duty !== uncounted),
          today,
        ),
        duties: sortedByText(
          [...new Set(member.offices.map(({ duty }) => duty))].map((duty) => ({
            duty,
            years: officeYears(
              member.offices.filter((office) => office.duty === duty),
              today,
            ),
          })),
        ),
      })),
    'offices',
  )
}

const sortedByText = (list: object[]) => list.map((one) => JSON.stringify(one)).sort()

async function compareFees(read: Read, model: RegisterModel, today: Day) {
  const year = today.slice(0, 4)
  const { fees, totalInCent } = await read(`billing/membershipfees/${year}`)
  const counted = model.staying.map((member) => {
    const isChild = member.birthday !== null && ageByCounting(member.birthday, `${year}-01-01`) < 18
    const amountInCent = isChild ? 0 : member.state === 'Active' ? 2000 : 1500
    return { memberId: member.id, amountInCent }
  })
  expectSame(
    fees.map(({ memberId, amountInCent }: Record<string, unknown>) => ({ memberId, amountInCent })),
    counted,
    'fees',
  )
  expect(totalInCent).toBe(counted.reduce((sum, { amountInCent }) => sum + amountInCent, 0))
}

async function comparePictures(read: Read, model: RegisterModel, today: Day) {
  const { members, ages, withoutBirthday, seasons } = await read('statistics/pictures')
  const spans = model.members.map((member) =>
    membershipOf(member).map(({ from, to }) => ({
      from,
      to: to ?? (isStaying(member) ? null : member.left),
    })),
  )
  // A membership that continues on the next day did not end.
  const begins = spans.flatMap((own) =>
    own.filter(({ from }) => !own.some(({ to }) => to !== null && nextDay(to) === from)),
  )
  const ends = spans.flatMap((own) =>
    own.filter(({ to }) => to !== null && !own.some(({ from }) => from === nextDay(to))),
  )
  const inYear = (days: (Day | null)[], year: number) =>
    days.filter((day) => day !== null && day <= today && day.startsWith(`${year}-`)).length
  const thereOn = (day: Day) =>
    spans.filter((own) =>
      own.some(({ from, to }) => {
        const isLast = to === day && !own.some((other) => other.from === nextDay(day))
        return from <= day && (to === null || to >= day) && !isLast
      }),
    ).length
  expect(members).toEqual(
    members.map(({ year }: { year: number }) => ({
      year,
      count: thereOn(`${year}` === today.slice(0, 4) ? today : `${year}-12-31`),
      entries: inYear(
        begins.map(({ from }) => from),
        year,
      ),
      exits: inYear(
        ends.map(({ to }) => to),
        year,
      ),
    })),
  )
  const total = [...ages, withoutBirthday].reduce(
    (sum, { active, passive }) => sum + active + passive,
    0,
  )
  expect(total).toBe(model.members.filter(isStaying).length)
  const past = model.parades.filter(({ date }) => date <= today)
  const names = new Set(past.map(({ date }) => seasonByName(date)))
  expectSame(
    seasons,
    [...names].map((season) => {
      const ofSeason = past.filter(({ date }) => seasonByName(date) === season)
      const places = model.places.filter((place) => ofSeason.includes(place.parade))
      return {
        season,
        parades: ofSeason.filter(({ isOff }) => !isOff).length,
        enrolled: places.filter((place) => place.isConfirmed || !place.parade.isOff).length,
        confirmed: places.filter((place) => place.isConfirmed).length,
      }
    }),
    'seasons',
  )
}

/** The simulated days lie in these seasons. */
const seasonByName = (day: Day) => {
  const springs = ['2025/26', '2026/27', '2027/28']
  return springs.find((_, index) => day < `${2026 + index}-11-11`)
}
