import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade, aParticipation } from '#tests/support/builders.ts'
import { seeded } from '#tests/support/check-in-machine/seeded.ts'
import { arrive, type OracleAct, permutations, person } from '#tests/support/check-in-oracle.ts'
import { decide, enrolFamily, enrolled } from '#tests/support/enrolment.ts'
import { faultyDatabase, lost } from '#tests/support/faulty-database.ts'
import { expectLogged, expectNothingElseLogged } from '#tests/support/log.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import type {
  Act,
  ActInput,
  ActResult,
  CheckIn,
  CheckInRow,
} from '#worker/check-in/check-in.contract.ts'

// docs/rules.md, "Am Umzugstag": Sunday, 24 January, 14:00 in Moosried.

const now = '2027-01-24T13:00:00.000Z'
const clock = (time: string) => `2027-01-24T${time}:00.000Z`

type User = { id: number; token: string }
let typeId: number
let paradeId: number
let sabine: User
let lena: User
let jonas: User

beforeEach(async () => {
  setClock(now)
  typeId = (await aCostumeType()).id
  paradeId = (await aParade({ dateEnrolmentEnd: '2027-01-24' })).id
  sabine = await signedIn('management')
  lena = await signedIn('helper')
  jonas = await aHelper('Jonas', 'Kiefer')
  await rename(lena, 'Lena', 'Fauser')
})

const rename = ({ id }: User, first: string, last: string) =>
  rows(`UPDATE users SET first_name = '${first}', last_name = '${last}',
    email_address = '${first}@example.test' WHERE id = ${id}`)

async function aHelper(first: string, last: string): Promise<User> {
  const user = await signedIn('helper', 'readonly')
  await rows(`DELETE FROM user_roles WHERE user_id = ${user.id} AND role = 'readonly'`)
  await rename(user, first, last)
  return user
}

let made = 0

/** A booked participation of another person each time. */
async function booked(change: Partial<Parameters<typeof aParticipation>[0]> = {}): Promise<number> {
  made += 1
  const person = { firstName: 'Erika', lastName: `Bantle ${made}` }
  return (await aParticipation({ paradeId, costumeTypeId: typeId, ...person, ...change })).id
}

type Kind = Exclude<Act['kind'], 'enter'>

function act(kind: Kind, target: number | { actId: string }, at: string, change: object = {}) {
  const of = typeof target === 'number' ? { participationId: target } : target
  return { id: crypto.randomUUID(), kind, paradeId, at, target: of, ...change } satisfies ActInput
}

function enter(at = clock('12:00'), entry: object = {}, change: object = {}) {
  const erika = { firstName: 'Erika', lastName: 'Bantle', selectedCostumeTypeId: typeId }
  return {
    id: crypto.randomUUID(),
    kind: 'enter' as const,
    paradeId,
    at,
    entry: { ...erika, ...entry },
    ...change,
  }
}

const post = (acts: readonly object[], as: User = lena, options = {}) =>
  call('POST', '/api/check-in/acts', { device: 'Pixel', acts }, { token: as.token, ...options })

async function send(acts: readonly object[], as: User = lena): Promise<ActResult[]> {
  const response = await post(acts, as)
  expect(response.status).toBe(200)
  return (await json(response)).results
}

async function sendOne(one: object, as: User = lena): Promise<ActResult> {
  const [result] = await send([one], as)
  if (!result) throw new Error('no result')
  return result
}

const outcomes = (results: readonly ActResult[]) => results.map(({ outcome }) => outcome)

const read = (as: User = lena, which = `?parade=${paradeId}`): Promise<CheckIn> =>
  json(call('GET', `/api/check-in${which}`, undefined, { token: as.token }))

async function rowOf(id: number, as: User = lena): Promise<CheckInRow | undefined> {
  const { parades } = await read(as)
  return parades.flatMap((one) => one.rows).find((row) => row.id === id)
}

const log = () =>
  rows(
    'SELECT kind, participation_id, user_id, acted_at, outcome FROM check_in_acts ORDER BY rowid',
  )

describe('the list of the check-in', () => {
  test('A place that costs nothing counts as paid, also when a helper enters the person on site', async () => {
    const dear = await booked({ priceInCent: 800 })
    const free = await booked({ priceInCent: 0 })
    expect(await rowOf(dear)).toMatchObject({ paid: false })
    expect(await rowOf(free)).toMatchObject({ paid: true, cash: null })
    await rows(`UPDATE parades SET price_for_children_in_cent = 0 WHERE id = ${paradeId}`)
    const entered = await sendOne(enter(clock('12:00'), { birthday: '2020-05-01' }))
    expect(entered).toMatchObject({ outcome: 'done', row: { priceInCent: 0, paid: true } })
  })
})

describe('outcomes of check-in acts', () => {
  test('A check-in tick is stored with the time of the phone; sending it again is answered with the same outcome and the current row', async () => {
    const id = await booked()
    const tick = act('confirm', id, clock('12:30'))
    const row = {
      id,
      memberName: `Bantle ${made}, Erika`,
      costume: { typeId, type: 'Schellenhansel', number: '' },
      priceInCent: 800,
      paid: false,
      cash: null,
      confirmed: true,
      confirmedAt: clock('12:30'),
      confirmedBy: 'Lena F.',
      mine: true,
      group: null,
      code: '',
      minor: null,
      extras: [],
    }
    const done = { id: tick.id, outcome: 'done', participationId: id, row }
    expect(await json(post([tick]))).toEqual({ serverTime: now, results: [done] })
    expect(await sendOne({ ...tick, id: tick.id.toUpperCase() })).toEqual(done)
    // Another user unticks: the outcome stays, the row in the answer is the current one.
    await send([act('unconfirm', id, clock('12:40'))], sabine)
    expect(await sendOne(tick)).toEqual({
      ...done,
      row: { ...row, confirmed: false, confirmedAt: null, confirmedBy: null, mine: false },
    })
    expect((await log()).map(({ kind }) => kind)).toEqual(['confirm', 'unconfirm'])
  })

  test('A second check-in tick for a person does not change the stored time and user of the first, and is answered "already" with these', async () => {
    const id = await booked()
    await send([act('confirm', id, clock('12:30'))], jonas)
    for (const at of ['12:20', '12:30', '12:40']) {
      const result = await sendOne(act('confirm', id, clock(at)))
      expect(result).toMatchObject({ outcome: 'already', by: 'Jonas K.', at: clock('12:30') })
      expect(result.row).toMatchObject({ confirmedAt: clock('12:30'), mine: false })
    }
  })

  test('A check-in act older than the latest act on the same person changes nothing and is answered "overtaken"', async () => {
    const id = await booked()
    await send([act('confirm', id, clock('12:00'))], jonas)
    await send([act('unconfirm', id, clock('12:30'))], jonas)
    const late = await sendOne(act('confirm', id, clock('12:20')))
    expect(late).toMatchObject({ outcome: 'overtaken', by: 'Jonas K.', at: clock('12:30') })
    expect(late.row).toMatchObject({ confirmed: false })
    // An act without effect does not count as the latest.
    const done = await sendOne(act('confirm', id, clock('12:31')))
    expect(done).toMatchObject({ outcome: 'done', row: { confirmedAt: clock('12:31') } })
    expect(done).not.toHaveProperty('by')
  })

  test('Of check-in acts with the same time, the one that arrives last prevails', async () => {
    const id = await booked()
    const at = clock('12:00')
    const acts = [act('confirm', id, at), act('unconfirm', id, at), act('confirm', id, at)]
    expect(outcomes(await send(acts))).toEqual(['done', 'done', 'done'])
    expect(await rowOf(id)).toMatchObject({ confirmed: true })
  })

  test('Helpers can revoke only ticks and fees that they set themselves (else "notYours"); management can revoke those of all users', async () => {
    const id = await booked()
    for (const [set, unset] of [
      ['confirm', 'unconfirm'],
      ['pay', 'unpay'],
    ] as const) {
      await send([act(set, id, clock('12:00'))], jonas)
      const result = await sendOne(act(unset, id, clock('12:10')))
      expect(result).toMatchObject({ outcome: 'notYours', by: 'Jonas K.', at: clock('12:00') })
      expect(outcomes(await send([act(unset, id, clock('12:20'))], jonas))).toEqual(['done'])
      await send([act(set, id, clock('12:30'))], jonas)
      expect(outcomes(await send([act(unset, id, clock('12:40'))], sabine))).toEqual(['done'])
    }
    expect(await rowOf(id)).toMatchObject({ confirmed: false, paid: false, cash: null })
  })

  test('A cash fee is stored with the first user who took it; a fee paid online cannot be marked as unpaid ("paidOnline")', async () => {
    const id = await booked()
    expect((await sendOne(act('pay', id, clock('12:00')), jonas)).row).toMatchObject({
      paid: true,
      cash: { mine: true, returnedAt: null },
    })
    expect(await sendOne(act('pay', id, clock('12:10')))).toMatchObject({
      outcome: 'already',
      by: 'Jonas K.',
      at: clock('12:00'),
      row: { cash: { mine: false } },
    })
    expect(await rows('SELECT fee_payed_at, fee_payed_by FROM participations')).toEqual([
      { fee_payed_at: clock('12:00'), fee_payed_by: jonas.id },
    ])

    const online = await booked({ participationFeePayed: true, feePayedAt: clock('08:00') })
    const again = await sendOne(act('pay', online, clock('12:00')))
    expect(again).toMatchObject({ outcome: 'already', row: { paid: true, cash: null } })
    expect(again).not.toHaveProperty('by')
    expect(again).not.toHaveProperty('at')
    for (const who of [lena, sabine]) {
      const result = await sendOne(act('unpay', online, clock('12:30')), who)
      expect(result).toMatchObject({ outcome: 'paidOnline', row: { paid: true } })
      expect(result).not.toHaveProperty('by')
    }
  })

  test('Check-in acts on a person without a booked place are answered "gone", with user and time of the removal if staff removed the place', async () => {
    const here = await booked()
    const left = await booked()
    const off = await call('DELETE', `/api/paradeParticipation/${left}`, undefined, sabine)
    expect(off.status).toBe(204)
    const bySelf = await booked({ state: 'cancelled', cancelledAt: clock('10:00') })
    await enrolled([{ paradeId, costumeTypeId: typeId, costumeNumber: '118' }])
    const [held] = await rows<{ id: number }>(
      `SELECT id FROM participations WHERE state = 'reserved'`,
    )
    const elsewhere = await booked({ paradeId: (await aParade({ title: 'Nachtumzug' })).id })
    const results = await send([
      act('confirm', left, clock('12:00')),
      act('pay', bySelf, clock('12:00')),
      act('confirm', held?.id ?? 0, clock('12:00')),
      act('confirm', elsewhere, clock('12:00')),
      act('confirm', 4711, clock('12:00')),
      act('confirm', here, clock('12:00'), { paradeId: 4711 }),
      act('confirm', { actId: crypto.randomUUID() }, clock('12:00')),
      act('confirm', here, clock('12:00')),
    ])
    expect(outcomes(results)).toEqual([...Array(7).fill('gone'), 'done'])
    expect(results.slice(0, 7).map(({ row }) => row)).toEqual(Array(7).fill(null))
    expect(results[0]).toMatchObject({ participationId: left, by: 'Sabine K.', at: now })
    expect(results[1]).toMatchObject({ at: clock('10:00') })
    expect(results[1]).not.toHaveProperty('by')
    for (const result of results.slice(2, 7)) expect(result).not.toHaveProperty('at')
    expect(results[6]?.participationId).toBeNull()
  })

  test('For a cancelled parade ticks and on-site entries are answered "paradeCancelled" and cash is accepted, also when sent again after a reinstatement', async () => {
    const id = await booked()
    await send([act('confirm', id, clock('12:00'))])
    await call('POST', `/api/parade/${paradeId}/cancel`, {}, sabine)
    const acts = [
      act('unconfirm', id, clock('12:30')),
      act('confirm', await booked(), clock('12:30')),
      enter(),
      act('pay', id, clock('12:30')),
      act('unpay', id, clock('12:40')),
      act('pay', id, clock('12:50')),
    ]
    const results = await send(acts)
    const off = Array(3).fill('paradeCancelled')
    expect(outcomes(results)).toEqual([...off, 'done', 'done', 'done'])
    for (const result of results.slice(0, 3)) {
      expect(result).toMatchObject({ by: 'Sabine K.', at: now })
    }
    expect(await rowOf(id)).toMatchObject({ confirmed: true, paid: true })
    // Reinstating the parade does not change outcomes.
    await call('POST', `/api/parade/${paradeId}/reinstate`, undefined, sabine)
    expect(outcomes(await send(acts))).toEqual([...off, 'done', 'done', 'done'])
  })

  test('After cash was returned, a payment made before the return is answered "overtaken", and one made later marks the fee as paid again', async () => {
    const id = await booked()
    await send([act('pay', id, clock('12:00'))], jonas)
    await call('POST', `/api/parade/${paradeId}/cancel`, {}, sabine)
    const back = (returned: boolean) =>
      call('POST', `/api/participation/${id}/cashReturned`, { returned }, sabine)
    expect((await back(true)).status).toBe(200)
    setClock('2027-01-24T15:00:00.000Z')
    expect((await rowOf(id, jonas))?.cash).toEqual({ mine: true, returnedAt: now })
    expect(await sendOne(act('pay', id, clock('12:30')))).toMatchObject({
      outcome: 'overtaken',
      by: 'Sabine K.',
      at: now,
      row: { paid: false, cash: { mine: false, returnedAt: now } },
    })
    expect(await sendOne(act('unpay', id, clock('14:00')))).toMatchObject({
      outcome: 'already',
      by: 'Sabine K.',
      at: now,
    })
    expect(await sendOne(act('pay', id, clock('14:30')))).toMatchObject({
      outcome: 'done',
      row: { paid: true, cash: { mine: true, returnedAt: null } },
    })
  })

  test('The time of a check-in act that is before the day before the parade, or in the future, is moved to that limit', async () => {
    const confirmedAtOf = async (at: string, as = lena) => {
      const { row } = await sendOne(act('confirm', await booked(), at), as)
      return row?.confirmedAt
    }
    expect(await confirmedAtOf('2027-01-24T13:00:00.001Z')).toBe(now)
    expect(await confirmedAtOf('2031-01-01T00:00:00Z')).toBe(now)
    expect(await confirmedAtOf('2027-01-22T22:59:59.999Z')).toBe('2027-01-22T23:00:00.000Z')
    expect(await confirmedAtOf('1970-01-01T00:00:00Z')).toBe('2027-01-22T23:00:00.000Z')
    expect(await confirmedAtOf('2027-01-22T23:00:00.001Z')).toBe('2027-01-22T23:00:00.001Z')
    // For a parade a week ahead, now is before that period; only management may act.
    paradeId = (await aParade({ date: '2027-01-31' })).id
    expect(await confirmedAtOf('2027-01-20T00:00:00Z', sabine)).toBe(now)
    expect(await confirmedAtOf('2027-01-30T12:00:00Z', sabine)).toBe(now)
  })
})

describe('check-in acts in every order of arrival', () => {
  // About 800 acts.
  const patience = { timeout: 240_000 }
  const names = ['Sabine K.', 'Lena F.', 'Jonas K.'] as const
  type Who = (typeof names)[number]
  const kinds = ['confirm', 'unconfirm', 'pay', 'unpay'] as const
  const threeTimes = ['12:00', '12:10', '12:20'].map(clock)

  /** A seeded generator with equal chances. */
  function chooser(seed: number) {
    const random = seeded(seed)
    return <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  }

  /** Sends some sets of four acts in all their orders, each order on a participation of its own. */
  async function play(seed: number, people: readonly Who[], timesOf: (turn: number) => string[]) {
    const sets = 8
    const size = 4
    const choose = chooser(seed)
    const users = { 'Sabine K.': sabine, 'Lena F.': lena, 'Jonas K.': jonas }
    const stories = []
    for (let set = 0; set < sets; set += 1) {
      const isPaidOnline = choose([false, false, true])
      // Acts interfere only when they concern the same field, so most sets use one field.
      const ofField = choose([kinds.slice(0, 2), kinds.slice(2), kinds])
      const acts = Array.from({ length: size }, (_, turn): OracleAct => {
        const who = choose(people)
        const isManagement = who === 'Sabine K.'
        return { kind: choose(ofField), at: choose(timesOf(turn)), who, isManagement }
      })
      for (const order of permutations(acts)) {
        const id = await booked({ participationFeePayed: isPaidOnline })
        stories.push({ set, id, order, oracle: person({ isPaidOnline }), wrongs: [] as string[] })
      }
    }
    for (let turn = 0; turn < size; turn += 1) {
      for (const who of people) {
        const own = stories.filter(({ order }) => order[turn]?.who === who)
        for (let from = 0; from < own.length; from += 50) {
          const part = own.slice(from, from + 50)
          const acts = part.map(({ id, order }) => {
            const { kind, at } = order[turn] as OracleAct
            return act(kind, id, at)
          })
          const results = await send(acts, users[who])
          part.forEach(({ order, oracle, wrongs }, index) => {
            const expected = arrive(oracle, order[turn] as OracleAct)
            const { outcome, by, at } = results[index] ?? {}
            const answered = { outcome, ...(by && { by }), ...(at && { at }) }
            if (JSON.stringify(answered) !== JSON.stringify(expected)) {
              wrongs.push(`${turn}: ${JSON.stringify(answered)}, not ${JSON.stringify(expected)}`)
            }
          })
        }
      }
    }
    const stored = await rows<Record<string, number | string | null>>(
      `SELECT id, participation_confirmed AS tick, participation_confirmed_at AS tickAt,
        participation_fee_payed AS fee, fee_payed_at AS feeAt FROM participations`,
    )
    const byId = new Map(stored.map((row) => [row.id, row]))
    const ends = stories.map((story) => {
      const { tick, fee } = story.oracle
      const expected = [Number(tick.isSet), tick.at, Number(fee.isSet), fee.at]
      const row = byId.get(story.id)
      const real = [row?.tick, row?.tickAt, row?.fee, row?.feeAt]
      if (JSON.stringify(real) !== JSON.stringify(expected)) {
        story.wrongs.push(`ends as ${JSON.stringify(real)}, not ${JSON.stringify(expected)}`)
      }
      return { ...story, end: `${row?.tick} ${row?.fee}` }
    })
    const wrongs = ends.flatMap(({ order, wrongs: own }) => own.map((one) => ({ order, one })))
    return { ends, wrongs }
  }

  test(
    'In every order of arrival, outcomes and rows of check-in acts match an independent model of the rules',
    patience,
    async () => {
      const { wrongs, ends } = await play(15, names, () => threeTimes)
      expect(wrongs.slice(0, 3)).toEqual([])
      expect(ends).toHaveLength(192)
    },
  )

  test(
    'Check-in acts of one user with different times result in the same row, in whatever order they arrive',
    patience,
    async () => {
      const eachItsOwn = (turn: number) => [clock(`12:0${turn}`)]
      const { wrongs, ends } = await play(7, ['Sabine K.'], eachItsOwn)
      expect(wrongs.slice(0, 3)).toEqual([])
      for (const [, ofSet] of Map.groupBy(ends, ({ set }) => set)) {
        expect([...new Set(ofSet.map(({ end }) => end))]).toHaveLength(1)
      }
    },
  )
})

describe('on-site entries at the check-in', () => {
  const stored = () => rows('SELECT id, first_name FROM participations ORDER BY id')

  test('An on-site entry is stored as confirmed, with the user and the time of the phone; sending it again creates no second one', async () => {
    const entry = enter(clock('12:10'), { costumeNumber: '233', birthday: '1990-02-01' })
    const first = await sendOne(entry)
    expect(first).toEqual({
      id: entry.id,
      outcome: 'done',
      participationId: expect.any(Number),
      row: {
        id: first.participationId,
        memberName: 'Bantle, Erika',
        costume: { typeId, type: 'Schellenhansel', number: '233' },
        priceInCent: 800,
        paid: false,
        cash: null,
        confirmed: true,
        confirmedAt: clock('12:10'),
        confirmedBy: 'Lena F.',
        mine: true,
        group: null,
        code: first.row?.code,
        minor: null,
        extras: [],
      },
    })
    setClock(clock('14:00'))
    expect(await sendOne(entry)).toEqual(first)
    expect((await sendOne(entry, jonas)).row).toMatchObject({ mine: false })
    expect(
      await rows(`SELECT door, state, created_at, created_by, confirmed_by
      FROM participations`),
    ).toEqual([
      {
        door: 'onSite',
        state: 'booked',
        created_at: clock('12:10'),
        created_by: lena.id,
        confirmed_by: lena.id,
      },
    ])
    expect(await log()).toEqual([
      {
        kind: 'enter',
        participation_id: first.participationId,
        user_id: lena.id,
        acted_at: clock('12:10'),
        outcome: 'done',
      },
    ])
  })

  test('A person entered on site counts as ticked, and later check-in acts can refer to the person by the id of the entry', async () => {
    const entry = enter(clock('12:10'))
    const target = { actId: entry.id }
    const results = await send([
      entry,
      act('confirm', target, clock('12:20')),
      act('unconfirm', target, clock('12:00')),
      act('pay', target, clock('12:20')),
      act('unconfirm', target, clock('12:30')),
    ])
    expect(outcomes(results)).toEqual(['done', 'already', 'overtaken', 'done', 'done'])
    expect(new Set(results.map(({ participationId }) => participationId)).size).toBe(1)
    const other = await sendOne(act('unconfirm', target, clock('12:40')), jonas)
    expect(other).toMatchObject({ outcome: 'already', by: 'Lena F.', at: clock('12:30') })
  })

  test('An on-site entry that the phone sends on a later day gets age class and price as of the day on which it was made', async () => {
    const born = { birthday: '2011-01-24' }
    const night = await aParade({
      title: 'Nachtumzug',
      date: '2027-01-23',
      priceForChildrenInCent: 300,
    })
    setClock('2027-01-25T08:00:00Z')
    lena.token = await tokenOf(lena.id)
    // The person is sixteen on the 24th, which begins at 23:00 UTC.
    const late = { paradeId: night.id }
    await send([
      enter('2027-01-23T22:59:59.999Z', { ...born, firstName: 'Kind' }, late),
      enter('2027-01-23T23:00:00Z', { ...born, firstName: 'Groß' }, late),
    ])
    expect(await rows('SELECT first_name, age_class, price_in_cent FROM participations')).toEqual([
      { first_name: 'Kind', age_class: 'Child', price_in_cent: 300 },
      { first_name: 'Groß', age_class: 'Adult', price_in_cent: 800 },
    ])
    const unborn = await sendOne(enter(clock('12:00'), { birthday: '2027-01-25' }))
    expect(unborn).toMatchObject({
      outcome: 'refused',
      code: 'ValidationFailed',
      message: 'Der Geburtstag muss zwischen dem 01.01.1900 und heute liegen.',
      participationId: null,
      row: null,
    })
  })

  test('An on-site entry is matched to the member of the same name and birthday', async () => {
    const member = await aMember({ firstName: 'Erika', lastName: 'Bantle', birthday: '1990-02-01' })
    await sendOne(enter(clock('12:00'), { birthday: '1990-02-01' }))
    expect(await rows('SELECT member_id FROM participations')).toEqual([{ member_id: member.id }])
  })

  test('An on-site entry of a person or costume that is enrolled already is "refused" with the existing participant, also when it is sent again', async () => {
    const there = await sendOne(enter(clock('12:00'), { costumeNumber: '7' }), jonas)
    const twice = enter(clock('12:10'))
    const worn = enter(clock('12:10'), { firstName: 'Ida', costumeNumber: '007' })
    const refused = await send([twice, worn])
    expect(refused).toMatchObject([
      {
        outcome: 'refused',
        participationId: there.participationId,
        row: { memberName: 'Bantle, Erika', mine: false },
        code: 'PersonAlreadyEnrolled',
        message: 'Unter diesem Namen gibt es schon eine Anmeldung für „Ringtreffen Moosried“.',
      },
      { outcome: 'done' },
    ])
    const same = await sendOne(enter(clock('12:10'), { firstName: 'Uta', costumeNumber: '7' }))
    expect(same).toMatchObject({
      outcome: 'refused',
      participationId: there.participationId,
      row: { memberName: 'Bantle, Erika' },
      code: 'CostumeAlreadyEnrolled',
      message: 'Das Kleid mit der Nummer 7 ist schon angemeldet für „Ringtreffen Moosried“.',
    })
    // Acts that refer to the rejected entry have no participation, not even the conflicting one.
    const hanging = act('pay', { actId: twice.id }, clock('12:20'))
    expect(await sendOne(hanging)).toEqual({
      id: hanging.id,
      outcome: 'noEntry',
      participationId: null,
      row: null,
    })
    // Taking Erika off the list does not change outcomes.
    await call('DELETE', `/api/paradeParticipation/${there.participationId}`, undefined, sabine)
    expect(await sendOne(twice)).toMatchObject({ outcome: 'refused', row: null })
    expect(await sendOne(enter(clock('12:30')))).toMatchObject({ outcome: 'done' })
  })

  test('If an on-site entry conflicts with an unpaid reservation, it is rejected, and the answer does not contain the reserved place', async () => {
    await enrolled([{ paradeId, costumeTypeId: typeId, costumeNumber: '118' }])
    const held = { firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' }
    const result = await sendOne(enter(clock('12:00'), held))
    expect(result).toMatchObject({
      outcome: 'refused',
      code: 'PersonAlreadyEnrolled',
      participationId: null,
      row: null,
    })
    expect(result.message).toMatch(/Bis \d\d:\d\d Uhr ist sie vorgemerkt\.$/)
  })

  test('An on-site entry with an unknown costume type is answered "refused", one for an unknown parade "gone", and acts on either "noEntry"', async () => {
    const results = await send([
      enter(clock('12:00'), { selectedCostumeTypeId: 4711 }),
      enter(clock('12:00'), {}, { paradeId: 4711 }),
      act('confirm', { actId: crypto.randomUUID() }, clock('12:00')),
    ])
    expect(results).toMatchObject([
      {
        outcome: 'refused',
        code: 'ValidationFailed',
        message: 'Diesen Kleidertyp gibt es nicht mehr.',
      },
      { outcome: 'gone', participationId: null },
      { outcome: 'gone' },
    ])
    expect(await stored()).toEqual([])
    const [refused, gone] = results
    const hanging = [refused, gone].map((one) =>
      act('confirm', { actId: one?.id ?? '' }, clock('12:10')),
    )
    expect(outcomes(await send(hanging))).toEqual(['noEntry', 'noEntry'])
  })

  test('A check-in act that refers to its person by the id of a tick, or by that of an entry for another parade, is answered "gone"', async () => {
    const tick = act('confirm', await booked(), clock('12:00'))
    const entry = enter()
    const { id: other } = await aParade({ title: 'Nachtumzug' })
    const results = await send([
      tick,
      act('pay', { actId: tick.id }, clock('12:10')),
      entry,
      act('pay', { actId: entry.id }, clock('12:10'), { paradeId: other }),
    ])
    expect(outcomes(results)).toEqual(['done', 'gone', 'done', 'gone'])
  })

  test('An on-site entry that is sent again after the person was removed creates no second participation', async () => {
    const entry = enter()
    const { participationId } = await sendOne(entry)
    await call('DELETE', `/api/paradeParticipation/${participationId}`, undefined, sabine)
    expect(await sendOne(entry)).toMatchObject({ outcome: 'done', participationId, row: null })
    expect(await sendOne(act('pay', { actId: entry.id }, clock('12:10')))).toMatchObject({
      outcome: 'gone',
      by: 'Sabine K.',
    })
    expect(await stored()).toHaveLength(1)
  })
})

describe('simultaneous check-in acts', () => {
  test('A tick and an on-site entry that are each sent six times at once are stored once, and all answers are equal', async () => {
    const id = await booked()
    const acts = [act('confirm', id, clock('12:00')), enter(clock('12:00'))]
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(acts)))
    const [first] = answers
    expect(outcomes(first ?? [])).toEqual(['done', 'done'])
    for (const answer of answers) expect(answer).toEqual(first)
    expect(await rows('SELECT id FROM check_in_acts')).toHaveLength(2)
    expect(await rows('SELECT id FROM participations')).toHaveLength(2)
  })

  test('When six phones tick the same person at once, one tick is stored; the other phones get "already" with the time of this tick', async () => {
    const id = await booked()
    const ticks = Array.from({ length: 6 }, (_, n) => act('confirm', id, clock(`12:0${n}`)))
    const all = await Promise.all(ticks.map((one, n) => sendOne(one, n % 2 ? jonas : lena)))
    expect(all.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    const whose = all.find(({ outcome }) => outcome === 'done')
    const at = whose?.row?.confirmedAt
    for (const one of all.filter(({ outcome }) => outcome !== 'done')) {
      expect(one).toMatchObject({ outcome: 'already', at, row: { confirmedAt: at } })
    }
  })

  test('An on-site entry that arrives twice at once is stored once and answered "done"', async () => {
    const entry = enter()
    const overtaking = () => send([entry])
    const database = overtakenBefore('insert into "participations"', overtaking)
    const { results } = await json(post([entry], lena, { database }))
    expect(results).toMatchObject([{ outcome: 'done', row: { memberName: 'Bantle, Erika' } }])
    expect(await rows('SELECT id FROM participations')).toHaveLength(1)
  })

  test('Of two simultaneous on-site entries with the same id only the first is stored and answered to both, even if the second has another name', async () => {
    const entry = enter()
    const database = overtakenBefore('insert into "participations"', () => send([entry]))
    const ida = { ...entry, entry: { ...entry.entry, firstName: 'Ida' } }
    const { results } = await json(post([ida], lena, { database }))
    expect(results).toMatchObject([{ outcome: 'done', row: { memberName: 'Bantle, Erika' } }])
    expect(await rows('SELECT first_name FROM participations')).toEqual([{ first_name: 'Erika' }])
  })

  test('An on-site entry that arrives twice at once is rejected when another entry takes its costume first (CostumeAlreadyEnrolled)', async () => {
    const entry = enter(clock('12:00'), { costumeNumber: '7' })
    const database = overtakenBefore('insert into "participations"', async () => {
      await send([enter(clock('12:00'), { firstName: 'Ida', costumeNumber: '7' })])
      await send([entry])
    })
    const { results } = await json(post([entry], lena, { database }))
    expect(results).toMatchObject([{ outcome: 'refused', code: 'CostumeAlreadyEnrolled' }])
    expect(await rows('SELECT id FROM check_in_acts')).toHaveLength(2)
  })

  test('An on-site entry is rejected ("paradeCancelled") when the parade is cancelled at the same moment', async () => {
    const database = overtakenBefore('insert into "participations"', () =>
      call('POST', `/api/parade/${paradeId}/cancel`, {}, sabine),
    )
    const { results } = await json(post([enter()], lena, { database }))
    expect(results).toMatchObject([{ outcome: 'paradeCancelled', by: 'Sabine K.' }])
    expect(await rows('SELECT id FROM participations')).toEqual([])
  })

  test('An on-site entry is rejected ("refused") when its costume type is deleted at the same moment', async () => {
    const { id } = await aCostumeType('Bär')
    const database = overtakenBefore('insert into "participations"', () =>
      call('DELETE', `/api/costumeType/${id}`, undefined, sabine),
    )
    const bear = enter(clock('12:00'), { selectedCostumeTypeId: id })
    const { results } = await json(post([bear], lena, { database }))
    expect(results).toMatchObject([
      { outcome: 'refused', message: 'Diesen Kleidertyp gibt es nicht mehr.' },
    ])
  })

  test('A tick is answered "gone" when the person is removed just before, and "already" when another helper ticks just before', async () => {
    const first = await booked()
    const second = await booked()
    const gone = overtakenBefore('insert into "check_in_acts"', () =>
      call('DELETE', `/api/paradeParticipation/${first}`, undefined, sabine),
    )
    const off = await json(post([act('confirm', first, clock('12:00'))], lena, { database: gone }))
    expect(off.results).toMatchObject([{ outcome: 'gone', by: 'Sabine K.' }])
    const ticked = overtakenBefore('insert into "check_in_acts"', () =>
      send([act('confirm', second, clock('12:10'))], jonas),
    )
    const tick = act('confirm', second, clock('12:00'))
    expect((await json(post([tick], lena, { database: ticked }))).results).toMatchObject([
      { outcome: 'already', by: 'Jonas K.', at: clock('12:10') },
    ])
  })
})

describe('check-in acts while the database fails', () => {
  const overload = () => {
    const words = 'D1 DB is overloaded. Requests queued for too long.'
    return new Error(`D1_ERROR: ${words}`, { cause: new Error(words) })
  }

  test.each([
    ['overloaded', overload],
    ['unreachable', lost],
  ])(
    'If the database is %s at the third of four check-in acts, two are answered "done" and the third "later"; sent again, all four are "done"',
    async (_, error) => {
      const acts = []
      for (let n = 0; n < 4; n += 1) acts.push(act('confirm', await booked(), clock(`12:0${n}`)))
      const isOfThird = ({ isRead }: { isRead: boolean }) => !isRead && written++ >= 2
      let written = 0
      const { database } = faultyDatabase((one) => (isOfThird(one) ? 'before' : null), error)
      const response = await post(acts, lena, { database })
      expect(response.status).toBe(200)
      const { results } = await json(response)
      expect(results.map((one: ActResult) => [one.id, one.outcome])).toEqual([
        [acts[0]?.id, 'done'],
        [acts[1]?.id, 'done'],
        [acts[2]?.id, 'later'],
      ])
      expect(results[2]).toEqual({
        id: acts[2]?.id,
        outcome: 'later',
        participationId: null,
        row: null,
      })
      expectLogged('request_partly_deferred')
      if (error === lost) expectLogged('request_repeated')
      expectNothingElseLogged()
      expect(outcomes(await send(acts))).toEqual(Array(4).fill('done'))
      expect(await log()).toHaveLength(4)
    },
  )

  test('A check-in act whose database answer is lost is stored once and answered as done', async () => {
    const id = await booked()
    let isCut = false
    const { database } = faultyDatabase(({ isRead }) => {
      const isFirst = !isRead && !isCut
      isCut ||= isFirst
      return isFirst ? 'after' : null
    })
    const { results } = await json(post([act('confirm', id, clock('12:00'))], lena, { database }))
    expect(results).toMatchObject([{ outcome: 'done', row: { confirmed: true, mine: true } }])
    expectLogged('request_repeated')
  })
})

describe('check-in acts of an expired session', () => {
  const hours = (count: number) => count * 60 * 60_000
  const hoursLater = (count: number, ms = 0) =>
    setClock(new Date(Date.parse(now) + hours(count) + ms).toISOString())

  test('For 72 hours after its end, an expired session can send check-in acts and gets their outcomes without any personal data', async () => {
    const id = await booked()
    const tick = act('confirm', id, clock('12:59'))
    const fee = act('pay', id, clock('12:59'))
    hoursLater(12 + 72)
    expect(await json(post([tick, enter(), tick]))).toEqual({
      serverTime: '2027-01-28T01:00:00.000Z',
      results: [
        { id: tick.id, outcome: 'done' },
        { id: expect.any(String), outcome: 'done' },
        { id: tick.id, outcome: 'done' },
      ],
    })
    hoursLater(12 + 72, 1)
    const late = await post([fee])
    expect(late.status).toBe(401)
    expect((await json(late)).error).toMatchObject({ reason: 'expired' })
    expect(await rows('SELECT kind, user_id FROM check_in_acts')).toEqual([
      { kind: 'confirm', user_id: lena.id },
      { kind: 'enter', user_id: lena.id },
    ])
    // After a new sign-in the answer has the row again.
    lena.token = await tokenOf(lena.id)
    expect((await sendOne(tick)).row).toMatchObject({ confirmedAt: clock('12:59'), mine: true })
  })

  test('Until its last millisecond a session can be used as usual; after that it can only send check-in acts (401 for other requests)', async () => {
    const id = await booked()
    hoursLater(12, -1)
    expect((await sendOne(act('confirm', id, clock('12:00')))).row).toMatchObject({ id })
    hoursLater(12)
    expect(await sendOne(act('pay', id, clock('12:00')))).toEqual({
      id: expect.any(String),
      outcome: 'done',
    })
    for (const path of ['/api/check-in', `/api/parade/${paradeId}/participation`]) {
      expect((await call('GET', path, undefined, lena)).status).toBe(401)
    }
    const path = `/api/parade/${paradeId}/participation/${id}/confirm`
    expect((await call('POST', path, undefined, lena)).status).toBe(401)
    expect(await rows('SELECT DISTINCT last_seen_at FROM sessions WHERE user_id = 2')).toHaveLength(
      1,
    )
  })

  test.each([
    ['the session was ended', `UPDATE sessions SET ended_at = '${now}'`],
    ['the user was locked', 'UPDATE users SET locked = 1'],
    ['the password was changed', 'UPDATE users SET token_version = 1'],
  ])(
    'Check-in acts of an expired session are rejected (401) if since then %s',
    async (_, change) => {
      const id = await booked()
      await rows(change)
      hoursLater(13)
      const answer = await post([act('confirm', id, clock('12:00'))])
      expect(answer.status).toBe(401)
      expect((await json(answer)).error).toMatchObject({ reason: 'ended' })
      expect(await log()).toEqual([])
    },
  )

  test('Rejects check-in acts of a user who is no longer a helper (403)', async () => {
    await rows('DELETE FROM user_roles')
    hoursLater(13)
    expect((await post([enter()])).status).toBe(403)
  })
})

describe('the check-in routes of the specification', () => {
  const confirm = (id: number, as = lena, verb = 'confirm') =>
    call('POST', `/api/parade/${paradeId}/participation/${id}/${verb}`, undefined, as)
  const pay = (id: number, paid: boolean, as = lena) =>
    call('POST', `/api/participation/${id}/paid`, { paid }, as)
  const codeOf = async (answer: Promise<Response>) => {
    const response = await answer
    return [response.status, (await json(response)).error.code]
  }

  test('A tick on the parade page is stored with a later time than every earlier act on the person, even in the same millisecond', async () => {
    const id = await booked()
    await send([act('confirm', id, now)])
    expect(await json(confirm(id, lena, 'unconfirm'))).toMatchObject({
      participationConfirmed: false,
    })
    const again = await json(confirm(id))
    expect(again).toMatchObject({
      participationConfirmed: true,
      participationConfirmedAt: '2027-01-24T13:00:00.002Z',
    })
    expect((await log()).map((row) => [row.outcome, row.acted_at])).toEqual([
      ['done', now],
      ['done', '2027-01-24T13:00:00.001Z'],
      ['done', '2027-01-24T13:00:00.002Z'],
    ])
    expect(await sendOne(act('unconfirm', id, now))).toMatchObject({
      outcome: 'overtaken',
      by: 'Lena F.',
      at: '2027-01-24T13:00:00.002Z',
    })
  })

  test("The check-in routes of the specification reject revoking another helper's tick or cash and unsetting an online payment, each with an error code", async () => {
    const id = await booked()
    await confirm(id, jonas)
    await pay(id, true, jonas)
    const notMine = await json(confirm(id, lena, 'unconfirm'))
    expect(notMine.error).toEqual({
      code: 'NotYours',
      message: 'Den Haken hat Jonas K. gesetzt: Das nimmt nur die Verwaltung zurück.',
    })
    const notMyCash = await pay(id, false)
    expect(notMyCash.status).toBe(403)
    expect((await json(notMyCash)).error).toEqual({
      code: 'NotYours',
      message: 'Das Geld hat Jonas K. angenommen: Das nimmt nur die Verwaltung zurück.',
    })
    const online = await booked({ participationFeePayed: true })
    expect(await codeOf(pay(online, false, sabine))).toEqual([409, 'Conflict'])
    expect((await pay(online, true)).status).toBe(200)
    expect(await codeOf(confirm(4711))).toEqual([404, 'NotFound'])
    expect(await codeOf(pay(4711, true))).toEqual([404, 'NotFound'])
    await call('POST', `/api/parade/${paradeId}/cancel`, {}, sabine)
    expect(await codeOf(confirm(online))).toEqual([409, 'ParadeCancelled'])
    expect(await codeOf(confirm(id, sabine, 'unconfirm'))).toEqual([409, 'ParadeCancelled'])
    expect((await pay(id, false, jonas)).status).toBe(200)
    // Rejections without a participation are not recorded.
    expect((await log()).map(({ outcome }) => outcome)).toEqual([
      'done',
      'done',
      'notYours',
      'notYours',
      'paidOnline',
      'already',
      'paradeCancelled',
      'paradeCancelled',
      'done',
    ])
  })

  test('An on-site entry by the route of the specification is stored as a check-in act; a rejected one (409) is not', async () => {
    const path = `/api/parade/${paradeId}/participation/atParade`
    const { entry } = enter()
    const { id } = await json(call('POST', path, entry, lena))
    expect((await call('POST', path, entry, lena)).status).toBe(409)
    expect(await log()).toEqual([
      { kind: 'enter', participation_id: id, user_id: lena.id, acted_at: now, outcome: 'done' },
    ])
    const older = await sendOne(act('unconfirm', id, clock('12:00')))
    expect(older).toMatchObject({ outcome: 'overtaken', at: now })
  })
})

describe('the list of the check-in', () => {
  test('The check-in list contains the parades from two days ago to tomorrow, sorted by day and number', async () => {
    const days = ['21', '22', '23', '25', '26']
    for (const day of days) await aParade({ title: day, date: `2027-01-${day}`, paradeNumber: 2 })
    await aParade({ title: 'first', date: '2027-01-25', paradeNumber: 1 })
    await call('POST', '/api/parade/5/cancel', { reason: 'Sturm' }, sabine)
    const titles = async (instant: string) => {
      setClock(instant)
      const { parades } = await read(await again(), '')
      return parades.map(({ parade }) => parade.title)
    }
    const again = async () => ({ ...lena, token: await tokenOf(lena.id) })
    const around = ['22', '23', 'Ringtreffen Moosried', 'first', '25']
    expect(await titles('2027-01-24T13:00:00Z')).toEqual(around)
    // Around midnight in Berlin.
    expect(await titles('2027-01-24T22:59:59Z')).toEqual(around)
    expect((await titles('2027-01-24T23:00:00Z')).at(-1)).toBe('26')
    expect(await titles('2026-06-01T12:00:00Z')).toEqual([])
    setClock(now)
    const { parades } = await read(lena, '?parade=5')
    expect(parades).toMatchObject([
      { parade: { title: '25', cancelledAt: now, cancelReason: 'Sturm' }, rows: [] },
    ])
  })

  test('The check-in list contains the people with a booked place in German alphabetical order, without data that the phone does not need', async () => {
    const member = await aMember({ firstName: 'Jörg', lastName: 'Öhler', birthday: '1970-05-05' })
    await booked({ memberId: member.id, personKey: 'm:1', lastName: 'Falsch' })
    await booked({ lastName: 'Zeller', birthday: '1990-02-01', costumeNumber: '118' })
    await booked({ lastName: 'Ott', participationFeePayed: true, checkInCode: 'C0DE' })
    await booked({ lastName: 'Aus', state: 'cancelled' })
    for (const who of [lena, sabine]) {
      const { parades, costumeTypes, serverTime } = await read(who)
      expect({ costumeTypes, serverTime }).toEqual({
        costumeTypes: [{ id: typeId, name: 'Schellenhansel' }],
        serverTime: now,
      })
      expect(parades[0]?.parade).toEqual({
        id: paradeId,
        title: 'Ringtreffen Moosried',
        host: 'Butzenzunft Moosried',
        hostTown: 'Moosried',
        date: '2027-01-24',
        paradeNumber: 1,
        priceForAdultsInCent: 800,
        priceForChildrenInCent: 300,
        cancelledAt: null,
        cancelReason: '',
        takesCash: true,
        timeStart: null,
        lineUpNumber: null,
        lineUpPlace: null,
        departures: [],
        freePlaces: null,
        minAge: null,
        guardianBelow: null,
        extras: [],
      })
      const [first, ...others] = parades[0]?.rows ?? []
      expect(first).toEqual({
        id: expect.any(Number),
        memberName: 'Öhler, Jörg',
        costume: { typeId, type: 'Schellenhansel', number: '' },
        priceInCent: 800,
        paid: false,
        cash: null,
        confirmed: false,
        confirmedAt: null,
        confirmedBy: null,
        mine: false,
        group: null,
        code: '',
        minor: null,
        extras: [],
      })
      expect(others).toMatchObject([
        { memberName: 'Ott, Erika', paid: true, cash: null, code: 'C0DE' },
        { memberName: 'Zeller, Erika', costume: { number: '118' } },
      ])
      for (const row of others) expect(Object.keys(row)).toEqual(Object.keys(first ?? {}))
    }
  })

  test('The check-in list marks the people of one order as a group and contains the name of the user who ticked a person', async () => {
    const of = (firstName: string, costumeNumber: string) => ({
      firstName,
      parades: [{ paradeId, costumeTypeId: typeId, costumeNumber }],
    })
    const answer = await json(enrolFamily([of('Jörg', '1'), of('Mia', '2')]))
    await decide(String(answer.redirectUrl).split('/').at(-1) ?? '', 'paid')
    const alone = await booked()
    await send([act('confirm', alone, clock('12:30'))], jonas)
    const { parades } = await read(lena)
    const rows = parades[0]?.rows ?? []
    const [group] = rows.flatMap((row) => row.group ?? [])
    expect(group).toEqual(expect.any(Number))
    expect(rows).toMatchObject([
      { id: alone, group: null, confirmedBy: 'Jonas K.' },
      { memberName: 'Straßer, Jörg', group, confirmedBy: null },
      { memberName: 'Straßer, Mia', group, confirmedBy: null },
    ])
  })

  test.each([
    ['?parade=4711', 404],
    ['?parade=abc', 400],
    ['?parade=0', 400],
    ['?parade=', 400],
    ['', 200],
  ])(
    'A request for the check-in list with the query %j is answered with %i',
    async (which, status) => {
      expect((await call('GET', `/api/check-in${which}`, undefined, lena)).status).toBe(status)
    },
  )
})

describe('the check-in log of a parade', () => {
  const logOf = (of = paradeId, as = sabine) =>
    call('GET', `/api/parade/${of}/acts`, undefined, { token: as.token })

  test('The check-in log lists every tick and fee that took effect with user and person, newest first, also those revoked later', async () => {
    const erika = await booked()
    const kid = await booked({ ageClass: 'Child', priceInCent: 400 })
    const tick = act('confirm', erika, clock('12:10'))
    const cash = act('pay', kid, clock('12:20'))
    const entry = enter(clock('12:15'))
    // Sent late and out of order.
    await send([cash, tick])
    await send([entry], jonas)
    const back = act('unpay', kid, clock('12:30'))
    await send([back], sabine)
    await rename(sabine, 'Sabine', 'Haug')
    // Acts without effect are not in the log.
    await send([act('pay', kid, clock('12:25')), act('confirm', 4711, clock('12:40'))], jonas)
    const erikas = { memberName: expect.stringMatching(/^Bantle \d+, Erika$/) }
    expect(await json(logOf())).toEqual([
      {
        id: back.id,
        at: clock('12:30'),
        kind: 'unpay',
        by: 'Sabine Haug',
        about: { ...erikas, priceInCent: 400 },
      },
      {
        id: cash.id,
        at: clock('12:20'),
        kind: 'pay',
        by: 'Lena Fauser',
        about: { ...erikas, priceInCent: 400 },
      },
      {
        id: entry.id,
        at: clock('12:15'),
        kind: 'enter',
        by: 'Jonas Kiefer',
        about: { memberName: 'Bantle, Erika', priceInCent: 800 },
      },
      {
        id: tick.id,
        at: clock('12:10'),
        kind: 'confirm',
        by: 'Lena Fauser',
        about: { ...erikas, priceInCent: 800 },
      },
    ])
    expect(await json(logOf((await aParade()).id))).toEqual([])
    expect((await logOf(4711)).status).toBe(404)
    expect((await logOf(paradeId, lena)).status).toBe(403)
  })

  test('While a fee is marked as paid in cash, the list of participants names the user who took the cash', async () => {
    const [byHand, online, back] = [
      await booked(),
      await booked({ participationFeePayed: true }),
      await booked(),
    ]
    await send([act('pay', byHand, clock('12:00')), act('pay', back, clock('12:00'))], jonas)
    await send([act('unpay', back, clock('12:10'))], sabine)
    const path = `/api/parade/${paradeId}/participation`
    const list = await json(call('GET', path, undefined, { token: sabine.token }))
    const takerOf = (id: number) => list.find((row: { id: number }) => row.id === id)?.feePayedBy
    expect(takerOf(byHand)).toEqual({ id: jonas.id, name: 'Jonas Kiefer' })
    expect([takerOf(online), takerOf(back)]).toEqual([null, null])
  })
})

describe('invalid check-in acts', () => {
  const whole = () => act('confirm', 1, clock('12:00'))

  test.each<[string, () => unknown, number]>([
    ['no act', () => [], 422],
    ['51 acts', () => Array.from({ length: 51 }, whole), 422],
    ['an act without an id', () => [{ ...whole(), id: undefined }], 400],
    ['an id of another kind', () => [{ ...whole(), id: 'a' }], 422],
    ['no instant', () => [{ ...whole(), at: '2027-01-24' }], 422],
    [
      'an instant with another time zone',
      () => [{ ...whole(), at: '2027-01-24T12:00:00+01:00' }],
      422,
    ],
    ['an act without a target', () => [{ ...whole(), target: {} }], 400],
    ['an entry without a person', () => [{ ...enter(), entry: {} }], 400],
    ['an entry without a name', () => [enter(clock('12:00'), { firstName: ' ' })], 422],
  ])('Rejects a check-in request with %s as a whole', async (_, acts, status) => {
    const id = await booked()
    const good = act('confirm', id, clock('12:00'))
    const list = acts() as object[]
    const response = await post(list.length === 0 ? [] : [good, ...list])
    expect(response.status).toBe(status)
    expect(await log()).toEqual([])
  })

  test('50 check-in acts in one request are accepted, also with times in whole seconds', async () => {
    const id = await booked()
    const acts = Array.from({ length: 50 }, () => act('confirm', id, '2027-01-24T12:00:00Z'))
    expect(outcomes(await send(acts))).toEqual(['done', ...Array(49).fill('already')])
  })
})

describe('undo and history of check-in acts', () => {
  const undo = (requestId: unknown) =>
    call('POST', `/api/history/${requestId}/undo`, undefined, sabine)
  const entries = () =>
    rows<{ request_id: string; entity_id: number }>(
      `SELECT request_id, entity_id FROM audit_entries
        WHERE act = 'POST /api/check-in/acts' ORDER BY id`,
    )

  test('An on-site entry can be undone in the history, but not after a later tick or fee of the person (409)', async () => {
    const acts = [
      enter(clock('10:00')),
      enter(clock('10:01'), { firstName: 'Ida' }),
      enter(clock('10:02'), { firstName: 'Uta' }),
      enter(clock('10:03'), { firstName: 'Eva' }),
    ]
    const results = await send(acts)
    const [erika, ida, uta, eva] = results.map(({ participationId }) => participationId ?? 0)
    await send([act('confirm', ida ?? 0, clock('10:30'))], jonas)
    await send([
      act('unconfirm', uta ?? 0, clock('10:02')),
      act('confirm', uta ?? 0, clock('10:02')),
      act('pay', eva ?? 0, clock('10:30')),
    ])
    const undone = []
    for (const { request_id } of await entries()) undone.push((await undo(request_id)).status)
    expect(undone).toEqual([200, 409, 409, 409])
    expect((await rows('SELECT id FROM participations')).map(({ id }) => id)).toEqual([
      ida,
      uta,
      eva,
    ])
    // The phone sends it again: the outcome stays, without a row.
    expect(await sendOne(acts[0] ?? {})).toMatchObject({
      outcome: 'done',
      participationId: erika,
      row: null,
    })
    await send(
      [act('unpay', eva ?? 0, clock('10:40')), act('unconfirm', ida ?? 0, clock('10:40'))],
      sabine,
    )
    expect((await undo((await entries())[1]?.request_id)).status).toBe(200)
  })

  test('Check-in ticks and fees are not recorded in the history', async () => {
    const id = await booked()
    const before = await rows('SELECT id FROM audit_entries')
    await send([act('confirm', id, clock('12:00')), act('pay', id, clock('12:00'))])
    expect(await rows('SELECT id FROM audit_entries')).toEqual(before)
  })

  test('Deleting a parade deletes its check-in acts for good; undoing the deletion restores its cancelled participations with their check-in codes', async () => {
    const left = await booked({ state: 'cancelled', checkInCode: 'C0DE', orderId: null })
    await send([act('confirm', left, clock('12:00'))])
    const other = await booked({ paradeId: (await aParade()).id })
    await rows(`UPDATE participations SET state = 'booked' WHERE id = ${other}`)
    const kept = act('confirm', other, clock('12:00'), { paradeId: paradeId + 1 })
    await send([kept])
    const path = `/api/parade/${paradeId}`
    const deleted = await call('DELETE', path, undefined, sabine)
    expect(deleted.status).toBe(204)
    expect((await log()).map((row) => row.participation_id)).toEqual([other])
    expect((await undo(deleted.headers.get('X-Request-Id'))).status).toBe(200)
    expect(await rows(`SELECT check_in_code FROM participations WHERE id = ${left}`)).toEqual([
      { check_in_code: 'C0DE' },
    ])
    // A parade with a booked person cannot be deleted and keeps its acts.
    expect((await call('DELETE', `/api/parade/${paradeId + 1}`, undefined, sabine)).status).toBe(
      409,
    )
    expect(await log()).toHaveLength(1)
  })
})

describe('a guild without cash at the check-in', () => {
  const setCash = async (isOn: boolean) => {
    const change = { cashAtCheckIn: isOn }
    const response = await call('PUT', '/api/guild/settings', change, { token: sabine.token })
    expect(response.status).toBe(200)
  }
  const payOne = (id: number, paid: boolean, as: User) =>
    call('POST', `/api/participation/${id}/paid`, { paid }, { token: as.token })
  const payMany = (ids: number[], as: User) =>
    call('POST', '/api/participation/paid', { ids, paid: true }, { token: as.token })
  const rowInOffice = async (id: number) => {
    const answer = call('GET', `/api/parade/${paradeId}/participation`, undefined, {
      token: sabine.token,
    })
    const list: { id: number }[] = await json(answer)
    return list.find((row) => row.id === id)
  }
  const cashOff = {
    code: 'CashOff',
    message:
      'Bargeld wird hier nicht vermerkt: „Bargeld beim Abhaken“ ist in den Einstellungen ausgeschaltet.',
  }

  test('When cash at the check-in is switched off, requests to set a fee as paid are rejected (409 CashOff)', async () => {
    const ids = [await booked(), await booked()]
    const [id = 0] = ids
    await setCash(false)
    for (const as of [lena, sabine]) {
      for (const answer of [await payOne(id, true, as), await payMany(ids, as)]) {
        expect(answer.status).toBe(409)
        expect((await json(answer)).error).toEqual(cashOff)
      }
    }
    expect(await log()).toEqual([])
    for (const one of ids) {
      expect(await rowInOffice(one)).toMatchObject({
        participationFeePayed: false,
        feePayedBy: null,
      })
    }
    // An unknown participation is still a 404, and ticks are still accepted.
    expect((await payOne(4711, true, lena)).status).toBe(404)
    expect(await sendOne(act('confirm', id, now))).toMatchObject({ outcome: 'done' })
    await setCash(true)
    expect((await payOne(id, true, lena)).status).toBe(200)
    expect((await payMany(ids, lena)).status).toBe(200)
    for (const one of ids) expect(await rowInOffice(one)).toMatchObject({ cashWhileOff: false })
  })

  test('When cash at the check-in is switched off, takesCash is false in the check-in list and in the parade', async () => {
    const takesCash = async () => [
      (await read()).parades[0]?.parade.takesCash,
      (await json(call('GET', `/api/parade/${paradeId}`, undefined, { token: sabine.token })))
        .takesCash,
    ]
    expect(await takesCash()).toEqual([true, true])
    await setCash(false)
    expect(await takesCash()).toEqual([false, false])
  })

  test('A cash payment that a phone sends after cash was switched off is accepted and marked cashWhileOff until the fee is unset', async () => {
    const [early, late] = [await booked(), await booked()]
    await send([act('pay', early, clock('12:00'))])
    await setCash(false)
    expect(await sendOne(act('pay', late, clock('12:05')))).toMatchObject({
      outcome: 'done',
      row: { paid: true, cash: { mine: true } },
    })
    expect(await rowInOffice(early)).toMatchObject({
      participationFeePayed: true,
      cashWhileOff: false,
    })
    expect(await rowInOffice(late)).toMatchObject({
      participationFeePayed: true,
      cashWhileOff: true,
    })
    expect((await payOne(late, false, lena)).status).toBe(200)
    expect(await rowInOffice(late)).toMatchObject({
      participationFeePayed: false,
      cashWhileOff: false,
    })
    // Sending it again does not pay it again.
    await setCash(true)
    expect(await sendOne(act('pay', late, clock('12:30')))).toMatchObject({
      outcome: 'overtaken',
    })
    expect((await payOne(late, true, lena)).status).toBe(200)
    expect(await rowInOffice(late)).toMatchObject({
      participationFeePayed: true,
      cashWhileOff: false,
    })
  })
})

describe('phone numbers of missing people', () => {
  const phonesOf = (as: User, of = paradeId) =>
    call('GET', `/api/parade/${of}/phones`, undefined, { token: as.token })

  test('The list of phone numbers contains booked members who are not yet confirmed, each with the mobile number if there is one', async () => {
    const asMember = async (phones: object, change: object = {}) => {
      const { id } = await aMember(phones)
      return booked({ memberId: id, personKey: `m:${id}`, givenKey: `m:${id}`, ...change })
    }
    const both = await asMember({ phone: '07433 1', phoneMobile: '0171 1' })
    const atHome = await asMember({ phone: '07433 2' })
    await asMember({})
    await asMember({ phone: '07433 3' }, { state: 'cancelled' })
    const there = await asMember({ phone: '07433 4' })
    await send([act('confirm', there, clock('12:30'))])
    await booked()
    for (const who of [lena, sabine]) {
      expect(await json(phonesOf(who))).toEqual([
        { participationId: both, phone: '0171 1' },
        { participationId: atHome, phone: '07433 2' },
      ])
    }
  })

  test('Helpers can read the phone numbers only on the day of the parade (403 on others), management on any day', async () => {
    const tomorrow = (await aParade({ date: '2027-01-25', dateEnrolmentEnd: '2027-01-25' })).id
    expect((await phonesOf(lena, tomorrow)).status).toBe(403)
    expect((await phonesOf(sabine, tomorrow)).status).toBe(200)
    expect((await phonesOf(sabine, 4711)).status).toBe(404)
    setClock('2027-01-24T22:59:00.000Z')
    expect((await phonesOf(lena)).status).toBe(200)
    setClock('2027-01-24T23:00:00.000Z')
    expect((await phonesOf(lena)).status).toBe(403)
    expect((await phonesOf(sabine)).status).toBe(200)
  })
})
