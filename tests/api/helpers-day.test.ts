import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import type { ActResult, CheckIn } from '#worker/check-in/check-in.contract.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import type { Role } from '#worker/domain/codes.ts'
import { addDays } from '#worker/domain/dates.ts'

// docs/rules.md, "Am Umzugstag": helpers from the day before a parade until two days after it. It is noon
// of Saturday, 16 January 2027.

const today = '2027-01-16'
const now = '2027-01-16T12:00:00.000Z'
const name = 'Geheim'

/** Days from today to the parade; the years of a guild's past, and both edges. */
const past = [-3653, -1100, -366, -90, -8, -4, -3]
const open = [-2, -1, 0, 1]
const ahead = [2, 3, 9, 200]
const all = [...past, ...open, ...ahead]

type User = { id: number; token: string }
type Street = { paradeId: number; date: string; id: number; other: number }

let typeId: number
let helper: User

beforeEach(async () => {
  setClock(now)
  typeId = (await aCostumeType()).id
  helper = await signedIn('helper')
})

async function booked(paradeId: number, change: Partial<typeof participations.$inferInsert> = {}) {
  const key = crypto.randomUUID()
  const [[row]] = await commit(db(), [
    write
      .insert(participations)
      .values({
        paradeId,
        door: 'public',
        state: 'booked',
        firstName: 'Erika',
        lastName: name,
        personKey: key,
        givenKey: key,
        costumeTypeId: typeId,
        ageClass: 'Adult',
        priceInCent: 800,
        createdAt: '2016-12-01T12:00:00.000Z',
        ...change,
      })
      .returning({ id: participations.id }),
  ])
  return row?.id ?? 0
}

/** A parade so many days from today, with two people, both of whose cash this helper took. */
async function streetAt(days: number): Promise<Street> {
  const date = addDays(today, days)
  const { id: paradeId } = await aParade({ date })
  const paid = { participationFeePayed: true, feePayedAt: now, feePayedBy: helper.id }
  return { paradeId, date, id: await booked(paradeId, paid), other: await booked(paradeId, paid) }
}

const entry = () => ({
  firstName: 'Ida',
  lastName: `Hirt ${crypto.randomUUID()}`,
  birthday: null,
  costumeNumber: '',
  selectedCostumeTypeId: typeId,
})

const as = ({ token }: User) => ({ token })
const off = ({ paradeId }: Street) =>
  rows(`UPDATE parades SET cancelled_at = '${now}', cancelled_by = ${helper.id}
    WHERE id = ${paradeId} RETURNING id`)

type Way = readonly [what: string, go: (street: Street, by: User) => Promise<Response>]

const readings: readonly Way[] = [
  [
    'the participants',
    ({ paradeId }, by) => call('GET', `/api/parade/${paradeId}/participation`, undefined, as(by)),
  ],
  [
    'the check-in',
    ({ paradeId }, by) => call('GET', `/api/check-in?parade=${paradeId}`, undefined, as(by)),
  ],
]

const actings: readonly Way[] = [
  [
    'confirm',
    ({ paradeId, id }, by) =>
      call('POST', `/api/parade/${paradeId}/participation/${id}/confirm`, undefined, as(by)),
  ],
  [
    'unconfirm',
    ({ paradeId, id }, by) =>
      call('POST', `/api/parade/${paradeId}/participation/${id}/unconfirm`, undefined, as(by)),
  ],
  ['unpay', ({ id }, by) => call('POST', `/api/participation/${id}/paid`, { paid: false }, as(by))],
  ['pay', ({ id }, by) => call('POST', `/api/participation/${id}/paid`, { paid: true }, as(by))],
  [
    'unpay of many',
    ({ id, other }, by) =>
      call('POST', '/api/participation/paid', { ids: [id, other], paid: false }, as(by)),
  ],
  [
    'pay of many',
    ({ id, other }, by) =>
      call('POST', '/api/participation/paid', { ids: [id, other], paid: true }, as(by)),
  ],
  [
    'an entry on site',
    ({ paradeId }, by) =>
      call('POST', `/api/parade/${paradeId}/participation/atParade`, entry(), as(by)),
  ],
  [
    'cash given back',
    async (street, by) => {
      await off(street)
      const path = `/api/participation/${street.id}/cashReturned`
      return call('POST', path, { returned: true }, as(by))
    },
  ],
]

/** Everything that acts at a check-in could change. */
const stored = () =>
  rows(`SELECT id, parade_id, state, participation_confirmed, participation_fee_payed, fee_payed_by,
    cash_returned_at FROM participations ORDER BY id`)

describe('a helper', () => {
  for (const [what, go] of [...readings, ...actings]) {
    test(`has "${what}" from the day before a parade until two days after it`, async () => {
      for (const days of all) {
        const street = await streetAt(days)
        const before = await stored()
        const response = await go(street, helper)
        const text = await response.text()
        if (open.includes(days)) {
          expect([days, response.ok]).toEqual([days, true])
          continue
        }
        expect([days, response.status]).toEqual([days, 403])
        expect(JSON.parse(text).error).toMatchObject({
          code: 'Forbidden',
          reason: 'helpersDay',
          message: expect.stringMatching(/^Helfer .*Tag/),
        })
        expect(text).not.toContain(name)
        expect(await stored()).toEqual(before)
      }
    })
  }

  test('may not note fees where one of many is of another day, and learns no name of it', async () => {
    const [now, old] = [await streetAt(0), await streetAt(-400)]
    await rows(`UPDATE participations SET fee_payed_by = NULL WHERE id = ${old.id} RETURNING id`)
    await rows(`UPDATE participations SET state = 'cancelled' WHERE id = ${old.other} RETURNING id`)
    const before = await stored()
    for (const paid of [true, false]) {
      const ids = [now.id, old.id, old.other]
      const response = await call('POST', '/api/participation/paid', { ids, paid }, as(helper))
      expect(response.status).toBe(403)
      expect(await response.text()).not.toContain(name)
    }
    expect(await stored()).toEqual(before)
  })

  test('reads what a parade is until two days after it, also long before it', async () => {
    for (const days of all) {
      const { paradeId } = await streetAt(days)
      const path = `/api/parade/${paradeId}`
      const { status } = await call('GET', path, undefined, as(helper))
      expect([days, status]).toEqual([days, past.includes(days) ? 403 : 200])
    }
  })

  test('is sent the lists of these days alone, as is management', async () => {
    for (const days of all) await streetAt(days)
    for (const by of [helper, await signedIn('management')]) {
      const { parades }: CheckIn = await json(call('GET', '/api/check-in', undefined, as(by)))
      expect(parades.map(({ parade }) => parade.date)).toEqual(
        open.map((days) => addDays(today, days)),
      )
    }
  })

  test('begins and ends at midnight in Berlin', async () => {
    const { paradeId } = await streetAt(0)
    const path = `/api/check-in?parade=${paradeId}`
    const instants = [
      ['2027-01-14T22:59:59.999Z', 403],
      ['2027-01-14T23:00:00.000Z', 200],
      ['2027-01-18T22:59:59.999Z', 200],
      ['2027-01-18T23:00:00.000Z', 403],
    ] as const
    for (const [instant, status] of instants) {
      setClock(instant)
      const token = await tokenOf(helper.id)
      const response = await call('GET', path, undefined, { token })
      expect([instant, response.status]).toEqual([instant, status])
    }
  })
})

describe('management', () => {
  test.each<Role[]>([['management'], ['management', 'helper']])(
    'reads and acts on any day, %j',
    async (...roles) => {
      const by = await signedIn(...roles)
      for (const [what, go] of [...readings, ...actings]) {
        for (const days of [-3653, -3, 2, 200]) {
          const response = await go(await streetAt(days), by)
          expect([what, days, response.ok]).toEqual([what, days, true])
        }
      }
    },
  )
})

test('A helper who may read as well reads any parade and acts on those of the day alone', async () => {
  const by = await signedIn('helper', 'readonly')
  for (const days of all) {
    const street = await streetAt(days)
    await rows(`UPDATE participations SET fee_payed_by = ${by.id} RETURNING id`)
    for (const [what, go] of readings) {
      expect([what, days, (await go(street, by)).status]).toEqual([what, days, 200])
    }
    for (const [what, go] of actings) {
      const { ok } = await go(street, by)
      expect([what, days, ok]).toEqual([what, days, open.includes(days)])
    }
  }
})

describe('what a phone tells', () => {
  const at = (day: string, time = '12:00') => `${day}T${time}:00.000Z`
  const tell = async (acts: readonly object[], by: User): Promise<ActResult[]> => {
    const response = await call('POST', '/api/check-in/acts', { device: 'Pixel', acts }, as(by))
    expect(response.status).toBe(200)
    return (await json(response)).results
  }
  const head = (paradeId: number, when: string) => ({ id: crypto.randomUUID(), paradeId, at: when })
  const acts = ({ paradeId, id }: Street, when: string) => [
    ...(['confirm', 'unconfirm', 'unpay', 'pay'] as const).map((kind) => ({
      ...head(paradeId, when),
      kind,
      target: { participationId: id },
    })),
    { ...head(paradeId, when), kind: 'enter', entry: entry() },
  ]

  test('of a parade that is over is refused act by act, and those of today are done', async () => {
    for (const days of past) {
      const [old, here] = [await streetAt(days), await streetAt(0)]
      const before = await stored()
      const told = acts(old, now)
      const [mine] = acts(here, now)
      const [first, ...others] = told
      const results = await tell([...(first ? [first] : []), mine ?? {}, ...others], helper)
      expect(results.map(({ outcome }) => outcome)).toEqual([
        'refused',
        'done',
        'refused',
        'refused',
        'refused',
        'refused',
      ])
      for (const result of results.filter(({ outcome }) => outcome === 'refused')) {
        expect(result).toMatchObject({
          code: 'ParadeOver',
          row: null,
          message: expect.stringMatching(/^Helfer .*Tag/),
        })
      }
      expect(JSON.stringify(results.filter(({ outcome }) => outcome === 'refused'))).not.toContain(
        name,
      )
      const touched = ({ id }: { id?: unknown }) => id !== here.id
      expect((await stored()).filter(touched)).toEqual(before.filter(touched))
      // Told once more, it is answered alike.
      const again = await tell(told, helper)
      expect(again.map(({ code }) => code)).toEqual(told.map(() => 'ParadeOver'))
    }
  })

  test('of a parade that is days ahead is refused as too early', async () => {
    for (const days of ahead) {
      const results = await tell(acts(await streetAt(days), now), helper)
      expect(results.map(({ outcome, code, row }) => [outcome, code, row])).toEqual(
        results.map(() => ['refused', 'NotYet', null]),
      )
    }
  })

  test('counts by when it was done: what was done on these days arrives whenever', async () => {
    for (const late of [3, 10, 60]) {
      for (const days of [-1, 0, 1, 2]) {
        const street = await streetAt(-late - 2)
        const done = addDays(street.date, days)
        const results = await tell(acts(street, at(done)), helper)
        expect([late, days, results.map(({ outcome }) => outcome)]).toEqual([
          late,
          days,
          ['done', 'done', 'done', 'done', 'done'],
        ])
        // The outcome is answered, without the names that this helper no longer sees.
        expect(JSON.stringify(results)).not.toContain(name)
        expect(results.map(({ row }) => row?.memberName)).toEqual(results.map(() => ''))
      }
    }
  })

  test('of the third day after the parade is refused, also where it arrives later', async () => {
    const street = await streetAt(-10)
    const results = await tell(acts(street, at(addDays(street.date, 3))), helper)
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 'ParadeOver'))
  })

  test('refuses an act outside the days of helpers before it looks whether the parade is called off or the person exists', async () => {
    const street = await streetAt(-30)
    await off(street)
    const nowhere = acts({ ...street, id: 987_654 }, now)
    const results = await tell([...acts(street, now), ...nowhere], helper)
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 'ParadeOver'))
  })

  test('by management is done on any day', async () => {
    const by = await signedIn('management', 'helper')
    for (const days of [-3653, -3, 2, 200]) {
      const results = await tell(acts(await streetAt(days), now), by)
      expect([days, results.map(({ outcome }) => outcome)]).toEqual([
        days,
        ['done', 'done', 'done', 'done', 'done'],
      ])
      expect(results[0]?.row?.memberName).toContain(name)
    }
  })
})
