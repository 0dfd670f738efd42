import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { contents, extentOf } from '#tests/support/contents.ts'
import { decide, enrolled } from '#tests/support/enrolment.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

// Acts on many rows with one call: all of them or none, with a reason for each row that prevents
// it.

let manager: { id: number; token: string }
let typeId: number
let paradeId: number

beforeEach(async () => {
  setClock()
  manager = await signedIn('management')
  typeId = (await aCostumeType()).id
  paradeId = (await aParade()).id
})

async function send(path: string, body: unknown, options: Parameters<typeof call>[3] = {}) {
  const response = await call('POST', path, body, { token: manager.token, ...options })
  const answer = response.status === 204 ? null : await json(response)
  return { status: response.status, answer, requestId: response.headers.get('X-Request-Id') ?? '' }
}

const undo = async (requestId: string) =>
  (await call('POST', `/api/history/${requestId}/undo`, undefined, { token: manager.token })).status

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Inserts members with the ids 1 to `count`, named Narr 1, Narr 2 … */
async function aCrowd(count: number) {
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO members (id, first_name, last_name, first_name_key, last_name_key, created_at,
      updated_at) SELECT i, 'Narr', i, 'narr', i, '2026-01-01', '2026-01-01' FROM n`)
  return upTo(count)
}

async function costumesOf(count: number) {
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO costumes (id, costume_type_id, number, number_key)
    SELECT i, ${typeId}, i, i FROM n`)
  return upTo(count)
}

/** Inserts participations booked by staff, each with a name and costume of its own. */
async function placesOf(count: number) {
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO participations (id, parade_id, door, state, first_name, last_name, birthday,
      person_key, given_key, costume_type_id, costume_number, costume_number_key, age_class,
      price_in_cent, created_at)
    SELECT i, ${paradeId}, 'internal', 'booked', 'Narr', i, '1990-02-01',
      'p:narr|' || i || '|1990-02-01', 'p:narr|' || i || '|1990-02-01', ${typeId}, i, i, 'Adult',
      800, '2027-01-01T12:00:00.000Z' FROM n`)
  return upTo(count)
}

async function paradesOf(count: number) {
  await rows(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO parades (id, title, host, search_key, date, date_enrolment_start, date_enrolment_end)
    SELECT 1000 + i, 'Umzug ' || i, 'Zunft', i, '2027-02-07', '2026-11-11', '2027-01-31' FROM n`)
  return upTo(count).map((id) => 1000 + id)
}

const honor = { type: 'Parades_25', date: '2026-11-11', comment: 'Hauptversammlung' }

/** Each call with a body that changes as many rows as it accepts. */
const calls = [
  {
    path: '/api/member/honors',
    make: aCrowd,
    body: (ids: number[]) => ({ memberIds: ids, ...honor }),
    status: 201,
    entity: 'honor',
    table: 'honors',
  },
  {
    path: '/api/participation/paid',
    make: placesOf,
    body: (ids: number[]) => ({ ids, paid: true }),
    status: 200,
    entity: null,
    table: 'participations',
  },
  {
    path: '/api/participation/cancel',
    make: placesOf,
    body: (ids: number[]) => ({ ids }),
    status: 204,
    entity: 'participation',
    table: 'participations',
  },
  {
    path: '/api/costume/deregister',
    make: costumesOf,
    body: (ids: number[]) => ({ ids, registeredUntil: '2026-12-31' }),
    status: 200,
    entity: 'costume',
    table: 'costumes',
  },
  {
    path: '/api/parades/enrolment-window',
    make: paradesOf,
    body: (ids: number[]) => ({ ids, from: { date: '2027-01-15', time: '20:00' } }),
    status: 200,
    entity: 'parade',
    table: 'parades',
  },
  {
    path: '/api/parades/change',
    make: paradesOf,
    body: (ids: number[]) => ({ ids, departures: [{ time: '12:15', place: 'Schulhof' }] }),
    status: 200,
    entity: 'parade',
    table: 'parades',
  },
]

describe.each(calls)('Many rows: $path', ({ path, make, body, status, entity, table }) => {
  test('One request changes 500 rows; if the history records this change, each row has a line there and one undo reverts all', async () => {
    const ids = await make(500)
    const before = await contents()
    const done = await send(path, body(ids))
    expect(done.status, JSON.stringify(done.answer)).toBe(status)
    const lines = await rows<{ entity: string; request_id: string }>(
      'SELECT entity, request_id FROM audit_entries ORDER BY id',
    )
    const own = lines.slice(before.audit_entries?.length)
    expect(own).toEqual(
      entity === null ? [] : ids.map(() => ({ entity, request_id: done.requestId })),
    )
    const changedExtent = extentOf(before, await contents())[table]
    expect(changedExtent).toBe(entity === 'honor' ? '-0 +500' : '-500 +500')
    if (entity === null) return
    expect(await undo(done.requestId)).toBe(200)
    const after = await contents()
    const withoutVersion = (all: Record<string, unknown>[] = []) =>
      all.map(({ version: _, ...row }) => row)
    expect(withoutVersion(after[table])).toEqual(withoutVersion(before[table]))
  })

  test('Rejects a request for 501 rows or for none (422) and one with an invalid id, and changes nothing', async () => {
    const before = await contents()
    for (const ids of [upTo(501), []]) {
      const refused = await send(path, body(ids))
      expect(refused.status).toBe(422)
      expect(refused.answer.error.code).toBe('ValidationFailed')
      expect(Object.keys(refused.answer.error.fields)).toHaveLength(1)
    }
    for (const ids of [[0], [1.5], ['1'], null, 7]) {
      expect((await send(path, body(ids as never))).status).toBeGreaterThanOrEqual(400)
    }
    expect(extentOf(before, await contents())).toEqual({})
  })

  test('A row whose id is repeated in the request is changed once', async () => {
    const [one = 0, two = 0] = await make(2)
    expect((await send(path, body([one, two, one, one, two]))).status).toBe(status)
    const lines = await rows(`SELECT id FROM audit_entries WHERE entity = '${entity}'
      AND via = 'staff'`)
    expect(lines).toHaveLength(entity === null ? 0 : 2)
  })

  test('A request with one unknown id is rejected, changes no row, and the answer contains the id (409)', async () => {
    const ids = await make(3)
    const before = await contents()
    const refused = await send(path, body([...ids, 4711]))
    expect(refused.status).toBe(409)
    expect(refused.answer.error).toMatchObject({
      code: 'RowsRefused',
      message: 'Bei 1 von 4 geht das nicht. Es ist nichts geändert.',
      rows: [{ id: 4711, code: 'NotFound', message: expect.stringContaining('gibt es nicht') }],
    })
    expect(extentOf(before, await contents())).toEqual({})
  })
})

describe('An honor for many members', () => {
  const give = (memberIds: number[], change = {}, options = {}) =>
    send('/api/member/honors', { memberIds, ...honor, ...change }, options)

  test('One request gives an honor to each of twelve members, and the answer lists them in the order of the request', async () => {
    const ids = await aCrowd(12)
    const { answer } = await give(ids.toReversed(), { comment: undefined })
    expect(answer).toEqual(
      ids.toReversed().map((memberId) => ({
        id: expect.any(Number),
        memberId,
        type: 'Parades_25',
        date: '2026-11-11',
        comment: '',
      })),
    )
    for (const memberId of ids) {
      const own = await json(
        call('GET', `/api/member/${memberId}/honors`, undefined, { token: manager.token }),
      )
      expect(own).toHaveLength(1)
    }
  })

  test('If some members already have the honor or are anonymised, nothing is stored, and the answer lists these members (409)', async () => {
    const ids = await aCrowd(4)
    await give([2])
    await rows(`UPDATE members SET anonymised_at = '2027-01-01' WHERE id = 3`)
    const before = await contents()
    const refused = await give(ids)
    expect(refused.status).toBe(409)
    expect(refused.answer.error.rows).toEqual([
      { id: 2, code: 'HonorExists', message: 'Narr 2 hat diese Ehrung schon.' },
      { id: 3, code: 'NotFound', message: 'Dieses Mitglied gibt es nicht mehr.' },
    ])
    expect(extentOf(before, await contents())).toEqual({})
    expect((await give([1, 4])).status).toBe(201)
  })

  test('An extra certificate, which may be given repeatedly, is stored again for members who already have one', async () => {
    const ids = await aCrowd(2)
    for (const count of [2, 4]) {
      expect((await give(ids, { type: 'Extra_Certificate' })).status).toBe(201)
      expect(await rows('SELECT id FROM honors')).toHaveLength(count)
    }
  })

  test('An honor of a deleted or unknown kind (422) and one with an impossible (400) or too early date (422) are rejected', async () => {
    const ids = await aCrowd(2)
    await rows(`DELETE FROM honor_rule_duties WHERE type = 'Parades_25'`)
    await rows(`DELETE FROM honor_rules WHERE type = 'Parades_25'`)
    const refused = await give(ids)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.answer.error.fields)).toEqual(['type'])
    expect((await give(ids, { type: 'Unsinn' })).status).toBe(422)
    expect((await give(ids, { date: '2027-02-31' })).status).toBe(400)
    expect((await give(ids, { date: '1899-12-31' })).status).toBe(422)
    expect(await rows('SELECT id FROM honors')).toEqual([])
  })

  test('Of two simultaneous requests for the same honors one is stored as a whole; the other is rejected with the members who have the honor', async () => {
    const ids = await aCrowd(5)
    const database = overtakenBefore('insert into "honors"', () => give([3, 4]))
    const refused = await give(ids, {}, { database })
    expect(refused.answer.error.rows.map(({ id }: { id: number }) => id)).toEqual([3, 4])
    const held = await rows<{ member_id: number }>('SELECT member_id FROM honors ORDER BY 1')
    expect(held).toEqual([{ member_id: 3 }, { member_id: 4 }])
    const answers = await Promise.all([
      give([1, 2, 5], { type: 'Parades_50' }),
      give([5, 2, 1], { type: 'Parades_50' }),
    ])
    expect(answers.map((one) => one.status).sort()).toEqual([201, 409])
    expect(await rows(`SELECT id FROM honors WHERE type = 'Parades_50'`)).toHaveLength(3)
  })

  test('Honors given with one request cannot be undone once one of them has been changed (409)', async () => {
    const ids = await aCrowd(3)
    const { requestId, answer } = await give(ids)
    const one = `/api/member/2/honors/${answer[1].id}`
    await call('PUT', one, { comment: 'nachgereicht' }, { token: manager.token })
    expect(await undo(requestId)).toBe(409)
    expect(await rows('SELECT id FROM honors')).toHaveLength(3)
  })
})

describe('The fees of many participations', () => {
  const note = (ids: number[], paid: boolean, options = {}) =>
    send('/api/participation/paid', { ids, paid }, options)
  /** Moves the parade to today, the day on which helpers may take money. */
  const onTheDay = () =>
    rows(`UPDATE parades SET date = '${today}', date_enrolment_end = '${today}' RETURNING id`)
  const fees = () =>
    rows(`SELECT id, participation_fee_payed AS paid, fee_payed_by AS taker FROM participations
      ORDER BY id`)

  test('One request marks several parade fees as paid or unpaid; for a fee that was paid already, the stored user does not change', async () => {
    await onTheDay()
    const helper = await signedIn('helper')
    await placesOf(3)
    await note([2], true, { token: helper.token })
    const first = await rows('SELECT * FROM participations WHERE id = 2')
    const { answer } = await note([3, 2, 1], true)
    expect(
      answer.map((row: Record<string, unknown>) => [row.id, row.feePayedByHand, row.wasChanged]),
    ).toEqual([
      [1, true, true],
      [2, true, false],
      [3, true, true],
    ])
    expect(await rows('SELECT * FROM participations WHERE id = 2')).toEqual(first)
    expect(await fees()).toEqual([
      { id: 1, paid: 1, taker: manager.id },
      { id: 2, paid: 1, taker: helper.id },
      { id: 3, paid: 1, taker: manager.id },
    ])
    expect((await note([1, 3], false)).status).toBe(200)
    expect((await note([1, 3], false)).status).toBe(200)
    expect(await fees()).toMatchObject([{ paid: 0 }, { paid: 1 }, { paid: 0, taker: null }])
  })

  test("A helper cannot mark a fee as unpaid that another user took, and the answer contains that user's name (409)", async () => {
    await onTheDay()
    const helper = await signedIn('helper')
    await placesOf(3)
    await note([1], true, { token: helper.token })
    await note([2], true)
    const before = await contents()
    const refused = await note([1, 2, 3], false, { token: helper.token })
    expect(refused.status).toBe(409)
    expect(refused.answer.error.rows).toEqual([
      {
        id: 2,
        code: 'NotYours',
        message:
          'Das Geld von Narr 2 hat Sabine K. angenommen: Das nimmt nur die Verwaltung zurück.',
      },
    ])
    expect(extentOf(before, await contents())).toEqual({})
    const { answer } = await note([1, 3], false, { token: helper.token })
    expect(answer).toHaveLength(2)
    expect(answer[0]).not.toHaveProperty('birthday')
    const readonly = await signedIn('readonly')
    expect((await note([1], true, { token: readonly.token })).status).toBe(403)
  })

  test('A fee paid online cannot be marked as unpaid; the fee of a cancelled participation cannot be marked as paid', async () => {
    await placesOf(1)
    const { token } = await enrolled([{ paradeId, costumeTypeId: typeId, costumeNumber: 'O 1' }])
    await decide(token, 'paid')
    await rows('UPDATE participations SET member_id = NULL')
    const [online] = await rows<{ id: number }>(
      'SELECT id FROM participations WHERE order_id IS NOT NULL',
    )
    const id = online?.id ?? 0
    expect((await note([1, id], true)).status).toBe(200)
    const refused = await note([1, id], false)
    expect(refused.answer.error.rows).toEqual([
      {
        id,
        code: 'Conflict',
        message: 'Jörg Straßer hat online bezahlt: Das lässt sich nur unter „Zahlungen“ erstatten.',
      },
    ])
    await send('/api/participation/cancel', { ids: [1] })
    const gone = await note([1, id], true)
    expect(gone.answer.error.rows).toEqual([
      { id: 1, code: 'NotFound', message: 'Narr 1 ist nicht mehr angemeldet.' },
    ])
  })

  test("Marking fees as paid is stored with a later time than each participation's last check-in act, so that it counts as newer", async () => {
    await placesOf(2)
    const later = '2027-01-16T12:00:00.000Z'
    await rows(`INSERT INTO check_in_acts (id, kind, parade_id, participation_id, user_id, device,
      acted_at, received_at, outcome) VALUES ('x', 'unpay', ${paradeId}, 1, ${manager.id}, 'Pixel',
      '${later}', '${later}', 'done')`)
    await note([1, 2], true)
    const acts = await rows(`SELECT participation_id AS id, kind, outcome, acted_at AS at
      FROM check_in_acts WHERE id <> 'x' ORDER BY 1`)
    expect(acts).toEqual([
      { id: 1, kind: 'pay', outcome: 'done', at: '2027-01-16T12:00:00.001Z' },
      { id: 2, kind: 'pay', outcome: 'done', at: later },
    ])
  })
})

describe('Many cancellations', () => {
  const cancel = (ids: number[], options = {}) =>
    send('/api/participation/cancel', { ids }, options)

  test("Cancelling several participations stores user and time with each, and lowers the parade's number of registrations", async () => {
    const ids = await placesOf(5)
    expect((await cancel(ids.slice(1))).status).toBe(204)
    expect(
      await rows(`SELECT state, cancelled_by AS by, cancelled_at AS at FROM participations
        ORDER BY id`),
    ).toEqual([
      { state: 'booked', by: null, at: null },
      ...upTo(4).map(() => ({
        state: 'cancelled',
        by: manager.id,
        at: `${today}T12:00:00.000Z`,
      })),
    ])
    expect(await rows(`SELECT registration_count AS n FROM parades`)).toEqual([{ n: 1 }])
  })

  test('Cancelling several places at once adds a history entry to each order and makes it need attention, as cancelling a single place does', async () => {
    const people = ['Ida', 'Lena', 'Ute', 'Eva']
    for (const firstName of people) {
      const place = { paradeId, costumeTypeId: typeId, costumeNumber: firstName }
      const { token } = await enrolled([place], { firstName, emailAddress: 'a@example.de' })
      await decide(token, 'paid')
    }
    const single = await call('DELETE', '/api/paradeParticipation/1', undefined, {
      token: manager.token,
    })
    expect(single.status).toBe(204)
    await cancel([2, 3])
    const history = (id: number) =>
      rows(`SELECT at, kind, amount_in_cent, detail, user_id FROM order_history
        WHERE order_id = ${id} AND kind = 'placeCancelled'`)
    expect(await history(2)).toEqual(await history(1))
    expect(await history(3)).toEqual(await history(1))
    expect(await history(1)).toHaveLength(1)
    expect(await rows('SELECT attention FROM orders ORDER BY id')).toEqual([
      { attention: 'noPlace' },
      { attention: 'noPlace' },
      { attention: 'noPlace' },
      { attention: null },
    ])
    // As with a single one: the refund of an online payment is decided with its order.
    expect(await rows('SELECT kind FROM mails')).toHaveLength(4)
  })

  test('Of two simultaneous requests that cancel the same participations one succeeds; the other changes nothing (409)', async () => {
    const ids = await placesOf(5)
    const database = overtakenBefore('insert into "guards"', () => cancel([2]))
    const refused = await cancel(ids, { database })
    expect(refused.answer.error.rows).toEqual([
      { id: 2, code: 'NotFound', message: 'Narr 2 ist nicht mehr angemeldet.' },
    ])
    const answers = await Promise.all([cancel([1, 3, 4]), cancel([5, 4, 3])])
    expect(answers.map((one) => one.status).sort()).toEqual([204, 409])
  })

  test('One undo reverts all cancellations of a request; if one of the costumes has been enrolled again since, it is rejected and reverts none (409)', async () => {
    const ids = await placesOf(4)
    const { requestId } = await cancel(ids)
    const member = await aMember({ firstName: 'Lena', lastName: 'Abele' })
    const costume = await aCostume(typeId, '3')
    const other = await send(`/api/parade/${paradeId}/participation`, {
      memberId: member.id,
      costumeId: costume.id,
    })
    expect(other.status).toBe(201)
    const before = await contents()
    expect(await undo(requestId)).toBe(409)
    expect(extentOf(before, await contents())).toEqual({})
    await cancel([other.answer.id])
    expect(await undo(requestId)).toBe(200)
    expect(await rows(`SELECT id FROM participations WHERE state = 'booked'`)).toHaveLength(4)
    expect(await undo(requestId)).toBe(409)
  })

  test('If one of the people whose places were cancelled together has enrolled again, the undo is rejected and restores no place (PersonAlreadyEnrolled)', async () => {
    const ids = await placesOf(3)
    const { requestId } = await cancel(ids)
    await rows(`INSERT INTO participations (parade_id, door, state, first_name, last_name, birthday,
      person_key, given_key, costume_type_id, costume_number, costume_number_key, age_class,
      price_in_cent, created_at) SELECT parade_id, door, 'booked', first_name, last_name, birthday,
      'm:77', given_key, costume_type_id, 'neu', 'neu', age_class, 800, created_at
      FROM participations WHERE id = 2`)
    const answer = await call('POST', `/api/history/${requestId}/undo`, undefined, {
      token: manager.token,
    })
    expect((await json(answer)).error.code).toBe('PersonAlreadyEnrolled')
    expect(await rows(`SELECT id FROM participations WHERE state = 'booked'`)).toHaveLength(1)
  })

  test('A helper may not cancel participations (403)', async () => {
    await placesOf(1)
    const helper = await signedIn('helper')
    expect((await cancel([1], { token: helper.token })).status).toBe(403)
  })
})

describe('Many deregistered costumes', () => {
  const deregister = (ids: number[], registeredUntil = '2026-12-31', options = {}) =>
    send('/api/costume/deregister', { ids, registeredUntil }, options)

  test('Deregistering costumes does not change their owners, and their numbers can be used again', async () => {
    const ids = await costumesOf(3)
    const member = await aMember()
    await rows(`INSERT INTO costume_ownerships (costume_id, member_id, owned_from)
      VALUES (2, ${member.id}, '2020-01-01')`)
    const { answer } = await deregister(ids)
    expect(answer).toMatchObject([
      { id: 1, registeredUntil: '2026-12-31', type: { id: typeId } },
      { id: 2, registeredUntil: '2026-12-31' },
      { id: 3, registeredUntil: '2026-12-31' },
    ])
    expect(await rows('SELECT owned_to FROM costume_ownerships')).toEqual([{ owned_to: null }])
    expect((await send('/api/costume', { number: '2', costumeTypeId: typeId })).status).toBe(201)
  })

  test('If some costumes are deregistered already or registered only after the date, the deregistration is rejected, and the answer lists them (409)', async () => {
    await costumesOf(4)
    await deregister([2], '2025-06-30')
    await rows(`UPDATE costumes SET registered_since = '2027-01-01' WHERE id = 3`)
    await rows(`UPDATE costumes SET registered_since = '2026-12-31' WHERE id = 4`)
    const before = await contents()
    const refused = await deregister([1, 2, 3, 4])
    expect(refused.status).toBe(409)
    expect(refused.answer.error.rows).toEqual([
      {
        id: 2,
        code: 'Conflict',
        message: 'Schellenhansel 2 ist schon zum 30.06.2025 abgemeldet.',
      },
      {
        id: 3,
        code: 'ValidationFailed',
        message:
          'Schellenhansel 3 wird abgemeldet, bevor es angemeldet ist. Angemeldet ist es seit 01.01.2027.',
      },
    ])
    expect(extentOf(before, await contents())).toEqual({})
    expect((await deregister([1, 4])).status).toBe(200)
    expect((await deregister([1], '2027-02-31')).status).toBe(400)
    expect((await deregister([1], '2100-01-01')).status).toBe(422)
    expect(
      (await send('/api/costume/deregister', { ids: [1], registeredUntil: null })).status,
    ).toBe(400)
  })

  test('Of two simultaneous deregistrations of the same costumes one succeeds; the other changes nothing (409)', async () => {
    const ids = await costumesOf(3)
    const database = overtakenBefore('insert into "guards"', () => deregister([3]))
    expect((await deregister(ids, '2026-12-31', { database })).answer.error.rows).toMatchObject([
      { id: 3, code: 'Conflict' },
    ])
    const two = await Promise.all([deregister([1, 2]), deregister([2, 1], '2026-11-30')])
    expect(two.map((one) => one.status).sort()).toEqual([200, 409])
    const ends = await rows('SELECT DISTINCT registered_until FROM costumes WHERE id < 3')
    expect(ends).toHaveLength(1)
  })

  test('One undo reverts all deregistrations of a request; if one of the numbers has been used again since, it is rejected and reverts none (409)', async () => {
    const ids = await costumesOf(3)
    const { requestId } = await deregister(ids)
    const other = await send('/api/costume', { number: '2', costumeTypeId: typeId })
    expect(await undo(requestId)).toBe(409)
    expect(await rows('SELECT id FROM costumes WHERE registered_until IS NULL')).toHaveLength(1)
    await call('DELETE', `/api/costume/${other.answer.id}`, undefined, { token: manager.token })
    expect(await undo(requestId)).toBe(200)
    expect(await rows('SELECT id FROM costumes WHERE registered_until IS NULL')).toHaveLength(3)
  })
})
