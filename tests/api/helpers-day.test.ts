import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aParade, aParticipation } from '#tests/support/builders.ts'
import type { ActResult, CheckIn } from '#worker/check-in/check-in.contract.ts'
import type { Role } from '#worker/domain/codes.ts'
import { addDays } from '#worker/domain/dates.ts'

// docs/rules.md, "Am Umzugstag": helpers act from the day before a parade until two days after it. It is noon
// of Saturday, 16 January 2027.

const today = '2027-01-16'
const now = '2027-01-16T12:00:00.000Z'
const name = 'Geheim'

/** Days from today to the parade: earlier years, and both edges of the helpers' days. */
const past = [-3653, -1100, -366, -90, -8, -4, -3]
const open = [-2, -1, 0, 1]
const ahead = [2, 3, 9, 200]
const all = [...past, ...open, ...ahead]

type User = { id: number; token: string }
type ParadeDay = { paradeId: number; date: string; id: number; other: number }

let typeId: number
let helper: User

beforeEach(async () => {
  setClock(now)
  typeId = (await aCostumeType()).id
  helper = await signedIn('helper')
})

async function booked(
  paradeId: number,
  change: Partial<Parameters<typeof aParticipation>[0]> = {},
) {
  const personKey = crypto.randomUUID()
  const person = { firstName: 'Erika', lastName: name, personKey, givenKey: personKey }
  return (await aParticipation({ paradeId, costumeTypeId: typeId, ...person, ...change })).id
}

/** A parade that many days from today with two people whose cash this helper took. */
async function aParadeIn(days: number): Promise<ParadeDay> {
  const date = addDays(today, days)
  const { id: paradeId } = await aParade({ date })
  const paid = { participationFeePayed: true, feePayedAt: now, feePayedBy: helper.id }
  return {
    paradeId,
    date,
    id: await booked(paradeId, paid),
    other: await booked(paradeId, paid),
  }
}

const entry = () => ({
  firstName: 'Ida',
  lastName: `Hirt ${crypto.randomUUID()}`,
  birthday: null,
  costumeNumber: '',
  selectedCostumeTypeId: typeId,
})

const as = ({ token }: User) => ({ token })
const cancel = ({ paradeId }: ParadeDay) =>
  rows(`UPDATE parades SET cancelled_at = '${now}', cancelled_by = ${helper.id}
    WHERE id = ${paradeId} RETURNING id`)

type Way = readonly [what: string, send: (parade: ParadeDay, by: User) => Promise<Response>]

const reads: readonly Way[] = [
  [
    'reading the participants',
    ({ paradeId }, by) => call('GET', `/api/parade/${paradeId}/participation`, undefined, as(by)),
  ],
  [
    'reading the check-in list',
    ({ paradeId }, by) => call('GET', `/api/check-in?parade=${paradeId}`, undefined, as(by)),
  ],
]

const writes: readonly Way[] = [
  [
    'confirming a participant',
    ({ paradeId, id }, by) =>
      call('POST', `/api/parade/${paradeId}/participation/${id}/confirm`, undefined, as(by)),
  ],
  [
    'revoking a confirmation',
    ({ paradeId, id }, by) =>
      call('POST', `/api/parade/${paradeId}/participation/${id}/unconfirm`, undefined, as(by)),
  ],
  [
    'marking a fee as unpaid',
    ({ id }, by) => call('POST', `/api/participation/${id}/paid`, { paid: false }, as(by)),
  ],
  [
    'marking a fee as paid',
    ({ id }, by) => call('POST', `/api/participation/${id}/paid`, { paid: true }, as(by)),
  ],
  [
    'marking several fees as unpaid',
    ({ id, other }, by) =>
      call('POST', '/api/participation/paid', { ids: [id, other], paid: false }, as(by)),
  ],
  [
    'marking several fees as paid',
    ({ id, other }, by) =>
      call('POST', '/api/participation/paid', { ids: [id, other], paid: true }, as(by)),
  ],
  [
    'entering a person on site',
    ({ paradeId }, by) =>
      call('POST', `/api/parade/${paradeId}/participation/atParade`, entry(), as(by)),
  ],
  [
    'marking cash as returned',
    async (parade, by) => {
      await cancel(parade)
      const path = `/api/participation/${parade.id}/cashReturned`
      return call('POST', path, { returned: true }, as(by))
    },
  ],
]

/** All columns that acts of a check-in may change. */
const stored = () =>
  rows(`SELECT id, parade_id, state, participation_confirmed, participation_fee_payed, fee_payed_by,
    cash_returned_at FROM participations ORDER BY id`)

describe('rights of a helper by day', () => {
  for (const [what, send] of [...reads, ...writes]) {
    test(`For helpers, ${what} is allowed only from the day before a parade until two days after it (403 on other days)`, async () => {
      for (const days of all) {
        const parade = await aParadeIn(days)
        const before = await stored()
        const response = await send(parade, helper)
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

  test('A request of a helper to change several fees is rejected if one is of a past parade, and the answer does not name the person (403)', async () => {
    const [now, old] = [await aParadeIn(0), await aParadeIn(-400)]
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

  test('A helper may read a parade from its creation until two days after the parade (403 later)', async () => {
    for (const days of all) {
      const { paradeId } = await aParadeIn(days)
      const path = `/api/parade/${paradeId}`
      const { status } = await call('GET', path, undefined, as(helper))
      expect([days, status]).toEqual([days, past.includes(days) ? 403 : 200])
    }
  })

  test('The check-in lists only parades from two days ago to tomorrow, for helpers and management', async () => {
    for (const days of all) await aParadeIn(days)
    for (const by of [helper, await signedIn('management')]) {
      const { parades }: CheckIn = await json(call('GET', '/api/check-in', undefined, as(by)))
      expect(parades.map(({ parade }) => parade.date)).toEqual(
        open.map((days) => addDays(today, days)),
      )
    }
  })

  test('The days on which helpers may use a parade begin and end at midnight in Berlin', async () => {
    const { paradeId } = await aParadeIn(0)
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

describe('rights of management by day', () => {
  test.each<Role[]>([['management'], ['management', 'helper']])(
    'A user with the role %j reads parades and acts on them on any day',
    async (...roles) => {
      const by = await signedIn(...roles)
      for (const [what, send] of [...reads, ...writes]) {
        for (const days of [-3653, -3, 2, 200]) {
          const response = await send(await aParadeIn(days), by)
          expect([what, days, response.ok]).toEqual([what, days, true])
        }
      }
    },
  )
})

test('A user with the roles helper and readonly can read any parade, but change participations only from the day before it to two days after it', async () => {
  const by = await signedIn('helper', 'readonly')
  for (const days of all) {
    const parade = await aParadeIn(days)
    await rows(`UPDATE participations SET fee_payed_by = ${by.id} RETURNING id`)
    for (const [what, send] of reads) {
      expect([what, days, (await send(parade, by)).status]).toEqual([what, days, 200])
    }
    for (const [what, send] of writes) {
      const { ok } = await send(parade, by)
      expect([what, days, ok]).toEqual([what, days, open.includes(days)])
    }
  }
})

describe('check-in acts of helpers by day', () => {
  const at = (day: string, time = '12:00') => `${day}T${time}:00.000Z`
  const sendActs = async (acts: readonly object[], by: User): Promise<ActResult[]> => {
    const response = await call('POST', '/api/check-in/acts', { device: 'Pixel', acts }, as(by))
    expect(response.status).toBe(200)
    return (await json(response)).results
  }
  const head = (paradeId: number, when: string) => ({ id: crypto.randomUUID(), paradeId, at: when })
  const acts = ({ paradeId, id }: ParadeDay, when: string) => [
    ...(['confirm', 'unconfirm', 'unpay', 'pay'] as const).map((kind) => ({
      ...head(paradeId, when),
      kind,
      target: { participationId: id },
    })),
    { ...head(paradeId, when), kind: 'enter', entry: entry() },
  ]

  test("If a helper's request contains check-in acts on a past parade and on one of today, only those on the past parade are rejected (ParadeOver)", async () => {
    for (const days of past) {
      const [old, here] = [await aParadeIn(days), await aParadeIn(0)]
      const before = await stored()
      const late = acts(old, now)
      const [mine] = acts(here, now)
      const [first, ...others] = late
      const results = await sendActs([...(first ? [first] : []), mine ?? {}, ...others], helper)
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
      const isOtherRow = ({ id }: { id?: unknown }) => id !== here.id
      expect((await stored()).filter(isOtherRow)).toEqual(before.filter(isOtherRow))
      // Sent again, the acts have the same outcome.
      const again = await sendActs(late, helper)
      expect(again.map(({ code }) => code)).toEqual(late.map(() => 'ParadeOver'))
    }
  })

  test('Rejects check-in acts of a helper on a parade two or more days ahead (NotYet)', async () => {
    for (const days of ahead) {
      const results = await sendActs(acts(await aParadeIn(days), now), helper)
      expect(results.map(({ outcome, code, row }) => [outcome, code, row])).toEqual(
        results.map(() => ['refused', 'NotYet', null]),
      )
    }
  })

  test('Check-in acts that a helper made on an allowed day are accepted however late they arrive; the answer contains no names then', async () => {
    for (const late of [3, 10, 60]) {
      for (const days of [-1, 0, 1, 2]) {
        const parade = await aParadeIn(-late - 2)
        const done = addDays(parade.date, days)
        const results = await sendActs(acts(parade, at(done)), helper)
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

  test('Rejects a check-in act that a helper made on the third day after the parade (ParadeOver)', async () => {
    const parade = await aParadeIn(-10)
    const results = await sendActs(acts(parade, at(addDays(parade.date, 3))), helper)
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 'ParadeOver'))
  })

  test("A helper's late check-in act is rejected as ParadeOver even when the parade is cancelled or the person unknown", async () => {
    const parade = await aParadeIn(-30)
    await cancel(parade)
    const nowhere = acts({ ...parade, id: 987_654 }, now)
    const results = await sendActs([...acts(parade, now), ...nowhere], helper)
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 'ParadeOver'))
  })

  test('Check-in acts of management are accepted for parades of any day', async () => {
    const by = await signedIn('management', 'helper')
    for (const days of [-3653, -3, 2, 200]) {
      const results = await sendActs(acts(await aParadeIn(days), now), by)
      expect([days, results.map(({ outcome }) => outcome)]).toEqual([
        days,
        ['done', 'done', 'done', 'done', 'done'],
      ])
      expect(results[0]?.row?.memberName).toContain(name)
    }
  })
})
