import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import {
  aCostume,
  aCostumeType,
  aMember,
  aParade,
  aParticipation,
} from '#tests/support/builders.ts'
import { aBooking, aClaim, aFeeLetter } from '#tests/support/ledger-rows.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { commit } from '#worker/db/commit.ts'
import { newCheckInCode } from '#worker/domain/check-in.ts'
import { anonymise } from '#worker/privacy/anonymise.ts'

let token: string

beforeEach(async () => {
  setClock()
  token = (await signedIn('management')).token
})

/** Fourteen months before today, to the day. */
const longAgo = '2025-11-16'

/** Personal data, each value recognisable in a dump of the database. */
const personalData = {
  firstName: 'Xaverine',
  lastName: 'Zwölfender',
  maidenName: 'Yppsilanti',
  birthday: '1971-03-05',
  addressStreet: 'Quittengasse',
  addressNumber: '77q',
  addressPlz: '87654',
  addressTown: 'Qualbach',
  phone: '0711 700700',
  phoneMobile: '0170 800800',
  eMail: 'Xaverine@quitte.example',
  comment: 'mag keine Äxte',
  bankingIban: 'DE89370400440532013000',
  bankingBic: 'QQQQDEFF',
  bankingAccountOwner: 'X. Zwoelfender',
  bankingBank: 'Quittenbank',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2019-02-03',
  individualFeeInCent: 1234,
  individualFeeReason: 'Quittungslos',
  mandateReference: 'QX-991',
  memberNumber: 4711,
}
const name = 'Xaverine Zwölfender'
const traces =
  /xaverine|zwölfender|zwoelfender|yppsilanti|1971-03-05|quitt|77q|87654|qualbach|700700|800800|äxte|532013000|qqqqdeff|2019-02-03|qx-991/i

const aFormerMember = (changes: Parameters<typeof aMember>[0] = {}) =>
  aMember({
    ...personalData,
    membershipState: 'Left',
    dateJoined: '1990-01-01',
    dateLeft: longAgo,
    ...changes,
  })

type Place = Omit<Parameters<typeof aParticipation>[0], 'costumeTypeId'>
const aPlace = (values: Place) =>
  aParticipation({
    costumeTypeId: 1,
    firstName: personalData.firstName,
    lastName: personalData.lastName,
    birthday: personalData.birthday,
    participationFeePayed: true,
    participationConfirmed: true,
    checkInCode: newCheckInCode(),
    ...values,
  })

async function anOrder(change: Record<string, string | number | null> = {}): Promise<number> {
  const order = {
    token: `t-${Math.floor((await rows('SELECT 1 FROM orders')).length)}`,
    return_token: `r-${Math.floor((await rows('SELECT 1 FROM orders')).length)}`,
    request_key: `["${personalData.eMail}","p:xaverine|zwoelfender|1971-03-05"]`,
    state: 'paid',
    amount_in_cent: 800,
    provider: 'sandbox',
    place_count: 1,
    hold_until: '2025-01-02T10:30:00.000Z',
    email_address: personalData.eMail,
    first_name: personalData.firstName,
    last_name: personalData.lastName,
    success_url: '',
    error_url: '',
    created_at: '2025-01-02T10:00:00.000Z',
    paid_at: '2025-01-02T10:05:00.000Z',
    received_in_cent: 800,
    ...change,
  }
  const columns = Object.keys(order)
  await env.DB.prepare(
    `INSERT INTO orders (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  )
    .bind(...Object.values(order))
    .run()
  return (await rows<{ id: number }>('SELECT max(id) AS id FROM orders'))[0]?.id ?? 0
}

const anonymiseAs = (id: number, typed = name) =>
  call('POST', `/api/member/${id}/anonymise`, { name: typed }, { token })

/** Every column of the database with a value that matches, as `orders.first_name`. */
async function columnsMatching(pattern: RegExp): Promise<string[]> {
  const tables = await rows<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
  const found = new Set<string>()
  for (const { name: table } of tables.filter((one) => !/^(sqlite|_cf|d1)_/.test(one.name))) {
    for (const row of await rows(`SELECT * FROM "${table}"`)) {
      for (const [column, value] of Object.entries(row)) {
        if (pattern.test(String(value))) found.add(`${table}.${column}`)
      }
    }
  }
  return [...found].sort()
}

/** A former member with rows in every table that names members; one order is shared with the husband. */
async function aFormerMemberWithHistory() {
  const member = await aFormerMember()
  const wife = member.id
  await aCostumeType()
  const costume = await aCostume(1, '118')
  const parades = [await aParade({ date: '2025-01-19' }), await aParade({ date: '2025-01-26' })]
  const [first, second] = parades.map(({ id }) => id) as [number, number]
  const own = await anOrder()
  const shared = await anOrder({ amount_in_cent: 1600 })
  await aPlace({ memberId: wife, paradeId: first, orderId: own })
  const { id: place } = await aPlace({
    memberId: wife,
    paradeId: second,
    orderId: shared,
    firstName: 'xaverine',
  })
  const husband = { firstName: 'Otto', lastName: 'Gast', birthday: '1970-01-01' }
  await aPlace({ ...husband, paradeId: second, orderId: shared })
  await rows(
    `INSERT INTO member_timespans (member_id, from_date, to_date) VALUES (${wife}, '1990-01-01', '${longAgo}')`,
  )
  await rows(
    `INSERT INTO honors (member_id, type, date, comment) VALUES (${wife}, 'Extra_Certificate', '2010-01-01', 'für Quitten')`,
  )
  await rows(`INSERT INTO assembly_honors (date, member_id, type, attendance, handed_over_on, act, honor_id, note) VALUES
    ('2010-01-01', ${wife}, 'Extra_Certificate', 'present', '2010-01-01', 'act', (SELECT max(id) FROM honors), 'Xaverine kommt'),
    ('2026-11-11', ${wife}, 'Honorary_Member_Extra', 'excused', NULL, NULL, NULL, 'für Quitten')`)
  await rows(`INSERT INTO duty_entries (member_id, duty, from_date, to_date, comment)
    VALUES (${wife}, 'Kassier', '2000-01-01', '2010-01-01', 'Xaverine kann rechnen')`)
  await rows(`INSERT INTO member_exits (member_id, state, date, state_before, ended, recorded_at, recorded_by, effective_at)
    VALUES (${wife}, 'Left', '${longAgo}', 'Active', '[]', '2025-11-01', 1, '2025-11-17')`)
  await rows(`INSERT INTO costume_ownerships (costume_id, member_id, owned_from, owned_to)
    VALUES (${costume.id}, ${wife}, '2000-01-01', '${longAgo}')`)
  await rows(`INSERT INTO order_history (order_id, at, kind, detail) VALUES
    (${own}, '2025-01-02', 'costumeChangedByPayer', 'Xaverine Zwölfender, Ringtreffen Moosried: Bär 7'),
    (${own}, '2025-01-03', 'paid', NULL),
    (${shared}, '2025-01-02', 'placeCancelled', 'xaverine Zwölfender, Nachtumzug'),
    (${shared}, '2025-01-03', 'paid', NULL),
    (${shared}, '2025-01-04', 'placeCancelled', 'Otto Gast, Ringtreffen Moosried')`)
  await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, participation_id, email_address) VALUES
    ('a', 'paradeCancelled', 'sent', '2025', '2025', ${place}, 'zweite@quitte.example'),
    ('b', 'orderLinks', 'sent', '2025', '2025', NULL, 'xaverine@QUITTE.example'),
    ('c', 'orderLinks', 'sent', '2025', '2025', NULL, 'otto@gast.example')`)
  await rows(`UPDATE orders SET provider_ref = 'sandbox-' || id`)
  await rows(`INSERT INTO sandbox_payments (ref, state, amount_in_cent, currency, description, return_url, created_at)
    VALUES ('sandbox-${own}', 'paid', 800, 'EUR', 'Umzugsanmeldung Xaverine Zwölfender', '', '2025')`)
  await rows(`INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state, error, requested_at)
    VALUES ('order-${own}', ${own}, 'tr', 800, 'staff', 'done', 'Xaverine has no account', '2025')`)
  // Prepared while she was a member.
  await rows(`INSERT INTO prepared_statistics VALUES
    ('parades-per-member', 0, '2027-01-16', 0, '[{"memberName":"Zwölfender, Xaverine"}]', '2027')`)
  await rows(`INSERT INTO disclosures (email_address, created_at, created_by, expires_at)
    VALUES ('xaverine@quitte.example', '2027-01-15', 1, '2027-01-22')`)
  await rows(`INSERT INTO audit_entries (at, via, request_id, act, entity, entity_id, member_id, op, changes) VALUES
    ('2026', 'staff', 'r1', 'PUT', 'member', ${wife}, ${wife}, 'update', '{"firstName":["Xaverine","Xaver"]}'),
    ('2026', 'staff', 'r1', 'PUT', 'member', ${wife}, NULL, 'update', '{"eMail":["a@quitte.example","b"]}'),
    ('2026', 'staff', 'r2', 'PUT', 'participation', ${place}, NULL, 'update', '{"lastName":["Zwölfender","Z"]}'),
    ('2026', 'staff', 'r3', 'PUT', 'member', 99, 99, 'update', '{"firstName":["Otto","Ott"]}')`)
  return { id: wife, own, shared }
}

const statistics = async () => {
  const seen: Record<string, string> = {}
  for (const path of [
    '/api/statistics/parades-per-member',
    '/api/statistics/pictures',
    '/api/statistics/parades/enrolments',
    '/api/statistics/duties',
    '/api/duties/Kassier/members?active=false',
    '/api/honors/Extra_Certificate/members',
    '/api/statistics/members/honors?date=2027-11-11',
    '/api/statistics/members/anniversaries?date=2027-11-11',
  ]) {
    const body = await (await call('GET', path, undefined, { token })).text()
    // Figures only: names, birthdays and comments are expected to change.
    seen[path] = body.replace(
      /"(firstName|lastName|birthday|comment|memberName)":("[^"]*"|null)/g,
      '"$1":-',
    )
  }
  return seen
}

test("Anonymising removes the member's data from every table, except from orders shared with another person, and changes no statistic", async () => {
  const { id, own, shared } = await aFormerMemberWithHistory()
  expect((await columnsMatching(traces)).length).toBeGreaterThan(30)
  const before = await statistics()
  const dates = () =>
    rows(
      `SELECT date_joined, date_left, membership_state, created_at FROM members WHERE id = ${id}`,
    )
  const counted = () =>
    rows(`SELECT id, parade_id, member_id, order_id, person_key, state, costume_type_id, price_in_cent,
      participation_fee_payed, participation_confirmed FROM participations ORDER BY id`)
  const kept = { dates: await dates(), counted: await counted() }

  const answer = await anonymiseAs(id)
  expect(answer.status).toBe(200)
  expect(await json(answer)).toMatchObject({
    id,
    firstName: '',
    lastName: 'Anonymisiert',
    birthday: null,
    memberNumber: 0,
    membershipState: 'Left',
    dateLeft: longAgo,
    membershipActiveTimespan: [{ from: '1990-01-01', to: longAgo }],
    exit: null,
    anonymisedAt: '2027-01-16T12:00:00.000Z',
  })
  // An order with a place of another person keeps what its payer entered.
  expect(await columnsMatching(traces)).toEqual([
    'orders.email_address',
    'orders.first_name',
    'orders.last_name',
  ])
  expect(
    await rows(
      `SELECT first_name, last_name, email_address, request_key, amount_in_cent FROM orders WHERE id = ${own}`,
    ),
  ).toEqual([
    {
      first_name: '',
      last_name: '',
      email_address: '',
      request_key: `x:${own}`,
      amount_in_cent: 800,
    },
  ])
  expect(await rows(`SELECT detail FROM order_history WHERE order_id = ${own}`)).toEqual([
    { detail: null },
    { detail: null },
  ])
  expect(await rows(`SELECT detail FROM order_history WHERE order_id = ${shared}`)).toEqual([
    { detail: 'Anonymisiert, Nachtumzug' },
    { detail: null },
    { detail: 'Otto Gast, Ringtreffen Moosried' },
  ])
  expect(await rows('SELECT key, email_address FROM mails ORDER BY key')).toEqual([
    { key: 'a', email_address: null },
    { key: 'b', email_address: null },
    { key: 'c', email_address: 'otto@gast.example' },
  ])
  expect(await rows('SELECT changes FROM audit_entries WHERE member_id = 99')).toHaveLength(1)
  // An entered honor stays without its note; a planned one is deleted.
  expect(
    await rows(
      'SELECT type, attendance, handed_over_on, honor_id > 0 AS entered, note FROM assembly_honors',
    ),
  ).toEqual([
    {
      type: 'Extra_Certificate',
      attendance: 'present',
      handed_over_on: '2010-01-01',
      entered: 1,
      note: '',
    },
  ])
  expect({ dates: await dates(), counted: await counted() }).toEqual(kept)
  expect(
    await rows(`SELECT first_name, birthday, given_key, check_in_code <> '' AS has_code
      FROM participations ORDER BY id`),
  ).toEqual([
    { first_name: '', birthday: null, given_key: 'x:1', has_code: 0 },
    { first_name: '', birthday: null, given_key: 'x:1', has_code: 0 },
    {
      first_name: 'Otto',
      birthday: '1970-01-01',
      given_key: 'p:otto|gast|1970-01-01',
      has_code: 1,
    },
  ])
  expect(await statistics()).toEqual(before)
})

test('Anonymising a member a second time, as the restore of an archive does, changes no row', async () => {
  const { id } = await aFormerMemberWithHistory()
  const at = '2027-01-16T12:00:00.000Z'
  // audit_context is empty here, as in a restore.
  await commit(db(), [...anonymise(id, at)])
  const once = await columnsMatching(traces)
  expect(once).not.toContain('members.last_name')
  expect(once).not.toContain('prepared_statistics.body')
  const [member] = await rows(`SELECT * FROM members WHERE id = ${id}`)
  expect(member).toMatchObject({ last_name: 'Anonymisiert', anonymised_at: at })
  await commit(db(), [...anonymise(id, '2030-01-01T00:00:00.000Z')])
  const [again] = await rows(`SELECT * FROM members WHERE id = ${id}`)
  expect(again).toMatchObject({ last_name: 'Anonymisiert', anonymised_at: at })
  expect(await columnsMatching(traces)).toEqual(once)
  await commit(db(), [...anonymise(4711, at)])
})

describe('anonymising a member with merged records', () => {
  /** Values that only one of the records has at first. */
  const words = {
    phone: '0711 700700',
    eMail: 'xaverine@quitte.example',
    comment: 'mag keine Äxte',
  }
  const merge = async (keptId: number, goneId: number) => {
    const answer = await call('POST', `/api/member/${keptId}/merge`, { goneId }, { token })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return json(answer)
  }
  const record = (changes: Parameters<typeof aMember>[0]) =>
    aFormerMember({ ...personalData, memberNumber: 0, ...changes })

  async function threeRecords() {
    const records = [
      await record({ comment: 'Quitten eins' }),
      await record({ phoneMobile: '', birthday: null, comment: 'Quitten zwei' }),
      await record({ maidenName: '', birthday: null, comment: 'Quitten drei' }),
    ]
    const type = await aCostumeType()
    for (const { id } of records) {
      const costume = await aCostume(type.id, `${id}`)
      await rows(`INSERT INTO costume_ownerships (costume_id, member_id, owned_from, owned_to)
        VALUES (${costume.id}, ${id}, '2000-01-01', '2001-01-01')`)
      const { id: paradeId } = await aParade({ date: `2025-01-1${id}` })
      await aPlace({ memberId: id, paradeId })
      // The history stores this change under the id of this record.
      const saved = await call('PUT', `/api/member/${id}`, words, { token })
      expect(saved.status, await saved.text()).toBe(200)
    }
    return records.map(({ id }) => id) as [number, number, number]
  }

  /** Another member with lines in journal and history, which have to stay. */
  async function anotherMember() {
    const other = await aMember({ firstName: 'Otto', lastName: 'Gast' })
    await call('PUT', `/api/member/${other.id}`, { phone: '1' }, { token })
    return async () => ({
      journal: (await rows(`SELECT id FROM journal WHERE member_id = ${other.id}`)).length,
      history: (
        await rows(
          `SELECT id FROM audit_entries WHERE member_id = ${other.id} AND changes IS NOT NULL`,
        )
      ).length,
    })
  }

  test('Anonymising a member whose three records were merged in a chain clears the data of all three from journal and history', async () => {
    const ofOther = await anotherMember()
    const before = await ofOther()
    const [first, second, third] = await threeRecords()
    await merge(second, first)
    await merge(third, second)
    expect(await columnsMatching(traces)).toEqual(
      expect.arrayContaining(['journal.before', 'journal.after', 'audit_entries.changes']),
    )
    expect((await anonymiseAs(third)).status).toBe(200)
    expect(await columnsMatching(traces)).toEqual([])
    expect(
      await rows(`SELECT id FROM journal WHERE request_id NOT LIKE 'outside-%'
        AND member_id IN (${first}, ${second}, ${third})`),
    ).toEqual([])
    expect(await ofOther()).toEqual(before)
  })

  test('Anonymising a member into whom two other records were merged clears the data of all three records from journal and history', async () => {
    const [first, second, third] = await threeRecords()
    await merge(third, first)
    await merge(third, second)
    expect((await anonymiseAs(third)).status).toBe(200)
    expect(await columnsMatching(traces)).toEqual([])
  })

  test("If a merge was undone, anonymising one of its two records also clears that record's data from history lines written during the merge", async () => {
    const kept = await aMember({ firstName: 'Annegret', lastName: 'Gruber' })
    const later = await aMember({ firstName: 'Anne', lastName: 'Gruber' })
    await call('PUT', `/api/member/${kept.id}`, { phoneMobile: '1' }, { token })
    setClock('2027-01-16T12:05:00Z')
    const gone = await record({ phone: '', comment: 'Quitten zwei' })
    const undo = async (mergeId: number) => {
      const path = `/api/members/merges/${mergeId}/undo`
      const answer = await call('POST', path, undefined, { token })
      expect(answer.status, await answer.text()).toBe(200)
    }
    const { mergeId } = await merge(kept.id, gone.id)
    // A change and its reversal between the two merges hold data of both.
    for (const comment of ['', 'Quitten zwei']) {
      await call('PUT', `/api/member/${kept.id}`, { comment }, { token })
    }
    const second = await merge(later.id, kept.id)
    await undo(second.mergeId)
    await undo(mergeId)
    expect(await columnsMatching(traces)).toEqual(
      expect.arrayContaining(['journal.before', 'audit_entries.changes']),
    )
    expect((await anonymiseAs(gone.id)).status).toBe(200)
    expect(await columnsMatching(traces)).toEqual([])
    const ofKept = await rows<{ changes: string }>(`SELECT changes FROM audit_entries
      WHERE member_id = ${kept.id} AND changes LIKE '%"phoneMobile":["","1"]%'`)
    expect(ofKept).toHaveLength(1)
  })
})

describe('rejection of an anonymisation', () => {
  const codeOf = async (response: Response) => {
    const { error } = await json(response)
    return {
      status: response.status,
      code: error.code,
      message: error.message,
      fields: error.fields,
    }
  }

  test.each([
    ['another name', 'Xaverine Zwölfende'],
    ['in the other order', 'Zwölfender Xaverine'],
    ['the first name alone', 'Xaverine'],
  ])(
    'Anonymising is rejected with an error at the field if the name typed to confirm it is %s (422)',
    async (_, typed) => {
      const { id } = await aFormerMember()
      expect(await codeOf(await anonymiseAs(id, typed))).toMatchObject({
        status: 422,
        code: 'ValidationFailed',
        fields: { name: expect.any(String) },
      })
      expect(await rows('SELECT first_name FROM members')).toEqual([{ first_name: 'Xaverine' }])
    },
  )

  test('Extra blanks in the name that is typed to confirm anonymising are ignored', async () => {
    const { id } = await aFormerMember()
    expect((await anonymiseAs(id, '  Xaverine   Zwölfender ')).status).toBe(200)
  })

  test.each([
    ['active', { membershipState: 'Active', dateLeft: null }, 'weder ausgetreten noch verstorben'],
    ['passive', { membershipState: 'Passive', dateLeft: '2001-01-01' }, 'weder ausgetreten'],
    [
      'one day short of 14 months after leaving',
      { dateLeft: '2025-11-17' },
      'ab dem 17.01.2027, 14 Monate nach',
    ],
    [
      'one day short of 14 months after dying',
      { membershipState: 'Died', dateLeft: '2025-11-17' },
      'ab dem 17.01.2027',
    ],
    [
      'former, without a date of leaving and changed less than 14 months ago',
      { dateLeft: null, updatedAt: '2025-12-31T10:00:00.000Z' },
      'ab dem 01.03.2027',
    ],
  ] as const)('Rejects anonymising a member who is %s (409 NotYet)', async (_, changes, why) => {
    const { id } = await aFormerMember(changes)
    const refusal = await codeOf(await anonymiseAs(id))
    expect(refusal).toMatchObject({ status: 409, code: 'NotYet' })
    expect(refusal.message).toContain(why)
    expect(await rows('SELECT first_name, anonymised_at FROM members')).toEqual([
      { first_name: 'Xaverine', anonymised_at: null },
    ])
  })

  test('An order on the waiting list prevents anonymising until it has ended', async () => {
    const { id } = await aFormerMember()
    await aCostumeType()
    const past = await aParade({ date: '2025-01-19' })
    const order = await anOrder({ state: 'waiting' })
    await aPlace({ memberId: id, paradeId: past.id, orderId: order, state: 'waiting' })
    expect((await codeOf(await anonymiseAs(id))).message).toBe(
      'Das geht noch nicht. Eine Anmeldung steht noch auf der Warteliste.',
    )
    await rows(`UPDATE orders SET state = 'expired'`)
    expect((await anonymiseAs(id)).status).toBeLessThan(300)
  })

  test('An open order, an open refund and a coming parade each prevent anonymising until they are settled', async () => {
    const { id } = await aFormerMember()
    await aCostumeType()
    const past = await aParade({ date: '2025-01-19' })
    const coming = await aParade({ date: '2027-01-16' })
    const order = await anOrder({ state: 'pending' })
    await aPlace({ memberId: id, paradeId: past.id, orderId: order })
    const { id: place } = await aPlace({ memberId: id, paradeId: coming.id })
    await rows(`INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state, requested_at)
      VALUES ('order-1', ${order}, 'tr', 800, 'staff', 'pending', '2025')`)
    const message = async () => (await codeOf(await anonymiseAs(id))).message
    expect(await message()).toBe(
      'Das geht noch nicht. Eine Zahlung ist noch offen. Eine Erstattung ist noch offen. Für einen Umzug, der noch kommt, ist das Mitglied angemeldet.',
    )
    await rows(`UPDATE orders SET state = 'expired'`)
    expect(await message()).toBe(
      'Das geht noch nicht. Eine Erstattung ist noch offen. Für einen Umzug, der noch kommt, ist das Mitglied angemeldet.',
    )
    await rows(`UPDATE order_refunds SET state = 'done'`)
    expect(await message()).toContain('Für einen Umzug, der noch kommt')
    await rows(`UPDATE participations SET state = 'cancelled' WHERE id = ${place}`)
    expect((await anonymiseAs(id)).status).toBe(200)
  })

  test('A member who has an open fee, pays the fee of another member or is the stored payer of one cannot be anonymised', async () => {
    const { id } = await aFormerMember()
    const { id: createdBy } = await signedIn('readonly')
    const payer = await aMember({ firstName: 'Otto' })
    const child = await aMember({ firstName: 'Kind', payerId: id })
    const claim = { memberId: child.id, payerId: id, createdBy }
    const claimId = await aClaim(claim)
    const message = async () => (await codeOf(await anonymiseAs(id))).message
    const fee = 'Ein Beitrag ist noch offen oder ein Guthaben noch nicht erstattet.'
    const paysFor = 'Das Mitglied ist noch als Zahler für andere eingetragen.'
    expect(await message()).toBe(`Das geht noch nicht. ${fee} ${paysFor}`)
    const book = { claimId, method: 'cash', createdBy } as const
    await aBooking({ ...book, kind: 'paid', amountInCent: -2500 })
    expect(await message()).toContain(fee)
    await aBooking({ ...book, kind: 'refunded', amountInCent: 500 })
    expect(await message()).toBe(`Das geht noch nicht. ${paysFor}`)
    await rows(`UPDATE members SET payer_id = NULL WHERE id = ${child.id}`)
    await rows(`UPDATE members SET payer_id = ${payer.id} WHERE id = ${id}`)
    const own = await aClaim({ memberId: id, payerId: payer.id, createdBy })
    expect(await message()).toBe(`Das geht noch nicht. ${fee}`)
    await aBooking({ ...book, claimId: own, kind: 'waived', amountInCent: -2000 })
    const letterId = await aFeeLetter({ payerId: id, createdBy })
    await rows(`INSERT INTO mails (key, kind, state, not_before, created_at, letter_id, email_address)
      VALUES ('fee-1', 'feeLetter', 'sent', '2026', '2026', ${letterId}, 'frueher@quitte.example')`)
    expect((await anonymiseAs(id)).status).toBe(200)
    expect(await rows(`SELECT payer_id FROM members WHERE id = ${id}`)).toEqual([
      { payer_id: null },
    ])
    expect(await rows('SELECT email_address FROM mails')).toEqual([{ email_address: null }])
    // Claims and bookings stay, without personal data.
    expect(await rows('SELECT id FROM fee_claims')).toHaveLength(2)
    expect(await columnsMatching(traces)).toEqual([])
  })

  test('Anonymising an unknown member is answered 404, and an already anonymised member 409', async () => {
    expect((await anonymiseAs(999)).status).toBe(404)
    const { id } = await aFormerMember()
    await anonymiseAs(id)
    expect(await codeOf(await anonymiseAs(id, 'Anonymisiert'))).toMatchObject({
      status: 409,
      code: 'Conflict',
    })
  })

  test('When a payment begins during anonymising, the member is either anonymised or left unchanged (409)', async () => {
    const { id } = await aFormerMember()
    await aCostumeType()
    const { id: paradeId } = await aParade({ date: '2025-01-19' })
    const order = await anOrder()
    await aPlace({ memberId: id, paradeId, orderId: order })
    const [mine, other] = await Promise.all([
      anonymiseAs(id),
      rows(`UPDATE orders SET state = 'pending' WHERE id = ${order}`),
    ])
    expect(other).toEqual([])
    const [{ state }] = (await rows('SELECT state FROM orders')) as [{ state: string }]
    const [{ last_name }] = (await rows('SELECT last_name FROM members')) as [{ last_name: string }]
    expect(state).toBe('pending')
    expect([200, 409]).toContain(mine.status)
    expect(last_name).toBe(mine.status === 200 ? 'Anonymisiert' : 'Zwölfender')
  })
})

describe('an anonymised member', () => {
  async function anAnonymisedMember(): Promise<number> {
    const { id } = await aFormerMemberWithHistory()
    expect((await anonymiseAs(id)).status).toBe(200)
    return id
  }

  test("An anonymised member is missing from the member list and its file, but the member's page is still served", async () => {
    const id = await anAnonymisedMember()
    expect(await json(call('GET', '/api/member', undefined, { token }))).toEqual([])
    const file = await call('GET', '/api/members/download', undefined, { token })
    expect(await file.text()).not.toContain('Anonymisiert')
    expect((await call('GET', `/api/member/${id}`, undefined, { token })).status).toBe(200)
    expect(
      await json(call('GET', '/api/duties/Kassier/members?active=false', undefined, { token })),
    ).toMatchObject([{ member: { id, lastName: 'Anonymisiert', birthday: null } }])
  })

  test('Every change of an anonymised member is rejected (409 or 404), as from a page that was opened before the anonymising', async () => {
    const id = await anAnonymisedMember()
    await rows('UPDATE assembly_honors SET honor_id = NULL')
    await rows(`UPDATE honors SET id = 8`)
    await rows(`UPDATE duty_entries SET id = 9`)
    const honor = { type: 'Extra_Certificate', date: '2011-01-01', comment: 'Xaverine' }
    const duty = { duty: 'Kassier', from: '2011-01-01', comment: 'Xaverine' }
    const before = await columnsMatching(/./)
    const answers: Record<string, number> = {}
    for (const [method, path, body] of [
      ['PUT', '', { comment: 'Xaverine' }],
      ['POST', '/leave', { state: 'Left', date: '2026-01-01' }],
      ['DELETE', '/leave', undefined],
      ['POST', '/honors', honor],
      ['PUT', '/honors/8', honor],
      ['DELETE', '/honors/8', undefined],
      ['POST', '/duties', duty],
      ['PUT', '/duties/9', duty],
      ['DELETE', '/duties/9', undefined],
    ] as const) {
      answers[`${method} ${path}`] = (
        await call(method, `/api/member/${id}${path}`, body, { token })
      ).status
    }
    expect(answers).toEqual({
      'PUT ': 409,
      'POST /leave': 409,
      'DELETE /leave': 409,
      'POST /honors': 404,
      'PUT /honors/8': 404,
      'DELETE /honors/8': 404,
      'POST /duties': 404,
      'PUT /duties/9': 404,
      'DELETE /duties/9': 404,
    })
    expect(await columnsMatching(/./)).toEqual(before)
    expect(await columnsMatching(/Xaverine/)).not.toContain('members.comment')
  })

  test('When a member is anonymised while another request saves the member, the save is rejected (409)', async () => {
    const { id } = await aMember({ comment: 'before' })
    const database = overtakenBefore('update "members"', () =>
      rows(`UPDATE members SET anonymised_at = '2026-11-26T00:00:00.000Z'`),
    )
    const late = await call('PUT', `/api/member/${id}`, { comment: 'late' }, { token, database })
    expect(late.status).toBe(409)
    expect(await rows('SELECT comment FROM members')).toEqual([{ comment: 'before' }])
  })

  test('An anonymised member cannot be chosen for a parade, costume or match (422), and a stored match cannot be removed or replaced (409)', async () => {
    const id = await anAnonymisedMember()
    const costume = await aCostume(1, '7')
    const { id: paradeId } = await aParade({ date: '2027-01-24' })
    const guest = await aPlace({ paradeId, firstName: 'Neu', lastName: 'Gast' })
    const answers: Record<string, number> = {}
    const parades = [{ paradeId, costumeTypeId: 1, costumeNumber: '7' }]
    for (const [method, path, body] of [
      ['POST', `/api/parade/${paradeId}/participation`, { memberId: id, costumeId: costume.id }],
      [
        'POST',
        '/api/parades/internal-enrol',
        { memberId: id, firstName: 'A', lastName: 'B', birthday: null, parades },
      ],
      ['POST', `/api/participation/${guest.id}/member`, { memberId: id }],
      ['POST', '/api/participation/matches', { matches: [{ id: guest.id, memberId: id }] }],
      ['POST', `/api/costume/${costume.id}/owner`, { newMemberId: id }],
      ['POST', '/api/costume', { number: '8', costumeTypeId: 1, ownerId: id }],
      ['PUT', '/api/costume/1/ownerships/1', { memberId: id, ownedFrom: '2001-01-01' }],
      ['POST', '/api/participation/1/member', { memberId: null, instead: id }],
      ['POST', '/api/participation/1/member', { memberId: (await aMember()).id, instead: id }],
    ] as const) {
      answers[`${method} ${path} ${JSON.stringify(body)}`] = (
        await call(method, path, body, { token })
      ).status
    }
    expect(Object.values(answers), JSON.stringify(answers)).toEqual([
      422, 422, 422, 422, 422, 422, 200, 409, 409,
    ])
  })
})
