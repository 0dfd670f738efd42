import { getTableName } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { aPlace, memberReferences, snapshot } from '#tests/support/merges.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import {
  assemblyHonors,
  costumeOwnerships,
  dutyEntries,
  honors,
  memberExits,
  memberTimespans,
  orderRefunds,
  orders,
} from '#worker/db/schema.ts'
import { pairsOf } from '#worker/merges/duplicates.ts'
import { mergedTables } from '#worker/merges/merged-tables.ts'

// Merging two records of one person (docs/rules.md, "Zwei Einträge, eine Person").

let manager: { id: number; token: string }
let kept: number
let gone: number
let type: number

beforeEach(async () => {
  setClock()
  manager = await signedIn('management')
  kept = (await aMember({ memberNumber: 12, phone: '07524 1' })).id
  gone = (
    await aMember({ birthday: null, memberNumber: 7, phoneMobile: '0171 2', eMail: 'a@b.de' })
  ).id
  type = (await aCostumeType()).id
})

const ask = (method: string, path: string, body?: unknown, options = {}) =>
  call(method, path, body, { token: manager.token, ...options })
const merge = (body: object = {}, options = {}) =>
  ask('POST', `/api/member/${kept}/merge`, { goneId: gone, ...body }, options)
const preview = () => json(ask('GET', `/api/member/${kept}/merge?gone=${gone}`))
const merged = async (body: object = {}) => {
  const answer = await merge(body)
  expect([answer.status, answer.status === 200 || (await answer.text())]).toEqual([200, true])
  return json(answer)
}
const undo = (id: number) => ask('POST', `/api/members/merges/${id}/undo`)
const member = () => json(ask('GET', `/api/member/${kept}`))
const parade = async (date: string) => (await aParade({ date, title: `Umzug ${date}` })).id

describe('References to a merged member', () => {
  test('Every table with a reference to members is handled by a merge', async () => {
    const known = Object.values(mergedTables).map((table): string => getTableName(table))
    const references = await memberReferences()
    expect(references.length).toBeGreaterThan(8)
    const forgotten = references.filter((one) => !known.includes(one.split('.')[0] ?? ''))
    expect(forgotten).toEqual([])
  })

  test('A merge moves all references to the kept record and deletes the other record', async () => {
    const other = await aMember({ firstName: 'Otto' })
    const costume = await aCostume(type, '12')
    const first = await parade('2026-01-24')
    await aPlace({ paradeId: first, memberId: gone, costumeTypeId: type, givenKey: `m:${gone}` })
    await commit(db(), [
      write.insert(honors).values({ memberId: gone, type: 'Parades_25', date: '2020-01-06' }),
    ])
    await commit(db(), [
      write.insert(dutyEntries).values({ memberId: gone, duty: 'Kassier', from: '2015-01-01' }),
    ])
    await commit(db(), [
      write.insert(memberTimespans).values({ memberId: gone, from: '2001-01-01' }),
    ])
    await commit(db(), [
      write
        .insert(costumeOwnerships)
        .values({ costumeId: costume.id, memberId: gone, ownedFrom: '2010-01-01' }),
    ])
    await ask('POST', '/api/members/duplicates/dismissed', { memberId: gone, otherId: other.id })

    await merged()

    for (const reference of await memberReferences()) {
      const [table, column] = reference.split('.')
      expect(await rows(`SELECT 1 FROM ${table} WHERE ${column} = ${gone}`), reference).toEqual([])
    }
    expect(await rows(`SELECT member_id, person_key, given_key FROM participations`)).toEqual([
      { member_id: kept, person_key: `m:${kept}`, given_key: `m:${kept}` },
    ])
    expect(await rows(`SELECT member_id, other_id FROM member_no_duplicates`)).toEqual([
      { member_id: kept, other_id: other.id },
    ])
    expect(await rows(`SELECT id FROM members WHERE id = ${gone}`)).toEqual([])
  })

  test('A place that staff enrolled for the deleted record gets the key of the kept record, even if the place has been matched with another member since', async () => {
    const other = await aMember({ firstName: 'Otto' })
    const paradeId = await parade('2026-01-24')
    const place = { paradeId, memberId: other.id, costumeTypeId: type, givenKey: `m:${gone}` }
    await aPlace(place)
    await merged()
    expect(await rows('SELECT member_id, given_key FROM participations')).toEqual([
      { member_id: other.id, given_key: `m:${kept}` },
    ])
  })
})

describe('The fields of a merged member', () => {
  test('Without choices in the request, a merge takes each field from the kept record, or from the deleted one if only that has a value', async () => {
    await merged()
    expect(await member()).toMatchObject({
      memberNumber: 12,
      birthday: '1980-05-04',
      phone: '07524 1',
      phoneMobile: '0171 2',
      eMail: 'a@b.de',
    })
  })

  test('A merge takes the fields chosen from the deleted record, an address with all its parts and a membership state with its exit date', async () => {
    await rows(`UPDATE members SET address_street = 'Ringstraße', address_number = '3',
      address_plz = '88339', address_town = 'Bad Waldsee', membership_state = 'Passive',
      date_left = '2026-12-31' WHERE id = ${kept}`)
    await rows(`UPDATE members SET address_street = 'Hauptstraße', address_town = 'Aulendorf'
      WHERE id = ${gone}`)
    await merged({
      fields: { addressStreet: 'gone', memberNumber: 'gone', membershipState: 'gone' },
    })
    expect(await member()).toMatchObject({
      memberNumber: 7,
      addressStreet: 'Hauptstraße',
      addressNumber: '',
      addressPlz: '',
      addressTown: 'Aulendorf',
      membershipState: 'Active',
      dateLeft: null,
    })
  })

  test('A merge that takes the last name of the deleted record takes its search key as well', async () => {
    await rows(`UPDATE members SET last_name = 'Bär', last_name_key = 'baer' WHERE id = ${gone}`)
    await merged({ fields: { lastName: 'gone' } })
    expect(await rows(`SELECT last_name, last_name_key FROM members`)).toEqual([
      { last_name: 'Bär', last_name_key: 'baer' },
    ])
  })

  test('If a merge takes the mandate of the deleted record, its reference with the old member number is stored and does not change', async () => {
    await rows(`UPDATE members SET banking_iban = 'DE89370400440532013000', banking_sepa_allowed = 1,
      banking_sepa_allowed_date = '2014-02-01' WHERE id = ${gone}`)
    expect((await preview()).mandates).toEqual({ kept: null, gone: 'M7-20140201' })
    await merged()
    expect(await member()).toMatchObject({
      memberNumber: 12,
      bankingIban: 'DE89370400440532013000',
      bankingSepaAllowed: true,
      mandateReference: 'M7-20140201',
    })
  })

  test('If a merge keeps the mandate and member number of the kept record, no mandate reference is stored', async () => {
    await rows(`UPDATE members SET banking_iban = 'DE89370400440532013000', banking_sepa_allowed = 1,
      banking_sepa_allowed_date = '2014-02-01' WHERE id = ${kept}`)
    await merged()
    expect(await member()).toMatchObject({ mandateReference: '' })
  })

  test('A merge is rejected with an error at the joining date if the merged member would have left before joining (422)', async () => {
    await rows(`UPDATE members SET date_joined = '2020-01-01' WHERE id = ${kept}`)
    await rows(
      `UPDATE members SET date_left = '2010-12-31', membership_state = 'Left' WHERE id = ${gone}`,
    )
    const before = await snapshot()
    const answer = await merge({ fields: { membershipState: 'gone' } })
    expect(answer.status).toBe(422)
    expect((await json(answer)).error.fields).toEqual({
      'fields.dateJoined': 'Der Austritt liegt vor dem Eintritt.',
    })
    expect(await snapshot()).toEqual(before)
  })

  test('A merge with an unknown field or an unknown choice for a field is rejected (422)', async () => {
    expect((await merge({ fields: { passwort: 'gone' } })).status).toBe(422)
    expect((await merge({ fields: { phone: 'both' } })).status).toBe(422)
  })
})

describe('Parades ("Sprünge") before the register', () => {
  beforeEach(async () => {
    await rows(`UPDATE members SET parades_before = 40, parades_before_until = '2019-12-31'
      WHERE id = ${kept}`)
    await rows(`UPDATE members SET parades_before = 8, parades_before_until = '2024-12-31'
      WHERE id = ${gone}`)
    for (const [memberId, day] of [
      [kept, '2020-02-01'],
      [kept, '2025-02-01'],
      [gone, '2026-02-01'],
    ] as const) {
      const paradeId = await parade(day)
      await aPlace({ paradeId, memberId, costumeTypeId: type, participationConfirmed: true })
    }
  })

  test.each([
    ['kept', 40, '2019-12-31', 43],
    ['gone', 8, '2024-12-31', 10],
    ['sum', 48, '2024-12-31', 50],
  ] as const)(
    'For the number of parades before the register the choice "%s" of a merge gives %d until %s, and %d parades in all',
    async (choice, count, until, total) => {
      const stand = (await preview()).stands.find(
        (one: { choice: string }) => one.choice === choice,
      )
      expect(stand).toEqual({ choice, paradesBefore: count, paradesBeforeUntil: until, total })
      await merged({ paradesBefore: choice })
      expect(await member()).toMatchObject({ paradesBefore: count, paradesBeforeUntil: until })
      const list = await json(ask('GET', '/api/statistics/parades-per-member'))
      expect(list.map((row: { numberParades: number }) => row.numberParades)).toEqual([total])
    },
  )
})

describe('Two records in one parade', () => {
  const both = async (ofKept: object, ofGone: object) => {
    const paradeId = await parade('2026-01-24')
    const one = await aPlace({ paradeId, memberId: kept, costumeTypeId: type, ...ofKept })
    const two = await aPlace({ paradeId, memberId: gone, costumeTypeId: type, ...ofGone })
    return [one.id, two.id] as const
  }
  const bookedPlaces = () =>
    rows<{ id: number }>(`SELECT id FROM participations WHERE state = 'booked'`)

  test.each([
    ['the confirmed one', { participationFeePayed: true }, { participationConfirmed: true }, 1],
    ['the paid one, if none is confirmed', {}, { participationFeePayed: true }, 1],
    [
      'the older one, if none is confirmed or paid',
      { createdAt: '2026-12-02T00:00:00.000Z' },
      {},
      1,
    ],
    ['the first of equally old ones', {}, {}, 0],
    [
      'the paid one of two confirmed ones',
      { participationConfirmed: true, participationFeePayed: true },
      { participationConfirmed: true },
      0,
    ],
  ])(
    'If both merged records have a place in one parade, the place that is still booked afterwards is %s',
    async (_, ofKept, ofGone, stays) => {
      const ids = await both(ofKept, ofGone)
      expect((await preview()).conflicts).toHaveLength(1)
      await merged()
      expect(await bookedPlaces()).toEqual([{ id: ids[stays] }])
      expect(await rows('SELECT DISTINCT member_id FROM participations')).toEqual([
        { member_id: kept },
      ])
    },
  )

  const anOrder = async (n: number) => {
    const [[order]] = await commit(db(), [
      write
        .insert(orders)
        .values({
          token: `t${n}`,
          returnToken: `r${n}`,
          requestKey: `k${n}`,
          state: 'paid',
          amountInCent: 800,
          provider: 'sandbox',
          placeCount: 1,
          holdUntil: '2026-12-01T11:00:00.000Z',
          emailAddress: 'a@b.de',
          firstName: 'Annegret',
          lastName: 'Gruber',
          successUrl: 'http://zunft.test/',
          errorUrl: 'http://zunft.test/',
          createdAt: '2026-12-01T10:00:00.000Z',
        })
        .returning(),
    ])
    return order?.id ?? 0
  }

  test('A merge of two records whose places in one parade are both paid online is rejected (409); the preview says so beforehand', async () => {
    const [one, two] = [await anOrder(1), await anOrder(2)]
    await both(
      { orderId: one, participationFeePayed: true },
      { orderId: two, participationFeePayed: true, participationConfirmed: true },
    )
    const before = await snapshot()
    const reasons = [
      'Umzug 2026-01-24, 24.01.2026: Beide Plätze sind online bezahlt. Sage zuerst einen davon ab.',
    ]
    expect((await preview()).refusals).toEqual(reasons)
    const answer = await merge()
    expect(answer.status).toBe(409)
    expect((await json(answer)).error).toMatchObject({ code: 'MergeRefused', reasons })
    expect(await snapshot()).toEqual(before)
  })

  test('The order of a place that a merge cancelled needs attention until the merge is undone', async () => {
    const order = await anOrder(1)
    await both({ orderId: order, participationFeePayed: true }, { participationConfirmed: true })
    const before = await snapshot()
    const { mergeId } = await merged()
    expect(await rows('SELECT attention FROM orders')).toEqual([{ attention: 'noPlace' }])
    expect(await rows('SELECT kind, detail FROM order_history')).toEqual([
      { kind: 'placeCancelled', detail: 'Umzug 2026-01-24' },
    ])
    expect((await undo(mergeId)).status).toBe(200)
    expect(await snapshot()).toEqual(before)
  })

  test('A merge cannot be undone once a place that it cancelled has been refunded (409)', async () => {
    const order = await anOrder(1)
    const [id] = await both(
      { orderId: order, participationFeePayed: true },
      { participationConfirmed: true },
    )
    const { mergeId } = await merged()
    await commit(db(), [
      write.insert(orderRefunds).values({
        key: `place-${id}`,
        orderId: order,
        participationId: id,
        paymentRef: 'x',
        amountInCent: 800,
        reason: 'staff',
        state: 'done',
        requestedAt: '2027-01-16T13:00:00.000Z',
      }),
    ])
    const answer = await undo(mergeId)
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.reasons).toEqual([
      'Für einen gestrichenen Platz ging seither Geld zurück.',
    ])
  })

  test('A merge cannot be undone once an extra of a place that it cancelled has been removed (409)', async () => {
    const [id] = await both({}, { participationConfirmed: true })
    const extra = { title: 'Plakette', kind: 'item', capacity: null, departure: null }
    const prices = { priceForAdultsInCent: 0, priceForChildrenInCent: 0 }
    const [place] = await rows(`SELECT parade_id FROM participations WHERE id = ${id}`)
    const change = (extras: object[]) => ask('PUT', `/api/parade/${place?.parade_id}`, { extras })
    await change([{ ...extra, ...prices }])
    const booked = [{ id: 1, quantity: 1, priceInCent: 0, unitPricesInCent: [0] }]
    await rows(`UPDATE participations SET extras = '${JSON.stringify(booked)}' WHERE id = ${id}`)
    const { mergeId } = await merged()
    expect((await change([])).status).toBe(200)
    const answer = await undo(mergeId)
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.reasons).toEqual([
      'Ein Zusatz eines Platzes, der damals frei wurde, ist inzwischen entfernt.',
    ])
  })

  test('A merge cannot be undone once a place that it cancelled is taken in a parade with limited places (409)', async () => {
    const [id] = await both({}, { participationConfirmed: true })
    const [place] = await rows<{ parade_id: number }>(
      `SELECT parade_id FROM participations WHERE id = ${id}`,
    )
    const paradeId = place?.parade_id ?? 0
    await ask('PUT', `/api/parade/${paradeId}`, { capacity: 2 })
    const { mergeId } = await merged()
    const other = await aMember({ firstName: 'Otto' })
    await aPlace({ paradeId, memberId: other.id, costumeTypeId: type, givenKey: `m:${other.id}` })
    const before = await snapshot()
    const answer = await undo(mergeId)
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.reasons).toEqual([
      'Ein Platz, der damals frei wurde, ist inzwischen vergeben.',
    ])
    expect(await snapshot()).toEqual(before)
    await ask('PUT', `/api/parade/${paradeId}`, { capacity: 3 })
    expect((await undo(mergeId)).status).toBe(200)
  })

  test('Two records whose places in one parade were ordered online at a price of zero can be merged', async () => {
    const free = { participationFeePayed: true, priceInCent: 0 }
    await both({ ...free, orderId: await anOrder(1) }, { ...free, orderId: await anOrder(2) })
    await merged()
    expect(await rows('SELECT attention FROM orders WHERE attention IS NOT NULL')).toEqual([])
  })

  test('A merge is rejected if both records have a place in one parade and the payment of one is pending (409)', async () => {
    await both({}, { state: 'reserved', orderId: await anOrder(1) })
    expect((await merge()).status).toBe(409)
  })
})

describe('Data that both merged records have', () => {
  test('If both merged records have the same honor, the earlier one is kept with the comments of both', async () => {
    await commit(db(), [
      write.insert(honors).values([
        { memberId: kept, type: 'Parades_25', date: '2012-01-06', comment: 'Saal' },
        { memberId: gone, type: 'Parades_25', date: '2010-01-06', comment: 'Halle' },
        { memberId: kept, type: 'Extra_Certificate', date: '2011-01-06' },
        { memberId: gone, type: 'Extra_Certificate', date: '2012-01-06' },
        { memberId: gone, type: 'Extra_Certificate', date: '2011-01-06' },
      ]),
    ])
    await merged()
    const held = await rows('SELECT member_id, type, date, comment FROM honors ORDER BY type, date')
    expect(held).toEqual([
      { member_id: kept, type: 'Extra_Certificate', date: '2011-01-06', comment: '' },
      { member_id: kept, type: 'Extra_Certificate', date: '2012-01-06', comment: '' },
      { member_id: kept, type: 'Parades_25', date: '2010-01-06', comment: 'Halle\nSaal' },
    ])
  })

  describe('Honors of an assembly', () => {
    const date = '2026-11-11'
    const honor = async (memberId: number, day = date) => {
      const given = { memberId, type: 'Parades_25', date: day } as const
      const [[row]] = await commit(db(), [
        write.insert(honors).values(given).returning({ id: honors.id }),
      ])
      return row?.id ?? 0
    }
    const mark = (memberId: number, row: Partial<typeof assemblyHonors.$inferInsert> = {}) =>
      write.insert(assemblyHonors).values({ date, memberId, type: 'Parades_25', ...row })
    const marks = () =>
      rows(`SELECT member_id AS memberId, type, attendance, ordered_on AS orderedOn, act, honor_id AS honorId,
        note FROM assembly_honors ORDER BY type, id`)

    test("If both records are planned for the same honor at an assembly, the merge keeps the row whose honor was given and adds the other's values", async () => {
      const honorId = await honor(gone)
      await commit(db(), [
        mark(kept, { attendance: 'excused', orderedOn: '2026-10-01', note: 'Knie' }),
      ])
      await commit(db(), [mark(gone, { attendance: 'present', act: 'a', honorId, note: 'Stuhl' })])
      await commit(db(), [mark(gone, { type: 'Ehrennarr_20', attendance: 'present' })])
      const before = await snapshot()
      expect((await preview()).conflicts).toContain(
        'Sprungorden 25 Sprünge: Beide stehen bei der Generalversammlung am 11.11.2026. Es bleibt ein Eintrag.',
      )
      const { mergeId } = await merged()
      const person = { memberId: kept, attendance: 'excused' }
      expect(await marks()).toEqual([
        { ...person, type: 'Ehrennarr_20', orderedOn: null, act: null, honorId: null, note: '' },
        {
          ...person,
          type: 'Parades_25',
          orderedOn: '2026-10-01',
          act: 'a',
          honorId,
          note: 'Stuhl · Knie',
        },
      ])
      expect((await undo(mergeId)).status).toBe(200)
      expect(await snapshot()).toEqual(before)
    })

    test('If both records got the same honor at different assemblies, the rows of both assemblies are linked to the one honor stored after the merge', async () => {
      const late = await honor(kept)
      const early = await honor(gone, '2025-11-11')
      await commit(db(), [mark(kept, { act: 'b', honorId: late })])
      await commit(db(), [mark(gone, { act: 'a', honorId: early, date: '2025-11-11' })])
      const before = await snapshot()
      const { mergeId } = await merged()
      expect(await rows('SELECT id, member_id FROM honors')).toEqual([
        { id: early, member_id: kept },
      ])
      expect(await rows('SELECT DISTINCT member_id, honor_id FROM assembly_honors')).toEqual([
        { member_id: kept, honor_id: early },
      ])
      expect((await undo(mergeId)).status).toBe(200)
      expect(await snapshot()).toEqual(before)
    })

    test("A merge cannot be undone once the member's row for an honor at an assembly has been changed", async () => {
      await commit(db(), [mark(gone)])
      const { mergeId } = await merged()
      await rows(`UPDATE assembly_honors SET ordered_on = '2026-10-01'`)
      expect((await json(undo(mergeId))).error.reasons).toEqual([
        'Bei einer Generalversammlung wurde seither etwas geändert.',
      ])
    })
  })

  test('A merge joins overlapping periods of the same office, but not adjoining periods or periods of different offices', async () => {
    await commit(db(), [
      write.insert(dutyEntries).values([
        { memberId: kept, duty: 'Kassier', from: '2010-01-01', to: '2015-12-31' },
        { memberId: gone, duty: 'Kassier', from: '2014-06-01', to: null },
        { memberId: gone, duty: 'Kassier', from: '2001-01-01', to: '2009-12-31' },
        { memberId: gone, duty: 'Einkauf', from: '2012-01-01', to: null },
      ]),
    ])
    await merged()
    const entries = await rows(
      'SELECT member_id, duty, from_date, to_date FROM duty_entries ORDER BY duty, from_date',
    )
    expect(entries).toEqual([
      { member_id: kept, duty: 'Einkauf', from_date: '2012-01-01', to_date: null },
      { member_id: kept, duty: 'Kassier', from_date: '2001-01-01', to_date: '2009-12-31' },
      { member_id: kept, duty: 'Kassier', from_date: '2010-01-01', to_date: null },
    ])
  })

  test('A merge joins overlapping or adjoining periods of membership, even two without an end', async () => {
    await commit(db(), [
      write.insert(memberTimespans).values([
        { memberId: kept, from: '2010-01-01' },
        { memberId: gone, from: '2008-01-01' },
        { memberId: gone, from: '1990-01-01', to: '1999-12-31' },
        { memberId: kept, from: '2000-01-01', to: '2001-12-31' },
      ]),
    ])
    await merged()
    expect((await member()).membershipActiveTimespan).toEqual([
      { from: '1990-01-01', to: '2001-12-31' },
      { from: '2008-01-01', to: null },
    ])
  })

  test('A merged record without membership periods contributes the time from joining to leaving as a period', async () => {
    await rows(`UPDATE members SET date_joined = '1985-01-01', date_left = '1999-12-31',
      membership_state = 'Left' WHERE id = ${gone}`)
    await commit(db(), [
      write.insert(memberTimespans).values({ memberId: kept, from: '2010-01-01' }),
    ])
    const before = await snapshot()
    const { timespans } = await preview()
    expect(timespans).toEqual([
      { from: '1985-01-01', to: '1999-12-31' },
      { from: '2010-01-01', to: null },
    ])
    const { mergeId } = await merged()
    expect((await member()).membershipActiveTimespan).toEqual(timespans)
    expect((await undo(mergeId)).status).toBe(200)
    expect(await snapshot()).toEqual(before)
  })

  test('A costume that passed from one merged record to the other has one ownership over the whole time after the merge', async () => {
    const costume = await aCostume(type, '12')
    await commit(db(), [
      write.insert(costumeOwnerships).values([
        { costumeId: costume.id, memberId: gone, ownedFrom: '2005-01-01', ownedTo: '2012-06-01' },
        { costumeId: costume.id, memberId: kept, ownedFrom: '2012-06-01' },
      ]),
    ])
    await merged()
    expect(await rows('SELECT member_id, owned_from, owned_to FROM costume_ownerships')).toEqual([
      { member_id: kept, owned_from: '2005-01-01', owned_to: null },
    ])
  })

  test('If both merged records have a planned exit, only the exit of the record whose membership state was chosen is still planned', async () => {
    const exit = (memberId: number) => ({
      memberId,
      state: 'Left' as const,
      date: '2027-12-31',
      stateBefore: 'Active' as const,
      ended: '[]',
      recordedAt: '2027-01-01T00:00:00.000Z',
      recordedBy: manager.id,
    })
    await commit(db(), [write.insert(memberExits).values([exit(kept), exit(gone)])])
    const before = await snapshot()
    const { mergeId } = await merged({ fields: { membershipState: 'gone' } })
    const exits = await rows(
      'SELECT member_id, undone_at IS NULL AS waits FROM member_exits ORDER BY id',
    )
    expect(exits).toEqual([
      { member_id: kept, waits: 0 },
      { member_id: kept, waits: 1 },
    ])
    expect((await undo(mergeId)).status).toBe(200)
    expect(await snapshot()).toEqual(before)
  })
})

describe('Rejected merges', () => {
  const reasonsOf = async (answer: Promise<Response>) => (await json(answer)).error.reasons

  test('A member cannot be merged with itself', async () => {
    expect(await reasonsOf(merge({ goneId: kept }))).toEqual(['Das ist derselbe Eintrag.'])
  })

  test('An anonymised member cannot be merged', async () => {
    await rows(`UPDATE members SET anonymised_at = '2026-01-01T00:00:00.000Z' WHERE id = ${gone}`)
    expect(await reasonsOf(merge())).toEqual([
      'Ein anonymisiertes Mitglied lässt sich nicht zusammenführen.',
    ])
  })

  test('A merge of an unknown member, or of one who has been merged already, is rejected (404)', async () => {
    expect((await merge({ goneId: 4_711 })).status).toBe(404)
    await merged()
    expect((await merge()).status).toBe(404)
  })

  test('A merge is rejected when a record changed since the preview (409)', async () => {
    const { seen } = await preview()
    await rows(`UPDATE members SET phone = '1', version = version + 1 WHERE id = ${gone}`)
    const answer = await merge({ seen })
    expect([answer.status, (await json(answer)).error.code]).toEqual([409, 'Conflict'])
    expect((await merge({ seen: (await preview()).seen })).status).toBe(200)
  })
})

describe('Simultaneous requests', () => {
  test('An honor that is added to the deleted record during the merge moves to the kept record', async () => {
    const database = overtakenBefore('insert into "guards"', () =>
      commit(db(), [
        write.insert(honors).values({ memberId: gone, type: 'Parades_50', date: '2020-01-06' }),
      ]),
    )
    expect((await merge({}, { database })).status).toBe(200)
    expect(await rows('SELECT member_id FROM honors')).toEqual([{ member_id: kept }])
  })

  test('A period of an office that is added during the merge and overlaps another one is joined with it', async () => {
    const office = { duty: 'Kassier' as const, from: '2010-01-01', to: '2015-12-31' }
    await commit(db(), [write.insert(dutyEntries).values({ memberId: gone, ...office })])
    const database = overtakenBefore('insert into "guards"', () =>
      commit(db(), [write.insert(dutyEntries).values({ memberId: kept, ...office, to: null })]),
    )
    expect((await merge({}, { database })).status).toBe(200)
    expect(await rows('SELECT member_id, from_date, to_date FROM duty_entries')).toEqual([
      { member_id: kept, from_date: '2010-01-01', to_date: null },
    ])
  })

  test('An honor that changes during the undo of a merge is not overwritten, and the undo is rejected (409)', async () => {
    await commit(db(), [
      write.insert(honors).values({ memberId: gone, type: 'Parades_25', date: '2020-01-06' }),
    ])
    const { mergeId } = await merged()
    const before = await snapshot()
    const database = overtakenBefore('insert into "guards"', () =>
      rows(`UPDATE honors SET date = '2021-01-06', version = version + 1`),
    )
    const answer = await ask('POST', `/api/members/merges/${mergeId}/undo`, undefined, { database })
    expect([answer.status, (await json(answer)).error.reasons]).toEqual([
      409,
      ['Eine Ehrung wurde seither geändert oder gelöscht.'],
    ])
    expect(await snapshot()).toEqual({ ...before, honors: (await snapshot()).honors })
    expect(await rows('SELECT member_id, date FROM honors')).toEqual([
      { member_id: kept, date: '2021-01-06' },
    ])
  })

  test('Of two simultaneous merges in opposite directions one succeeds, and the other is rejected (404)', async () => {
    const other = () => ask('POST', `/api/member/${gone}/merge`, { goneId: kept })
    const database = overtakenBefore('insert into "guards"', other)
    expect((await merge({}, { database })).status).toBe(404)
    expect(await rows('SELECT id FROM members')).toEqual([{ id: gone }])
  })

  test('If two requests undo a merge at the same moment, it is undone once and the other request is rejected (409)', async () => {
    const { mergeId } = await merged()
    const database = overtakenBefore('insert into "guards"', () => undo(mergeId))
    const answer = await ask('POST', `/api/members/merges/${mergeId}/undo`, undefined, { database })
    expect(answer.status).toBe(409)
    expect(await rows('SELECT id FROM members ORDER BY id')).toEqual([{ id: kept }, { id: gone }])
  })
})

describe('Undoing a merge', () => {
  const reasonsOf = async (id: number) => (await json(undo(id))).error.reasons

  test('A merge cannot be undone once the number of the deleted record has been given to another member', async () => {
    const { mergeId } = await merged()
    await aMember({ firstName: 'Otto', memberNumber: 7 })
    expect(await reasonsOf(mergeId)).toEqual([
      'Die Mitgliedsnummer hat inzwischen ein anderes Mitglied.',
    ])
  })

  test('A merge cannot be undone once the data of the kept member have been changed', async () => {
    const { mergeId } = await merged()
    await ask('PUT', `/api/member/${kept}`, { phone: '07524 99' })
    expect(await reasonsOf(mergeId)).toEqual(['Die Daten des Mitglieds wurden seither geändert.'])
  })

  test('The undo of a merge does not move an honor that was added after the merge, and a restored place still has a confirmation made after it', async () => {
    const paradeId = await parade('2026-01-24')
    const place = await aPlace({ paradeId, memberId: gone, costumeTypeId: type })
    const { mergeId } = await merged()
    await ask('POST', `/api/member/${kept}/honors`, { type: 'Parades_25', date: '2027-01-06' })
    await rows(`UPDATE participations SET participation_confirmed = 1 WHERE id = ${place.id}`)
    expect((await undo(mergeId)).status).toBe(200)
    expect(await rows('SELECT member_id FROM honors')).toEqual([{ member_id: kept }])
    expect(
      await rows('SELECT member_id, person_key, participation_confirmed FROM participations'),
    ).toEqual([{ member_id: gone, person_key: `m:${gone}`, participation_confirmed: 1 }])
  })

  test('A merge cannot be undone until a later merge of the same member has been undone', async () => {
    const third = (await aMember({ firstName: 'Anne' })).id
    const before = await snapshot()
    const first = await merged()
    const second = await json(ask('POST', `/api/member/${third}/merge`, { goneId: kept }))
    expect(await reasonsOf(first.mergeId)).toEqual([
      'Der Eintrag wurde seither noch einmal zusammengeführt. Nimm das zuerst zurück.',
    ])
    expect((await undo(second.mergeId)).status).toBe(200)
    expect((await undo(first.mergeId)).status).toBe(200)
    expect(await snapshot()).toEqual(before)
  })

  test('A merge can no longer be undone after 30 days (409), and the cron deletes its journal', async () => {
    const { mergeId } = await merged()
    expect(await rows("SELECT id FROM journal WHERE request_id NOT LIKE 'outside-%'")).not.toEqual(
      [],
    )
    setClock('2027-02-17T12:00:00Z')
    manager = { ...manager, token: await tokenOf(manager.id) }
    expect((await undo(mergeId)).status).toBe(409)
    await runCron()
    expect(await rows("SELECT id FROM journal WHERE request_id NOT LIKE 'outside-%'")).toEqual([])
    expect((await json(undo(mergeId))).error.code).toBe('NotUndoable')
  })

  test('A merge cannot be undone a second time (NotUndoable), and undoing an unknown merge is rejected (404)', async () => {
    const { mergeId } = await merged()
    expect((await undo(mergeId)).status).toBe(200)
    expect((await json(undo(mergeId))).error.code).toBe('NotUndoable')
    expect((await undo(4_711)).status).toBe(404)
  })
})

describe('Links to a merged record', () => {
  test('A request for a record deleted by a merge is answered 404 with the id of the kept record, or after a second merge that of the last kept record', async () => {
    const { mergeId } = await merged()
    const answer = await ask('GET', `/api/member/${gone}`)
    expect([answer.status, (await json(answer)).error]).toEqual([
      404,
      expect.objectContaining({ code: 'NotFound', mergedInto: kept }),
    ])
    const third = (await aMember({ firstName: 'Anne' })).id
    const { mergeId: second } = await json(
      ask('POST', `/api/member/${third}/merge`, { goneId: kept }),
    )
    for (const at of [`/api/member/${gone}`, `/api/member/${gone}/page`]) {
      expect((await json(ask('GET', at))).error, at).toMatchObject({ mergedInto: third })
    }
    await undo(second)
    await undo(mergeId)
    expect((await ask('GET', `/api/member/${gone}`)).status).toBe(200)
  })

  test('Deleting the kept member also deletes the stored merges of this member', async () => {
    await merged()
    expect((await ask('DELETE', `/api/member/${kept}`)).status).toBe(204)
    expect(await rows('SELECT id FROM member_merges')).toEqual([])
  })
})

describe('The history of a merge', () => {
  const history = async () =>
    (await json(ask('GET', `/api/history?entity=member&entityId=${kept}`))).entries

  test('The history of the kept member contains the merge with the name of the deleted record, and marks earlier changes as not undoable', async () => {
    await ask('PUT', `/api/member/${gone}`, { comment: 'mit Hut' })
    await merged()
    const [merging, older] = await history()
    expect(merging).toMatchObject({ act: 'POST /api/member/:id/merge', undo: 'never' })
    const event = merging.lines.find((line: { entity: string }) => line.entity === 'merge')
    expect(event).toMatchObject({
      op: 'event',
      changes: { goneId: [null, gone], goneName: [null, 'Annegret Gruber'] },
    })
    expect(merging.lines.map((line: { op: string }) => line.op)).not.toContain('delete')
    expect(older).toMatchObject({ act: 'PUT /api/member/:id', undo: 'changedSince' })
  })

  test('After the undo of a merge, the history marks the merge as undone and earlier changes as undoable again', async () => {
    await ask('PUT', `/api/member/${gone}`, { comment: 'mit Hut' })
    const { mergeId } = await merged()
    await undo(mergeId)
    const [taken, merging] = await history()
    expect(taken.act).toBe('POST /api/members/merges/:id/undo')
    expect(merging.undo).toBe('undone')
    const ofGone = (await json(ask('GET', `/api/history?entity=member&entityId=${gone}`))).entries
    expect(ofGone[0]).toMatchObject({ act: 'PUT /api/member/:id', undo: 'possible' })
  })
})

describe('Duplicates', () => {
  const list = () => json(ask('GET', '/api/members/duplicates'))
  const ids = (pairs: { members: { id: number }[] }[]) =>
    pairs.map(({ members }) => members.map(({ id }) => id))

  test('Two members of the same name are listed as duplicates if a birthday is missing, but not if the birthdays differ', async () => {
    await aMember({ birthday: '1999-09-09' })
    const { pairs } = await list()
    expect(pairs.map(({ kind }: { kind: string }) => kind)).toEqual([
      'withoutBirthday',
      'withoutBirthday',
    ])
    expect(ids(pairs)[0]).toEqual([kept, gone])
  })

  test('Two members with the same birthday are listed as duplicates if their names are similar or one is the maiden name of the other', async () => {
    await rows(`DELETE FROM members WHERE id = ${gone}`)
    const typo = await aMember({ firstName: 'Anegret' })
    const married = await aMember({ lastName: 'Straßer', maidenName: 'Gruber' })
    await aMember({ firstName: 'Kuno', lastName: 'Zwick' })
    await aMember({ firstName: 'Anegret', birthday: '1980-05-05' })
    const { pairs } = await list()
    expect(ids(pairs)).toEqual(
      expect.arrayContaining([
        [kept, typo.id],
        [kept, married.id],
        [typo.id, married.id],
      ]),
    )
    expect(pairs).toHaveLength(3)
  })

  test('A pair marked as "Kein Duplikat" is no longer listed as a duplicate, even if marked twice, and is listed again once unmarked', async () => {
    const body = { memberId: gone, otherId: kept }
    expect((await ask('POST', '/api/members/duplicates/dismissed', body)).status).toBe(204)
    expect((await ask('POST', '/api/members/duplicates/dismissed', body)).status).toBe(204)
    expect(await list()).toMatchObject({ pairs: [], dismissed: [{ kind: 'withoutBirthday' }] })
    const path = `/api/members/duplicates/dismissed/${kept}/${gone}`
    expect((await ask('DELETE', path)).status).toBe(204)
    expect((await list()).pairs).toHaveLength(1)
  })

  test('Marking a pair as "Kein Duplikat" is rejected for an unknown member (404) and for a member with itself (422)', async () => {
    const dismiss = (memberId: number, otherId: number) =>
      ask('POST', '/api/members/duplicates/dismissed', { memberId, otherId })
    expect((await dismiss(kept, 4_711)).status).toBe(404)
    expect((await dismiss(kept, kept)).status).toBe(422)
  })
})

describe('A merged member who is anonymised', () => {
  test('Anonymising a merged member also deletes the data of the other record from journal and history', async () => {
    await ask('PUT', `/api/member/${gone}`, { comment: 'mit Hut' })
    await rows(`UPDATE members SET membership_state = 'Left', date_left = '2020-12-31'
      WHERE id = ${kept}`)
    const { mergeId } = await merged()
    const answer = await ask('POST', `/api/member/${kept}/anonymise`, { name: 'Annegret Gruber' })
    expect(answer.status).toBe(200)
    expect(await rows("SELECT id FROM journal WHERE request_id NOT LIKE 'outside-%'")).toEqual([])
    expect(
      await rows(`SELECT changes FROM audit_entries WHERE changes IS NOT NULL
        AND (changes LIKE '%mit Hut%' OR changes LIKE '%Gruber%')`),
    ).toEqual([])
    expect((await json(undo(mergeId))).error.code).toBe('NotUndoable')
  })
})

describe('The search for duplicates', () => {
  const known = (
    id: number,
    firstNameKey: string,
    lastNameKey: string,
    birthday: string | null,
  ) => ({
    id,
    firstName: firstNameKey,
    lastName: lastNameKey,
    maidenName: '',
    birthday,
    memberNumber: id,
    membershipState: 'Active' as const,
    firstNameKey,
    lastNameKey,
    maidenNameKey: '',
  })

  test('Among 5,000 members with the same placeholder birthday only two of the same name are listed as duplicates', () => {
    const all = Array.from({ length: 5000 }, (_, n) =>
      known(n + 1, `name${n}`, 'huber', '1900-01-01'),
    )
    const twin = known(9_999, 'name7', 'huber', null)
    expect(pairsOf([...all, twin]).map(({ members }) => members.map(({ id }) => id))).toEqual([
      [8, 9_999],
    ])
  })

  test('Each pair of duplicates is listed once, even if both the names and the maiden names match', () => {
    const maiden = { ...known(2, 'beate', 'bantle', '1980-01-01'), maidenNameKey: 'moser' }
    const other = { ...known(1, 'beate', 'moser', '1980-01-01'), maidenNameKey: 'bantle' }
    expect(pairsOf([maiden, other])).toMatchObject([
      { members: [{ id: 1 }, { id: 2 }], kind: 'sameNameAndBirthday' },
    ])
  })
})
