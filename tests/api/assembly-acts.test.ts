import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { contents, extentOf } from '#tests/support/contents.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

// Planned honors of an assembly (attendance, order dates, notes), entering due honors in one request, and its undo.

let token: string
/** Members 1 to 4. */
let anna: number
let berta: number
let carla: number
let david: number

beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
  const idOf = async (firstName: string) => (await aMember({ firstName, lastName: 'Bär' })).id
  anna = await idOf('Anna')
  berta = await idOf('Berta')
  carla = await idOf('Carla')
  david = await idOf('David')
})

async function send(method: string, path: string, body?: unknown) {
  const response = await call(method, path, body, { token })
  const answer = response.status === 204 ? null : await json(response)
  return { status: response.status, answer, requestId: response.headers.get('X-Request-Id') ?? '' }
}

const put = (list: object[], set: object, date = today) =>
  send('PUT', `/api/assembly/${date}/rows`, { rows: list, set })
const enter = (list: object[], date = today) =>
  send('POST', `/api/assembly/${date}/enter`, { rows: list })
const undo = (act: string, date = today) => send('POST', `/api/assembly/${date}/undo`, { act })
const undoInHistory = (requestId: string) => send('POST', `/api/history/${requestId}/undo`)

const actOf = async (list: object[], date = today): Promise<string> => {
  const { status, answer } = await enter(list, date)
  expect(status, JSON.stringify(answer)).toBe(201)
  return answer.act
}

type Row = {
  date: string
  member_id: number
  type: string
  attendance: string | null
  choice: string | null
  ordered_on: string | null
  handed_over_on: string | null
  act: string | null
  honor_id: number | null
  note: string
}
const marks = () => rows<Row>('SELECT * FROM assembly_honors ORDER BY date, member_id, type')
const honors = () =>
  rows<{ id: number; member_id: number; type: string; date: string; comment: string }>(
    'SELECT id, member_id, type, date, comment FROM honors ORDER BY member_id, type',
  )

const parades25 = (memberId: number) => ({ memberId, type: 'Parades_25' })
const enter25 = (memberId: number) => ({ memberId, types: ['Parades_25'] })

/** Expects that the request stored nothing, whatever it answered. */
async function rejection(act: () => Promise<{ status: number; answer: { error: unknown } }>) {
  const before = await contents()
  const { status, answer } = await act()
  const { sessions: _, ...extent } = extentOf(before, await contents())
  expect(extent).toEqual({})
  return { status, error: answer.error }
}

describe('attendance, dates and notes of planned honors of an assembly', () => {
  test('Saving an order date or a note of a planned honor changes only the fields in the request', async () => {
    expect(
      (await put([parades25(anna)], { orderedOn: '2027-01-10', note: 'graviert' })).status,
    ).toBe(204)
    await put([parades25(anna)], { invitedOn: '2027-01-02' })
    expect(await marks()).toMatchObject([
      {
        date: today,
        member_id: anna,
        type: 'Parades_25',
        attendance: null,
        ordered_on: '2027-01-10',
        invited_on: '2027-01-02',
        note: 'graviert',
        act: null,
        honor_id: null,
      },
    ])
  })

  test('Saving a planned honor again with the same values, or twice in one request, stores one row and adds no history line', async () => {
    await put([parades25(anna), parades25(anna), parades25(berta)], { orderedOn: today })
    const before = await contents()
    await put([parades25(anna), parades25(berta)], { orderedOn: today })
    const after = await contents()
    expect(after.assembly_honors).toEqual(before.assembly_honors)
    expect(after.audit_entries).toEqual(before.audit_entries)
    expect(await marks()).toHaveLength(2)
  })

  test('The row of a planned honor is deleted once its last value is emptied; saving only empty values creates no row', async () => {
    await put([parades25(anna), parades25(berta)], { orderedOn: today })
    await put([parades25(anna), parades25(carla)], { orderedOn: null, note: '', choice: null })
    expect((await marks()).map((row) => row.member_id)).toEqual([berta])
  })

  test("Saving an order date for a member's honor changes neither the same honor at another assembly nor the member's other honors", async () => {
    await put([parades25(anna)], { orderedOn: '2027-01-01' }, '2027-11-11')
    await put([{ memberId: anna, type: 'Parades_50' }], { orderedOn: '2027-01-02' })
    await put([parades25(anna)], { orderedOn: '2027-01-03' })
    expect((await marks()).map(({ date, type, ordered_on }) => [date, type, ordered_on])).toEqual([
      [today, 'Parades_25', '2027-01-03'],
      [today, 'Parades_50', '2027-01-02'],
      ['2027-11-11', 'Parades_25', '2027-01-01'],
    ])
  })

  test("Attendance saved for one planned honor of a member is stored for all the member's honors at the same assembly", async () => {
    await put([{ memberId: anna, type: 'Parades_50' }, parades25(berta)], { orderedOn: today })
    await put([parades25(anna)], { attendance: 'excused' })
    expect(
      (await marks()).map(({ member_id, type, attendance }) => [member_id, type, attendance]),
    ).toEqual([
      [anna, 'Parades_25', 'excused'],
      [anna, 'Parades_50', 'excused'],
      [berta, 'Parades_25', null],
    ])
    await put([parades25(anna)], { attendance: null })
    expect((await marks()).map(({ type, attendance }) => [type, attendance])).toEqual([
      ['Parades_50', null],
      ['Parades_25', null],
    ])
  })

  test('A request to save planned honors with unknown or anonymised members or with honors without a rule is rejected with an error at each such row (422)', async () => {
    await rows(`UPDATE members SET anonymised_at = '2027-01-01T00:00:00.000Z' WHERE id = ${david}`)
    await rows(`DELETE FROM honor_rule_duties WHERE type = 'Obernarr'`)
    await rows(`DELETE FROM honor_rules WHERE type = 'Honorary_Member_Extra'`)
    for (const set of [{ orderedOn: today }, { orderedOn: null }, { attendance: null }]) {
      const list = [
        parades25(anna),
        { memberId: 4711, type: 'Parades_25' },
        parades25(david),
        { memberId: berta, type: 'Honorary_Member_Extra' },
      ]
      expect(await rejection(() => put(list, set))).toEqual({
        status: 422,
        error: {
          code: 'ValidationFailed',
          message: expect.any(String),
          fields: {
            'rows.1.memberId': 'Dieses Mitglied gibt es nicht mehr.',
            'rows.2.memberId': 'Dieses Mitglied gibt es nicht mehr.',
            'rows.3.type': 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.',
          },
        },
      })
    }
  })

  test('Rejects saving planned honors without rows, without a value, with an unknown attendance or with a note that is too long (422)', async () => {
    expect((await rejection(() => put([], { orderedOn: today }))).status).toBe(422)
    expect((await rejection(() => put([parades25(anna)], {}))).status).toBe(422)
    expect((await rejection(() => put([parades25(anna)], { attendance: 'late' }))).status).toBe(422)
    expect((await rejection(() => put([parades25(anna)], { note: 'x'.repeat(5000) }))).status).toBe(
      422,
    )
  })

  test.each(['2027-02-30', '11.11.2027', '0201-01-16', '1899-12-31', '2100-01-01', '9999-12-31'])(
    'Rejects %s as the day of an assembly in every request (400)',
    async (date) => {
      for (const act of [
        () => put([parades25(anna)], { note: 'graviert' }, date),
        () => enter([enter25(anna)], date),
        () => undo('act', date),
        () => send('GET', `/api/assembly/${date}/orders.csv`),
      ]) {
        const { status, error } = await rejection(act)
        expect(status).toBe(400)
        expect(error).toMatchObject({
          code: 'InvalidRequest',
          fields: { date: expect.any(String) },
        })
      }
    },
  )

  test('Rejects adding an honor that the member already holds (409), unless it was entered at the same assembly or may be given repeatedly', async () => {
    await send('POST', `/api/member/${anna}/honors`, {
      type: 'Parades_25',
      date: '2020-11-11',
      comment: '',
    })
    const list = [parades25(anna), parades25(berta)]
    expect(await rejection(() => put(list, { choice: 'added' }))).toEqual({
      status: 409,
      error: {
        code: 'HonorExists',
        message: expect.stringMatching(/^Schon eingetragen: Anna Bär \([^,]+\)\. Es ist nichts/),
      },
    })
    expect((await put(list, { choice: 'left_out' })).status).toBe(204)
    await actOf([enter25(berta)])
    expect((await put([parades25(berta)], { choice: 'added' })).status).toBe(204)
    // Extra_Certificate may be given more than once.
    const more = { memberId: anna, type: 'Extra_Certificate' }
    await send('POST', `/api/member/${anna}/honors`, { ...more, date: '2020-11-11', comment: '' })
    expect((await put([more], { choice: 'added' })).status).toBe(204)
  })

  test('Saving, entering and undoing 500 honors stays within the limits of D1', async () => {
    await rows(`WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 599)
      INSERT INTO members (id, first_name, last_name, first_name_key, last_name_key, created_at,
        updated_at) SELECT i, 'Narr', i, 'narr', i, '2026-01-01', '2026-01-01' FROM n`)
    const list = Array.from({ length: 500 }, (_, index) => parades25(100 + index))
    expect((await put(list, { orderedOn: today, attendance: 'present' })).status).toBe(204)
    expect(await marks()).toHaveLength(500)
    const act = await actOf(list.map(({ memberId }) => enter25(memberId)))
    expect(await honors()).toHaveLength(500)
    expect((await undo(act)).answer).toEqual({ removed: 500, kept: [] })
    expect(await honors()).toEqual([])
    expect((await marks()).every((row) => row.handed_over_on === null)).toBe(true)
  })
})

describe('entering honors', () => {
  test('Honors entered with one request get one common id; the day is stored as handed over unless the member is excused or a date is stored already', async () => {
    await put([parades25(berta)], { attendance: 'excused', orderedOn: '2027-01-10' })
    await put([{ memberId: carla, type: 'Honorary_Member_Extra' }], { attendance: 'excused' })
    await put([parades25(david)], { handedOverOn: '2027-01-05' })
    const { status, answer, requestId } = await enter([
      enter25(anna),
      enter25(berta),
      enter25(carla),
      enter25(david),
    ])
    expect(status).toBe(201)
    expect(answer).toEqual({ act: requestId, entered: 4 })
    expect(await honors()).toEqual(
      [anna, berta, carla, david].map((member_id) => ({
        id: expect.any(Number),
        member_id,
        type: 'Parades_25',
        date: today,
        comment: '',
      })),
    )
    const given = new Map((await honors()).map(({ id, member_id }) => [member_id, id]))
    const row = (member_id: number, handed_over_on: string | null, more: object = {}) => ({
      member_id,
      type: 'Parades_25',
      act: requestId,
      honor_id: given.get(member_id),
      handed_over_on,
      ...more,
    })
    expect(await marks()).toMatchObject([
      row(anna, today),
      row(berta, null, { attendance: 'excused', ordered_on: '2027-01-10' }),
      { member_id: carla, type: 'Honorary_Member_Extra', act: null, honor_id: null },
      row(carla, null),
      row(david, '2027-01-05'),
    ])
  })

  test('If one request contains an honor of a member several times, the honor is stored once', async () => {
    const both = { memberId: anna, types: ['Parades_50', 'Parades_25', 'Parades_50'] }
    const { answer } = await enter([both, enter25(anna)])
    expect(answer.entered).toBe(2)
    expect((await honors()).map(({ type }) => type)).toEqual(['Parades_25', 'Parades_50'])
    expect((await marks()).map(({ type, act }) => [type, act])).toEqual([
      ['Parades_25', answer.act],
      ['Parades_50', answer.act],
    ])
  })

  test('Honors can be entered from midnight in Berlin on the day of the assembly; earlier requests are rejected (422)', async () => {
    expect(await rejection(() => enter([enter25(anna)], '2027-01-17'))).toEqual({
      status: 422,
      error: {
        code: 'AssemblyNotYet',
        message: 'Eingetragen wird am Tag der Generalversammlung, frühestens am 17.01.2027.',
      },
    })
    setClock('2027-01-16T22:59:59Z')
    expect((await rejection(() => enter([enter25(anna)], '2027-01-17'))).status).toBe(422)
    setClock('2027-01-16T23:00:00Z')
    expect((await enter([enter25(anna)], '2027-01-17')).status).toBe(201)
    expect((await enter([enter25(berta)], '2020-11-11')).status).toBe(201)
  })

  test('If some members already hold the honor, entering it is rejected for all, and the answer lists these members (409)', async () => {
    const held = { type: 'Parades_25', date: '2020-11-11', comment: '' }
    await send('POST', '/api/member/honors', { memberIds: [anna, carla], ...held })
    await rows(`UPDATE honor_rules SET label = 'Orden 25' WHERE type = 'Parades_25'`)
    expect(await rejection(() => enter([anna, berta, carla].map(enter25)))).toEqual({
      status: 409,
      error: {
        code: 'HonorExists',
        message:
          'Schon eingetragen: Anna Bär (Orden 25), Carla Bär (Orden 25). Es ist nichts geändert.',
      },
    })
  })

  test('If more than five members already hold the honor, the rejection of entering lists five by name and gives the number of the others', async () => {
    const ids = [anna, berta, carla, david]
    for (const firstName of ['Emil', 'Franz', 'Gerd', 'Hans']) {
      ids.push((await aMember({ firstName, lastName: 'Bär' })).id)
    }
    await actOf(ids.map(enter25))
    const { error } = await rejection(() => enter(ids.map(enter25)))
    expect(error).toMatchObject({
      code: 'HonorExists',
      message: expect.stringMatching(
        /Emil Bär \([^,]+\) und 3 weitere\. Es ist nichts geändert\.$/,
      ),
    })
  })

  test('An honor that may be given repeatedly can be entered at a later assembly, but not twice at the same one (409)', async () => {
    const extra = [{ memberId: anna, types: ['Extra_Certificate'] }]
    await actOf(extra, '2020-11-11')
    await actOf(extra)
    expect((await rejection(() => enter(extra))).status).toBe(409)
    const [, second] = await rows<{ id: number }>('SELECT id FROM honors ORDER BY id')
    expect((await marks()).at(-1)?.honor_id).toBe(second?.id)
  })

  test('If one honor of a request is for an unknown member or has no rule, entering is rejected for all (422)', async () => {
    await rows(`DELETE FROM honor_rules WHERE type = 'Honorary_Member_Extra'`)
    const list = [
      enter25(anna),
      { memberId: 4711, types: ['Parades_25'] },
      { memberId: berta, types: ['Parades_25', 'Honorary_Member_Extra'] },
    ]
    expect(await rejection(() => enter(list))).toMatchObject({
      status: 422,
      error: {
        fields: {
          'rows.1.memberId': 'Dieses Mitglied gibt es nicht mehr.',
          'rows.2.types': 'Diese Ehrung gibt es in Eurer Zunft nicht mehr.',
        },
      },
    })
  })

  test('Of three simultaneous requests to enter the same honors one succeeds and two are rejected (409)', async () => {
    const list = [anna, berta, carla, david].map(enter25)
    const answers = await Promise.all([1, 2, 3].map(() => enter(list)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await honors()).toHaveLength(4)
    const acts = new Set((await marks()).map(({ act }) => act))
    expect([...acts]).toEqual([answers.find(({ status }) => status === 201)?.answer.act])
  })

  test('Entering honors is rejected (409) when another request stores one of these honors just before', async () => {
    const database = overtakenBefore('insert into "guards"', () =>
      rows(
        `INSERT INTO honors (member_id, type, date) VALUES (${berta}, 'Parades_25', '2027-01-01')`,
      ),
    )
    const body = { rows: [enter25(anna), enter25(berta)] }
    const answer = await call('POST', `/api/assembly/${today}/enter`, body, { token, database })
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.message).toMatch(/^Schon eingetragen: Berta Bär/)
    expect(await honors()).toHaveLength(1)
    expect(await marks()).toEqual([])
  })
})

describe('undo of entered honors', () => {
  test('Undoing entered honors deletes them and restores the earlier attendance, order and handover dates', async () => {
    await put([parades25(berta)], { attendance: 'excused', orderedOn: '2027-01-10' })
    await put([parades25(carla)], { handedOverOn: '2027-01-05' })
    await put([parades25(david)], { handedOverOn: today })
    const before = await contents()
    const act = await actOf([anna, berta, carla, david].map(enter25))
    expect((await undo(act)).answer).toEqual({ removed: 4, kept: [] })
    const after = await contents()
    expect(after.honors).toEqual(before.honors)
    expect(after.assembly_honors).toEqual(before.assembly_honors)
  })

  test('The assembly list contains the same people and reasons before honors are entered, after entering them, and after the undo', async () => {
    await rows(`UPDATE members SET date_joined = '1990-01-01', membership_state = 'Active'`)
    const list = async () => (await send('GET', `/api/assembly?date=${today}`)).answer
    await put([{ memberId: berta, type: 'Member_for_25_Years' }], { attendance: 'excused' })
    await put([{ memberId: carla, type: 'Member_for_25_Years' }], { choice: 'left_out' })
    await put([{ memberId: carla, type: 'Honorary_Member_Extra' }], { choice: 'added' })
    const before = await list()
    const act = await actOf([
      { memberId: anna, types: ['Member_for_25_Years'] },
      { memberId: berta, types: ['Member_for_25_Years'] },
      { memberId: carla, types: ['Honorary_Member_Extra'] },
    ])
    const between = await list()
    type Listed = { act: string | null; honorId: number | null; handedOverOn: string | null }
    const words = (rows: Listed[]) =>
      rows.map(({ act: _, honorId: __, handedOverOn: ___, ...row }) => row)
    expect(words(between.rows)).toEqual(words(before.rows))
    expect(
      before.rows.map((row: { member: { firstName: string } }) => row.member.firstName),
    ).toEqual(['Anna', 'Berta', 'David', 'Carla'])
    expect(between.rows.map((row: Listed) => [row.act, row.handedOverOn])).toEqual([
      [act, today],
      [act, null],
      [null, null],
      [act, today],
    ])
    await undo(act)
    expect(await list()).toEqual(before)
  })

  test('Undoing entered honors does not delete the handover dates and notes saved after the honors were entered', async () => {
    await put([parades25(berta)], { attendance: 'excused' })
    const act = await actOf([anna, berta, carla].map(enter25))
    await put([parades25(berta)], { handedOverOn: '2027-02-01' })
    await put([parades25(carla)], { note: 'Urkunde fehlt' })
    expect((await undo(act)).answer).toEqual({ removed: 3, kept: [] })
    expect(await marks()).toMatchObject([
      { member_id: berta, handed_over_on: '2027-02-01', act: null, honor_id: null },
      { member_id: carla, handed_over_on: null, note: 'Urkunde fehlt', act: null, honor_id: null },
    ])
  })

  test('Undoing entered honors does not delete honors that were changed after entering, and the answer lists them', async () => {
    const act = await actOf([anna, berta, carla].map(enter25))
    const [ofAnna, ofBerta] = await honors()
    await send('PUT', `/api/member/${anna}/honors/${ofAnna?.id}`, { comment: 'am Grab' })
    await send('PUT', `/api/member/${berta}/honors/${ofBerta?.id}`, { date: '2027-01-15' })
    const { status, answer } = await undo(act)
    expect(status).toBe(200)
    expect(answer).toEqual({
      removed: 1,
      kept: ['Anna', 'Berta'].map((firstName, index) => ({
        member: {
          id: [anna, berta][index],
          firstName,
          lastName: 'Bär',
          birthday: '1980-05-04',
        },
        type: 'Parades_25',
      })),
    })
    expect((await honors()).map((honor) => honor.id)).toEqual([ofAnna?.id, ofBerta?.id])
    expect(await marks()).toMatchObject([
      { member_id: anna, act, honor_id: ofAnna?.id, handed_over_on: today },
      { member_id: berta, act, honor_id: ofBerta?.id },
    ])
    expect((await undo(act)).answer).toMatchObject({ removed: 0, kept: [{}, {}] })
  })

  test('An entered honor that was deleted by hand does not prevent the undo of the other entered honors', async () => {
    const act = await actOf([anna, berta].map(enter25))
    const [ofAnna] = await honors()
    await send('DELETE', `/api/member/${anna}/honors/${ofAnna?.id}`)
    expect((await marks())[0]).toMatchObject({ member_id: anna, honor_id: null })
    expect((await undo(act)).answer).toEqual({ removed: 1, kept: [] })
    expect(await marks()).toEqual([])
    expect((await undo(act)).status).toBe(404)
  })

  test('An honor that was deleted and entered again is removed only by the undo of the second entering', async () => {
    const first = await actOf([anna, berta].map(enter25))
    const [ofAnna] = await honors()
    await send('DELETE', `/api/member/${anna}/honors/${ofAnna?.id}`)
    const second = await actOf([enter25(anna)])
    expect((await undo(first)).answer).toEqual({ removed: 1, kept: [] })
    expect(await marks()).toMatchObject([{ member_id: anna, act: second }])
    expect((await undo(second)).answer).toEqual({ removed: 1, kept: [] })
  })

  test('Undoing entered honors is rejected (404) with an unknown id, another day or the id of another kind of change, and a second time', async () => {
    const act = await actOf([enter25(anna)])
    expect((await rejection(() => undo('unknown-act'))).status).toBe(404)
    expect((await rejection(() => undo(act, '2027-01-15'))).status).toBe(404)
    const change = await put([parades25(berta)], { orderedOn: today })
    expect((await rejection(() => undo(change.requestId))).status).toBe(404)
    const both = await Promise.all([undo(act), undo(act)])
    expect(both.reduce((sum, { answer }) => sum + (answer.removed ?? 0), 0)).toBe(1)
    expect((await rejection(() => undo(act))).status).toBe(404)
    expect(
      await rows(`SELECT id FROM audit_entries WHERE undone_by IS NOT NULL
      AND request_id <> '${act}'`),
    ).toEqual([])
  })

  const person = fc.nat({ max: 3 })
  const type = fc.constantFrom(
    'Parades_25',
    'Parades_50',
    'Member_for_25_Years',
    'Honorary_Member_Extra',
  )
  const day = fc.constantFrom(today, '2027-01-05', null)
  const mark = fc.oneof(
    fc.record({ attendance: fc.constantFrom('present', 'excused', null) }),
    fc.record({ choice: fc.constantFrom('added', 'left_out', null) }),
    fc.record({ orderedOn: day, handedOverOn: day }),
    fc.record({ note: fc.constantFrom('', 'Ä"ö') }),
  )
  const marked = fc.array(fc.record({ person, type, set: mark }), { maxLength: 8 })
  const chosen = fc.array(fc.record({ person, type }), { minLength: 1, maxLength: 8 })

  test('Undoing entered honors restores the previous honors, rows and list (property test)', async () => {
    const state = async () => {
      const { honors: given, assembly_honors: of } = await contents()
      return { given, of, list: (await send('GET', `/api/assembly?date=${today}`)).answer }
    }
    // All members are due for their years.
    await rows(`UPDATE members SET date_joined = '1990-01-01', membership_state = 'Active'`)
    await fc.assert(
      fc.asyncProperty(marked, chosen, chosen, async (before, first, second) => {
        await env.DB.batch(
          ['assembly_honors', 'honors'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
        )
        const ids = [anna, berta, carla, david]
        for (const { person: at, type: one, set } of before) {
          await put([{ memberId: ids[at], type: one }], set)
        }
        const toEnter = (list: typeof first) =>
          list.map(({ person: at, type: one }) => ({ memberId: ids[at], types: [one] }))
        const beginning = await state()
        expect(beginning.list.total).toBeGreaterThan(0)
        const one = await actOf(toEnter(first))
        const between = await state()
        const two = await enter(toEnter(second))
        if (two.status === 201) {
          expect((await undo(two.answer.act)).answer.kept).toEqual([])
        } else expect(two.status).toBe(409)
        expect(await state()).toEqual(between)
        expect((await undo(one)).answer.kept).toEqual([])
        expect(await state()).toEqual(beginning)
      }),
      { numRuns: 25, seed: 20270116 },
    )
  })
})

describe('history of entered honors', () => {
  const history = async (requestId: string) => {
    const { entries } = (await send('GET', '/api/history')).answer
    return entries.filter((entry: { requestId: string }) => entry.requestId === requestId)
  }

  test('Entering honors adds one history entry, which can be undone on the page of the assembly but not in the history (409)', async () => {
    const act = await actOf([anna, berta, carla].map(enter25))
    expect(await history(act)).toMatchObject([
      { act: 'POST /api/assembly/:date/enter', undo: 'never' },
    ])
    const { status, error } = await rejection(() => undoInHistory(act))
    expect({ status, error }).toMatchObject({ status: 409, error: { code: 'NotUndoable' } })
    const back = await undo(act)
    expect(await history(act)).toMatchObject([{ undo: 'undone' }])
    expect(await history(back.requestId)).toMatchObject([{ undo: 'never' }])
    expect((await rejection(() => undoInHistory(back.requestId))).status).toBe(409)
  })

  test('Honors entered with one request are shown as undone in the history only once all of them have been removed', async () => {
    const act = await actOf([anna, berta].map(enter25))
    const [ofAnna] = await honors()
    await send('PUT', `/api/member/${anna}/honors/${ofAnna?.id}`, { comment: 'am Grab' })
    await undo(act)
    expect(await history(act)).toMatchObject([{ undo: 'never' }])
    await send('DELETE', `/api/member/${anna}/honors/${ofAnna?.id}`)
    await undo(act)
    expect(await history(act)).toMatchObject([{ undo: 'undone' }])
  })

  test('Changes of attendance and order dates can be undone from the history, but only newest first (409)', async () => {
    const first = await put([parades25(anna)], { orderedOn: today })
    const before = await marks()
    const second = await put([parades25(anna), parades25(berta)], {
      orderedOn: null,
      attendance: 'excused',
    })
    const third = await put([parades25(anna), parades25(berta)], { attendance: null })
    expect(await marks()).toEqual([])
    expect((await undoInHistory(second.requestId)).status).toBe(409)
    expect((await undoInHistory(third.requestId)).status).toBe(200)
    expect((await undoInHistory(second.requestId)).status).toBe(200)
    expect(await marks()).toEqual(before)
    expect((await undoInHistory(first.requestId)).status).toBe(200)
    expect(await marks()).toEqual([])
  })

  test('A change of attendance made before honors were entered cannot be undone (409) until the entering has been undone', async () => {
    const excused = await put([parades25(anna)], { attendance: 'excused' })
    const present = await put([parades25(berta)], { attendance: 'present' })
    const act = await actOf([anna, berta].map(enter25))
    for (const { requestId } of [excused, present]) {
      expect((await undoInHistory(requestId)).status).toBe(409)
    }
    await undo(act)
    for (const { requestId } of [excused, present]) {
      expect((await undoInHistory(requestId)).status).toBe(200)
    }
    expect(await marks()).toEqual([])
  })

  test('If an entered honor is deleted and the deletion undone, undoing the entering removes this honor too', async () => {
    const act = await actOf([anna, berta].map(enter25))
    const before = await contents()
    const [ofAnna] = await honors()
    const gone = await send('DELETE', `/api/member/${anna}/honors/${ofAnna?.id}`)
    expect((await undoInHistory(gone.requestId)).status).toBe(200)
    expect((await contents()).assembly_honors).toEqual(before.assembly_honors)
    expect((await undo(act)).answer).toEqual({ removed: 2, kept: [] })
    expect(await marks()).toEqual([])
  })
})

describe('changing the day of the assembly', () => {
  const settings = (assemblyDate: string | null) =>
    send('PUT', '/api/guild/settings', { assemblyDate })
  const places = async () =>
    (await marks()).map(({ date, member_id, attendance }) => [date, member_id, attendance])

  test('When the day of the assembly is changed, the planned honors of the coming assembly move to the new day, also from the default day 11 November', async () => {
    await put([parades25(anna)], { orderedOn: today }, '2027-11-11')
    await put([parades25(berta)], { orderedOn: today }, '2026-11-11')
    expect((await settings('2027-04-10')).status).toBe(200)
    expect(await places()).toEqual([
      ['2026-11-11', berta, null],
      ['2027-04-10', anna, null],
    ])
    await settings(null)
    expect((await places()).at(-1)).toEqual(['2027-11-11', anna, null])
    // 11 November is the effective day already, so no row moves.
    const before = await contents()
    await settings('2027-11-11')
    expect((await contents()).assembly_honors).toEqual(before.assembly_honors)
  })

  test('When the day of the assembly changes, entered honors stay on the old day and planned ones move to the new day', async () => {
    await settings(today)
    await put([parades25(anna), parades25(berta)], { attendance: 'present' })
    const act = await actOf([enter25(anna)])
    await settings('2027-04-10')
    expect(await places()).toEqual([
      [today, anna, 'present'],
      ['2027-04-10', berta, 'present'],
    ])
    expect((await undo(act)).answer).toEqual({ removed: 1, kept: [] })
  })

  test('If planned honors move to a day for which the member has stored values already, those values prevail; an undo restores both', async () => {
    const on = '2027-04-10'
    await put([parades25(anna)], { attendance: 'present', note: 'alt' }, '2027-11-11')
    await put(
      [{ memberId: anna, type: 'Honorary_Member_Extra' }],
      { choice: 'added' },
      '2027-11-11',
    )
    await put([parades25(anna)], { attendance: 'excused', note: 'neu' }, on)
    const before = await marks()
    const moved = await settings(on)
    expect(await marks()).toMatchObject([
      { date: on, type: 'Honorary_Member_Extra', choice: 'added', attendance: 'excused' },
      { date: on, type: 'Parades_25', attendance: 'excused', note: 'neu' },
    ])
    expect((await undoInHistory(moved.requestId)).status).toBe(200)
    expect(await marks()).toEqual(before)
    const [guild] = await rows('SELECT assembly_date FROM guild_settings')
    expect(guild).toEqual({ assembly_date: null })
  })

  test('A change of the day of the assembly cannot be undone while honors are entered on the new day (409)', async () => {
    await put([parades25(anna)], { attendance: 'excused' }, '2027-11-11')
    const { requestId } = await send('PUT', '/api/guild/settings', { assemblyDate: today })
    const act = await actOf([enter25(anna)])
    const before = await marks()
    expect(before).toMatchObject([{ date: today, attendance: 'excused', act }])
    expect((await undoInHistory(requestId)).status).toBe(409)
    expect(await marks()).toEqual(before)
    await undo(act)
    expect((await undoInHistory(requestId)).status).toBe(200)
    expect(await marks()).toMatchObject([{ date: '2027-11-11', attendance: 'excused', act: null }])
  })

  test('Saving the day of the assembly unchanged moves no row and writes no history', async () => {
    await settings('2027-04-10')
    await put([parades25(anna)], { orderedOn: today }, '2027-04-10')
    const { requestId } = await settings('2027-04-10')
    await send('PUT', '/api/guild/settings', { name: 'Zunft' })
    expect(await rows(`SELECT id FROM audit_entries WHERE request_id = '${requestId}'`)).toEqual([])
    expect(await places()).toEqual([['2027-04-10', anna, null]])
  })
})

describe('orders of medals and certificates', () => {
  test('The CSV for ordering medals lists the planned and entered honors of an assembly by issuer, honor and name, but not left-out honors', async () => {
    await rows(`UPDATE members SET date_joined = '1990-01-01', membership_state = 'Active'`)
    await rows(`UPDATE honor_rules SET issuer = 'VSAN', label = '25 Jahre'
      WHERE type = 'Member_for_25_Years'`)
    await rows(`UPDATE honor_rules SET label = 'Dank' WHERE type = 'Honorary_Member_Extra'`)
    await rows(`UPDATE guild_settings SET name = 'Narrenzunft Moosried'`)
    await put([{ memberId: david, type: 'Honorary_Member_Extra' }], {
      choice: 'added',
      orderedOn: '2027-01-10',
    })
    await put([{ memberId: carla, type: 'Member_for_25_Years' }], { choice: 'left_out' })
    await actOf([{ memberId: berta, types: ['Member_for_25_Years'] }])
    const file = await call('GET', `/api/assembly/${today}/orders.csv`, undefined, { token })
    expect(file.status).toBe(200)
    expect(file.headers.get('Content-Disposition')).toContain('Bestellung%20Ehrungen%202027-01-16')
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n')).toEqual([
      '\uFEFFAussteller;Ehrung;Name;Bestellt am;Übergeben am',
      'Narrenzunft Moosried;Dank;Bär, David;10.01.2027;',
      'VSAN;25 Jahre;Bär, Anna;;',
      'VSAN;25 Jahre;Bär, Berta;;16.01.2027',
      'VSAN;25 Jahre;Bär, David;;',
      '',
    ])
  })

  test('The list of ordered honors covers all assemblies, newest first, and shows no name for an anonymised member', async () => {
    await rows(`UPDATE honor_rules SET issuer = 'VSAN' WHERE type = 'Parades_25'`)
    await put([parades25(anna)], { orderedOn: '2026-10-01' }, '2026-11-11')
    await put([{ memberId: david, type: 'Honorary_Member_Extra' }, parades25(berta)], {
      orderedOn: '2027-01-10',
    })
    await put([parades25(carla)], { invitedOn: '2027-01-10' })
    await actOf([enter25(anna)], '2026-11-11')
    await rows(`UPDATE members SET anonymised_at = '2027-01-01T00:00:00.000Z' WHERE id = ${david}`)
    const person = (id: number, firstName: string) => ({
      id,
      firstName,
      lastName: 'Bär',
      birthday: '1980-05-04',
    })
    expect((await send('GET', '/api/assembly/orders')).answer).toEqual([
      {
        date: today,
        issuer: 'VSAN',
        type: 'Parades_25',
        member: person(berta, 'Berta'),
        orderedOn: '2027-01-10',
        handedOverOn: null,
      },
      {
        date: today,
        issuer: '',
        type: 'Honorary_Member_Extra',
        member: null,
        orderedOn: '2027-01-10',
        handedOverOn: null,
      },
      {
        date: '2026-11-11',
        issuer: 'VSAN',
        type: 'Parades_25',
        member: person(anna, 'Anna'),
        orderedOn: '2026-10-01',
        handedOverOn: '2026-11-11',
      },
    ])
  })
})
