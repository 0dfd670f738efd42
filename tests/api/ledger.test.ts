import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { aDebit, ledgerOf } from '#tests/support/ledger.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { honors } from '#worker/db/schema.ts'

// The fee ledger: years are closed, claims receive bookings, and no row is changed or deleted.

let token: string
let userId: number
let ledger: ReturnType<typeof ledgerOf>

beforeEach(async () => {
  setClock()
  const manager = await signedIn('management')
  token = manager.token
  userId = manager.id
  ledger = ledgerOf(token)
})

const bank = {
  bankingIban: 'DE89370400440532013000',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2026-02-01',
}
let lastNumber = 0
/** An active adult, whose fee is 20.00 €. */
const aPayer = (values: Parameters<typeof aMember>[0] = {}) =>
  aMember({ ...bank, memberNumber: ++lastNumber, ...values })
const cap = (cents: number) => rows(`UPDATE guild_settings SET family_cap_in_cent = ${cents}`)
const stored = async () => ({
  claims: await rows('SELECT * FROM fee_claims ORDER BY id'),
  bookings: await rows('SELECT * FROM fee_bookings ORDER BY id'),
})
const day = '2027-01-16'
const refused = async (response: Response) => {
  const { error } = await json(response)
  return { status: response.status, code: error.code, message: error.message, fields: error.fields }
}

/** A closed claim of 20.00 €. */
async function aClaim(values: Parameters<typeof aMember>[0] = {}) {
  const member = await aPayer(values)
  await ledger.close(2027)
  const [claim] = await ledger.claims()
  if (!claim) throw new Error('no claim')
  return { ...claim, member }
}

/** A payer and a dependent with claims of 20.00 € each, ordered by claim id. */
async function aFamily() {
  const payer = await aPayer({ firstName: 'Alma', birthday: '1980-01-01' })
  const other = await aPayer({ firstName: 'Bert', payerId: payer.id, birthday: '1990-01-01' })
  await ledger.close(2027)
  const claims = await ledger.claims('?year=2027')
  const [first, second] = claims.toSorted((a, b) => a.id - b.id)
  if (!first || !second) throw new Error('no claims')
  return { payer, other, first, second, claims: [first, second] as const }
}

const openOf = async (id: number) => {
  const claims = await ledger.claims()
  return claims.find((claim) => claim.id === id)?.openInCent
}
const stateOf = async (id: number) => {
  const claims = await ledger.claims()
  return claims.find((claim) => claim.id === id)?.state
}

describe('The list of years', () => {
  test('Until they are closed, the list of years contains this year and the next with the fees that closing would store', async () => {
    await aPayer()
    await aPayer({ membershipState: 'Passive' })
    await aPayer({ birthday: '2009-06-01' })
    await aPayer({ membershipState: 'Left', dateLeft: '2027-01-10' })
    const open = { closed: false, openInCent: 0, unclosed: [], runs: [] }
    expect(await ledger.years()).toEqual([
      // Members who are 18 on 1 January 2028 pay in 2028.
      { year: 2028, count: 3, sumInCent: 5500, ...open },
      { year: 2027, count: 3, sumInCent: 3500, ...open },
    ])
    expect((await stored()).claims).toEqual([])
  })

  test('For members of every kind, count and sum of an open year equal those of the list of fees and of the claims stored on closing', async () => {
    await cap(4500)
    const birthdays = ['2008-12-31', '2009-01-01', '2009-01-02', '2010-01-01', '1960-02-29', null]
    for (const birthday of birthdays) {
      const payer = await aPayer({ birthday })
      for (const membershipState of ['Active', 'Passive', 'Died'] as const) {
        const one = { birthday, membershipState }
        await aPayer(one)
        await aPayer({ ...one, individualFeeInCent: 700 })
        await aPayer({ ...one, payerId: payer.id })
        const free = await aPayer(one)
        await rows(`INSERT INTO honors (member_id, type, date)
          VALUES (${free.id}, 'Honorary_Member_25', '2020-01-06')`)
        const leaver = await aPayer(one)
        if (membershipState === 'Died') continue
        const leave = { state: 'Left', date: '2027-12-31' }
        await call('POST', `/api/member/${leaver.id}/leave`, leave, { token })
      }
    }
    const path = '/api/billing/membershipfees/2027'
    const { fees, totalInCent } = await json(call('GET', path, undefined, { token }))
    const counted = { closed: false, count: fees.length, sumInCent: totalInCent }
    expect(await ledger.yearOf(2027)).toMatchObject(counted)
    // Closing computes each fee and rejects another sum than the one shown.
    for (const year of [2027, 2028]) {
      const { count, sumInCent } = await ledger.yearOf(year)
      const closed = await ledger.ask('POST', 'years', { year, expected: { count, sumInCent } })
      expect(closed.status, String(year)).toBe(201)
      const claims = await ledger.claims(`?year=${year}`)
      expect(claims).toHaveLength(count)
      // Nothing has changed since, so today's fee equals the claim.
      for (const { amountInCent, reason, today } of claims) {
        expect(today).toEqual({ amountInCent, reason })
      }
    }
    expect((await ledger.yearOf(2028)).count).toBeLessThan(fees.length)
  })

  test('A closed year is listed with its claimed and open sums and its SEPA files, newest first', async () => {
    const { first, second, claims } = await aFamily()
    await ledger.booked({ claimId: second.id, kind: 'paid', amountInCent: 2500, day })
    const older = await aDebit([first], { userId, endToEndId: 'MB2027-1' })
    await rows(`UPDATE sepa_runs SET voided_at = '2027-01-03T08:00:00.000Z' WHERE id = ${older}`)
    await rows(`INSERT INTO fee_bookings (claim_id, kind, amount_in_cent, day, run_id, reverses_id,
      created_at, created_by) SELECT claim_id, 'undone', -amount_in_cent, day, run_id, id, created_at,
      created_by FROM fee_bookings WHERE run_id = ${older}`)
    const newer = await aDebit([{ id: first.id, openInCent: 500 }], {
      userId,
      endToEndId: 'MB2027-1-2',
    })
    const year = await ledger.yearOf(2027)
    // The second claim's credit is not deducted from the open sum.
    expect(year).toMatchObject({
      closed: true,
      count: claims.length,
      sumInCent: 4000,
      openInCent: 1500,
    })
    expect(year.runs.map(({ id, count, sumInCent }) => [id, count, sumInCent])).toEqual([
      [newer, 1, 500],
      [older, 1, 2000],
    ])
    expect(year.runs[1]).toMatchObject({
      voidedAt: '2027-01-03T08:00:00.000Z',
      voidReason: '',
      submittedOn: null,
      createdBy: expect.stringMatching(/\S/),
    })
  })

  test('A closed year lists the members without a claim, also those who left in that year, but not those who died', async () => {
    await aClaim()
    const joined = await aPayer({ firstName: 'Neu' })
    const left = await aPayer({ firstName: 'Weg', membershipState: 'Left', dateLeft: '2027-01-01' })
    await aPayer({ membershipState: 'Left', dateLeft: '2026-12-31' })
    await aPayer({ membershipState: 'Left', dateLeft: null })
    await aPayer({ membershipState: 'Died', dateLeft: '2027-01-05' })
    const { unclosed } = await ledger.yearOf(2027)
    expect(unclosed.map(({ id }) => id)).toEqual([joined.id, left.id])
    expect(unclosed[0]).toEqual({
      id: joined.id,
      firstName: 'Neu',
      lastName: 'Gruber',
      birthday: '1980-05-04',
    })
    expect((await ledger.yearOf(2028)).unclosed).toEqual([])
  })

  test('A closed year of the past is still in the list of years, but does not list the members without a claim', async () => {
    const { member, id } = await aClaim()
    await rows(`INSERT INTO fee_claims (year, member_id, payer_id, amount_in_cent, reason, created_at,
      created_by) VALUES (2025, ${member.id}, ${member.id}, 1500, 'Aktiv', '2025-01-01', ${userId})`)
    await aPayer()
    const years = await ledger.years()
    expect(years.map(({ year, closed }) => [year, closed])).toEqual([
      [2028, false],
      [2027, true],
      [2025, true],
    ])
    expect(years[2]).toEqual({
      year: 2025,
      closed: true,
      count: 1,
      sumInCent: 1500,
      openInCent: 1500,
      unclosed: [],
      runs: [],
    })
    expect((await ledger.claims('?year=2027')).map((claim) => claim.id)).toEqual([id])
  })
})

describe('Closing a year', () => {
  test('Closing a year stores every fee, even one of zero, with its reason and payer', async () => {
    const payer = await aPayer({ lastName: 'A' })
    const child = await aPayer({ lastName: 'B', birthday: '2015-01-01', payerId: payer.id })
    const own = await aPayer({
      lastName: 'C',
      individualFeeInCent: 0,
      individualFeeReason: 'Vorstand',
    })
    const answer = await ledger.close(2027)
    expect(answer).toEqual({
      year: 2027,
      closed: true,
      count: 3,
      sumInCent: 2000,
      openInCent: 2000,
      unclosed: [],
      runs: [],
    })
    expect(
      await rows(
        'SELECT year, member_id, payer_id, amount_in_cent, reason, created_by FROM fee_claims',
      ),
    ).toEqual(
      [
        [payer.id, payer.id, 2000, 'Aktiv ab 18'],
        [child.id, payer.id, 0, 'Aktiv unter 18'],
        [own.id, own.id, 0, 'Vorstand'],
      ].map(([member_id, payer_id, amount_in_cent, reason]) => ({
        year: 2027,
        member_id,
        payer_id,
        amount_in_cent,
        reason,
        created_by: userId,
      })),
    )
    const historyEntries = await rows(
      `SELECT user_id, op, changes FROM audit_entries WHERE entity = 'feeYear'`,
    )
    expect(historyEntries).toEqual([
      {
        user_id: userId,
        op: 'event',
        changes: '{"year":[null,2027],"count":[null,3],"sumInCent":[null,2000]}',
      },
    ])
  })

  test('When a year is closed, the fees of a family are reduced to the family cap, beginning with the youngest member', async () => {
    await cap(4500)
    const payer = await aPayer({ birthday: '1970-01-01' })
    await aPayer({ birthday: '1972-01-01', payerId: payer.id })
    await aPayer({ birthday: '2000-01-01', payerId: payer.id })
    await aPayer({
      birthday: '1999-01-01',
      payerId: payer.id,
      individualFeeInCent: 100,
      individualFeeReason: 'Azubi',
    })
    await ledger.close(2027)
    const family = 'Familienbeitrag, zusammen höchstens 45,00\u00a0€'
    expect(
      await rows('SELECT amount_in_cent AS cents, reason FROM fee_claims ORDER BY member_id'),
    ).toEqual([
      { cents: 2000, reason: 'Aktiv ab 18' },
      { cents: 2000, reason: 'Aktiv ab 18' },
      { cents: 500, reason: family },
      { cents: 100, reason: 'Azubi' },
    ])
  })

  test('When a year is closed, members who leave within the year get a claim; those who leave before it do not', async () => {
    const leave = (id: number, date: string) =>
      call('POST', `/api/member/${id}/leave`, { state: 'Left', date }, { token })
    const before = await aPayer({ lastName: 'A' })
    const within = await aPayer({ lastName: 'B' })
    await leave(before.id, '2027-12-31')
    await leave(within.id, '2028-01-01')
    // A member who rejoined keeps the earlier date of leaving.
    const back = await aPayer({ lastName: 'C', dateLeft: '2019-12-31' })
    expect(await ledger.close(2028)).toMatchObject({ count: 2, unclosed: [] })
    expect((await ledger.claims('?year=2028')).map(({ member }) => member.id)).toEqual([
      within.id,
      back.id,
    ])
    expect((await ledger.yearOf(2028)).unclosed).toEqual([])
    const late = await ledger.ask('POST', 'claims', { year: 2028, memberIds: [before.id] })
    expect(await refused(late)).toMatchObject({
      status: 422,
      fields: { memberIds: 'Annegret A ist 2028 kein Mitglied.' },
    })
    expect(await ledger.close(2027)).toMatchObject({ count: 3 })
  })

  test.each([
    [{ count: 2, sumInCent: 2000 }],
    [{ count: 1, sumInCent: 2001 }],
    [{ count: 0, sumInCent: 0 }],
  ])(
    'Closing a year with the outdated count and sum %o is rejected, and the answer contains the current ones (409)',
    async (expected) => {
      await aPayer()
      const response = await ledger.ask('POST', 'years', { year: 2027, expected })
      expect(response.status).toBe(409)
      expect((await json(response)).error).toMatchObject({
        code: 'FeesChanged',
        count: 1,
        sumInCent: 2000,
      })
      expect((await stored()).claims).toEqual([])
    },
  )

  test('A year can be closed only once (409 YearClosed), also when two users close it at the same moment', async () => {
    await aPayer()
    const body = { year: 2027, expected: { count: 1, sumInCent: 2000 } }
    const database = overtakenBefore('insert into "fee_claims"', () => ledger.close(2027))
    const late = await ledger.ask('POST', 'years', body, { database })
    expect(await refused(late)).toMatchObject({
      status: 409,
      code: 'YearClosed',
      message: '2027 ist schon festgeschrieben.',
    })
    expect(await refused(await ledger.ask('POST', 'years', body))).toMatchObject({
      code: 'YearClosed',
    })
    expect((await stored()).claims).toHaveLength(1)
    expect(await rows(`SELECT id FROM audit_entries WHERE entity = 'feeYear'`)).toHaveLength(1)
  })

  test('Rejects closing a year out of range (400), without members or with a member without a fee rule (422)', async () => {
    const expected = { count: 0, sumInCent: 0 }
    const withoutMembers = await ledger.ask('POST', 'years', { year: 2027, expected })
    expect(await refused(withoutMembers)).toMatchObject({ status: 422, code: 'NothingToCollect' })
    for (const year of [2026, 2029]) {
      const response = await ledger.ask('POST', 'years', { year, expected })
      expect(await refused(response)).toMatchObject({ status: 400, code: 'InvalidRequest' })
    }
    const { id } = await aPayer()
    await rows(`DELETE FROM fee_rules WHERE state = 'Active'`)
    const response = await ledger.ask('POST', 'years', { year: 2027, expected })
    expect(response.status).toBe(422)
    expect((await json(response)).error).toMatchObject({
      code: 'FeeRuleMissing',
      message: 'Für Annegret Gruber gibt es keine Zeile in der Beitragstabelle.',
      members: [{ id }],
    })
    expect((await stored()).claims).toEqual([])
  })
})

describe('Claims added to a closed year', () => {
  const add = (memberIds: number[], options = {}) =>
    ledger.ask('POST', 'claims', { year: 2027, memberIds }, options)

  test('A claim added to a closed year has the full fee of a new member, or for a member who left the fee from before the exit', async () => {
    await aClaim()
    const joined = await aPayer({ lastName: 'A' })
    const left = await aPayer({ lastName: 'B', membershipState: 'Left', dateLeft: '2027-01-10' })
    await rows(`INSERT INTO member_exits (member_id, state, date, state_before, ended, recorded_at,
      recorded_by, effective_at) VALUES (${left.id}, 'Left', '2027-01-10', 'Passive', '[]', '2027-01-09',
      ${userId}, '2027-01-11')`)
    const byHand = await aPayer({ lastName: 'C', membershipState: 'Left', dateLeft: '2027-01-12' })
    const response = await add([byHand.id, left.id, joined.id])
    expect(response.status).toBe(201)
    const added = await json(response)
    expect(
      added.map(
        (claim: {
          member: { id: number }
          amountInCent: number
          state: string
          obstacle: string | null
          today: object
        }) => [claim.member.id, claim.amountInCent, claim.state, claim.obstacle, claim.today],
      ),
    ).toEqual([
      [joined.id, 2000, 'open', null, { amountInCent: 2000, reason: 'Aktiv ab 18' }],
      [left.id, 1500, 'open', null, { amountInCent: 1500, reason: 'Passiv ab 18' }],
      [byHand.id, 2000, 'open', null, { amountInCent: 2000, reason: 'Aktiv ab 18' }],
    ])
    expect((await ledger.yearOf(2027)).unclosed).toEqual([])
  })

  test('A claim added to a closed year is limited to the rest of the family cap that earlier claims of the family have not used', async () => {
    await cap(4500)
    const payer = await aPayer({ birthday: '1970-01-01' })
    await aPayer({ birthday: '1972-01-01', payerId: payer.id })
    await aPayer({ birthday: '1973-01-01', payerId: payer.id, individualFeeInCent: 900 })
    await ledger.close(2027)
    const child = await aPayer({ birthday: '2005-01-01', payerId: payer.id })
    const [claim] = await json(add([child.id]))
    expect(claim.amountInCent).toBe(500)
    expect(claim.payer.id).toBe(payer.id)
  })

  test('Of two simultaneous claims added for one family the second is rejected (409), so that the family cap is kept', async () => {
    await cap(3000)
    const payer = await aPayer({ birthday: '1970-01-01' })
    await ledger.close(2027)
    const [one, two] = [await aPayer({ payerId: payer.id }), await aPayer({ payerId: payer.id })]
    const database = overtakenBefore('insert into "fee_claims"', () => add([one.id]))
    expect(await refused(await add([two.id], { database }))).toMatchObject({
      status: 409,
      code: 'FeesChanged',
    })
    expect((await add([two.id])).status).toBe(201)
    expect((await ledger.yearOf(2027)).sumInCent).toBe(3000)
  })

  test('Adding a claim is rejected in an open year or for a person who is no member (422), and for a member who has one already (409)', async () => {
    const early = await aPayer()
    expect(await refused(await add([early.id]))).toMatchObject({
      status: 422,
      fields: { year: 'Das Jahr ist noch nicht festgeschrieben.' },
    })
    await ledger.close(2027)
    const fresh = await aPayer()
    const before = await stored()
    expect(await refused(await add([fresh.id, early.id]))).toMatchObject({
      status: 409,
      code: 'YearClosed',
      message: 'Annegret Gruber hat für 2027 schon einen Beitrag. Es ist nichts geändert.',
    })
    const died = await aPayer({ lastName: 'Tot', membershipState: 'Died' })
    const gone = await aPayer({ lastName: 'Fort', membershipState: 'Left', dateLeft: '2026-12-31' })
    for (const [id, message] of [
      [died.id, 'Annegret Tot ist verstorben.'],
      [gone.id, 'Annegret Fort ist 2027 kein Mitglied.'],
      [99_999, 'Ein Mitglied davon gibt es nicht mehr.'],
    ] as const) {
      expect(await refused(await add([fresh.id, id]))).toMatchObject({
        status: 422,
        fields: { memberIds: message },
      })
    }
    const database = overtakenBefore('insert into "fee_claims"', () => add([fresh.id]))
    expect(await refused(await add([fresh.id], { database }))).toMatchObject({
      status: 409,
      code: 'YearClosed',
    })
    expect((await stored()).claims).toHaveLength(before.claims.length + 1)
  })
})

describe('The current fee shown with a claim', () => {
  const todayOf = async (query: string) =>
    new Map((await ledger.claims(query)).map(({ member, today }) => [member.id, today]))

  test("Editing a member changes the current fee shown with the member's own claims only", async () => {
    const twins = [await aPayer(), await aPayer(), await aPayer(), await aPayer(), await aPayer()]
    const [own, free, left, died, same] = twins.map(({ id }) => id)
    await ledger.close(2027)
    await rows(`UPDATE members SET individual_fee_in_cent = 700, individual_fee_reason = 'Vorstand'
      WHERE id = ${own}`)
    await rows(`INSERT INTO honors (member_id, type, date)
      VALUES (${free}, 'Honorary_Member_25', '2020-01-06')`)
    await rows(`UPDATE members SET membership_state = 'Left', date_left = '2027-01-10'
      WHERE id = ${left}`)
    await rows(`INSERT INTO member_exits (member_id, state, date, state_before, ended, recorded_at,
      recorded_by, effective_at) VALUES (${left}, 'Left', '2027-01-10', 'Passive', '[]', '2027-01-09',
      ${userId}, '2027-01-11')`)
    await rows(`UPDATE members SET membership_state = 'Died' WHERE id = ${died}`)
    const today = new Map<number | undefined, object | null>([
      [own, { amountInCent: 700, reason: 'Vorstand' }],
      [free, { amountInCent: 0, reason: 'Ehrenmitglied: beitragsfrei' }],
      [left, { amountInCent: 1500, reason: 'Passiv ab 18' }],
      [died, null],
      [same, { amountInCent: 2000, reason: 'Aktiv ab 18' }],
    ])
    for (const query of ['?year=2027', '?open=true', '']) {
      expect(await todayOf(query), query).toEqual(today)
    }
  })

  test('The current fee shown for an open claim is reduced to the family cap counting all claims of the family, even paid ones', async () => {
    await cap(3000)
    const payer = await aPayer({ birthday: '1970-01-01' })
    const child = await aPayer({ birthday: '1990-01-01', payerId: payer.id })
    const cut = { amountInCent: 1000, reason: 'Familienbeitrag, zusammen höchstens 30,00\u00a0€' }
    await ledger.close(2027)
    const claims = await ledger.claims('?year=2027')
    const ofPayer = claims.find(({ member }) => member.id === payer.id)
    await ledger.booked({ claimId: ofPayer?.id ?? 0, kind: 'paid', amountInCent: 2000, day })
    expect(await todayOf('?open=true')).toEqual(new Map([[child.id, cut]]))
    await aPayer({ birthday: '2000-01-01', payerId: payer.id })
    expect((await todayOf('?open=true')).get(child.id)).toEqual(cut)
  })

  test('A claim of a past year shows no current fee', async () => {
    const { id } = await aPayer()
    await rows(`INSERT INTO fee_claims (year, member_id, payer_id, amount_in_cent, reason, created_at, created_by)
      VALUES (2025, ${id}, ${id}, 2000, 'Aktiv ab 18', '2025-01-06', ${userId})`)
    for (const query of ['?year=2025', ''])
      expect(await todayOf(query)).toEqual(new Map([[id, null]]))
  })
})

describe('The list of claims', () => {
  test('The list of claims contains each claim with all its data and bookings, and can be filtered by year and by open amount', async () => {
    const { member, id } = await aClaim({ firstName: 'Öle' })
    const [claim] = await ledger.claims('?year=2027')
    const person = {
      id: member.id,
      firstName: 'Öle',
      lastName: 'Gruber',
      birthday: '1980-05-04',
      memberNumber: member.memberNumber,
    }
    expect(claim).toEqual({
      id,
      year: 2027,
      merged: false,
      member: person,
      payer: person,
      amountInCent: 2000,
      openInCent: 2000,
      reason: 'Aktiv ab 18',
      state: 'open',
      obstacle: null,
      payerIban: 'DE89370400440532013000',
      payerBic: '',
      payerSepaAllowed: true,
      payerSepaAllowedDate: '2026-02-01',
      today: { amountInCent: 2000, reason: 'Aktiv ab 18' },
      bookings: [],
    })
    expect(await ledger.claims('?year=2026')).toEqual([])
    const [paid] = await ledger.booked({
      claimId: id,
      kind: 'paid',
      amountInCent: 2000,
      day,
      method: 'cash',
      note: ' am Stand ',
    })
    expect(await ledger.claims('?open=true')).toEqual([])
    const [even] = await ledger.claims('?open=false')
    expect(even).toMatchObject({ state: 'paid', openInCent: 0, obstacle: 'Bezahlt am 16.01.2027' })
    const { claimId, ...booking } = paid ?? { claimId: 0 }
    expect(claimId).toBe(id)
    const by = { createdAt: '2027-01-16T12:00:00.000Z', createdBy: 'Sabine Kächele' }
    expect(even?.bookings).toEqual([{ ...booking, ...by }])
    expect(booking).toEqual({
      id: expect.any(Number),
      kind: 'paid',
      amountInCent: -2000,
      day,
      runId: null,
      endToEndId: null,
      mandateId: null,
      reversesId: null,
      reasonCode: null,
      bankChargeInCent: null,
      method: 'cash',
      bankKey: null,
      note: 'am Stand',
    })
  })

  test('The pages of the list of claims, joined together, equal the whole list for every filter, also with equal names', async () => {
    await cap(3000)
    const lastName = 'Maier'
    for (const firstName of ['Anna', 'Anna', 'Anna', 'Berta']) await aPayer({ firstName, lastName })
    const payer = await aPayer({ firstName: 'Zeno', lastName: 'Ärmel', birthday: '1970-01-01' })
    await aPayer({ lastName, birthday: '1990-01-01', payerId: payer.id })
    const dead = await aPayer({ lastName: 'Zoller' })
    await aPayer({ lastName: 'Abele', payerId: dead.id })
    // Two pairs of members with the same mandate reference; in the second pair one reference is
    // derived from member number and date.
    await aPayer({ lastName: 'Adler', mandateReference: 'Alt 7' })
    await aPayer({ lastName: 'Zimmer', mandateReference: 'ALT 7' })
    const made = await aPayer({ lastName: 'Acker' })
    const mandateReference = `m${made.memberNumber}-20260201`
    await aPayer({ lastName: 'Ziegler', mandateReference })
    await aPayer({ lastName: 'Adam', mandateReference: 'Alt 8' })
    await ledger.close(2027)
    await ledger.close(2028)
    await rows(`UPDATE members SET membership_state = 'Died' WHERE id = ${dead.id}`)
    const all = await ledger.claims('?year=2027')
    const claimOf = (name: string) => all.find(({ member }) => member.lastName === name)
    expect(claimOf('Adler')?.obstacle).toBe('Mandatsreferenz doppelt')
    expect(claimOf('Acker')?.obstacle).toBe('Mandatsreferenz doppelt')
    expect(claimOf('Adam')?.obstacle).toBeNull()
    const paid = { kind: 'paid', amountInCent: 2000, day }
    // The other claim with this reference is settled, so the first one has no obstacle any more.
    await ledger.booked({ ...paid, claimId: claimOf('Zimmer')?.id ?? 0 })
    await ledger.booked({ ...paid, claimId: all[3]?.id ?? 0 })
    await aDebit([claimOf('Ziegler') ?? { id: 0, openInCent: 0 }], { userId })
    for (const choice of ['year=2027&', 'year=2028&', 'open=true&', 'year=2027&open=true&', '']) {
      const whole = await ledger.claims(`?${choice}`)
      expect(whole.length).toBeGreaterThanOrEqual(10)
      expect(await ledger.claims(`?${choice}limit=500`)).toEqual(whole)
      expect(await ledger.claims(`?${choice}after=${whole[4]?.id}`)).toEqual(whole.slice(5))
      for (const limit of [1, 4]) {
        const pages: FeeClaim[] = []
        for (let after = ''; ; after = `&after=${pages.at(-1)?.id}`) {
          const page = await ledger.claims(`?${choice}limit=${limit}${after}`)
          expect(page.length).toBeLessThanOrEqual(limit)
          pages.push(...page)
          if (page.length < limit) break
        }
        expect(pages, `${choice}limit=${limit}`).toEqual(whole)
      }
    }
  })

  test('The figures of a closed year sum up its claims; those of an open year are not found (404)', async () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']
    const people = []
    for (const lastName of names) {
      people.push(await aPayer({ lastName, bankingSepaAllowed: lastName !== 'I' }))
    }
    const figures = () => ledger.ask('GET', 'years/2027')
    expect((await figures()).status).toBe(404)
    await ledger.close(2027)
    const claims = await ledger.claims('?year=2027')
    const of = (name: string) => claims[names.indexOf(name)] ?? { id: 0, openInCent: 0 }
    const paid = (name: string, amountInCent: number) => {
      return { claimId: of(name).id, kind: 'paid', amountInCent, day }
    }
    const note = 'Beschluss'
    await ledger.booked(paid('B', 500), paid('C', 2000), paid('G', 2700))
    await ledger.booked({ ...paid('D', 2000), kind: 'waived', note })
    await ledger.booked({ ...paid('H', -500), kind: 'corrected', note }, paid('H', 1500))
    await aDebit([of('E')], { userId })
    const back = await aDebit([of('F')], { userId, endToEndId: 'MB2027-2' })
    const returned = { ...paid('F', 2000), kind: 'returned', reasonCode: 'AM04' }
    await ledger.booked({ ...returned, bankChargeInCent: 300, passOnCharge: true })
    const [undone] = await ledger.booked(paid('A', 100))
    await ledger.undo(undone?.id ?? 0)
    await rows(`UPDATE members SET individual_fee_in_cent = 700 WHERE id = ${people[0]?.id}`)
    expect(await json(figures())).toEqual({
      sums: {
        due: { count: 9, sumInCent: 17_800 },
        charges: { count: 1, sumInCent: 300 },
        paid: { count: 4, sumInCent: 6700 },
        collected: { count: 1, sumInCent: 2000 },
        open: { count: 4, sumInCent: 7800 },
        waived: { count: 1, sumInCent: 2000 },
        credit: { count: 1, sumInCent: 700 },
      },
      states: { open: 3, returned: 1, credit: 1, free: 0, collected: 1, paid: 2, waived: 1 },
      partly: { paid: 1, collected: 0 },
      dueDays: ['2027-01-11'],
      returnedRuns: [back],
      collectible: { count: 2, sumInCent: 3500 },
      leftOut: { withoutMandate: 1, others: 0 },
      again: [
        {
          claimId: of('F').id,
          firstName: people[5]?.firstName,
          lastName: 'F',
          openInCent: 2300,
          obstacle: 'Zurückgegeben am 16.01.2027: Konto nicht gedeckt',
        },
      ],
      outdated: { all: 2, recomputable: 1 },
    })
    // The list of years has the same open sum.
    expect((await ledger.yearOf(2027)).openInCent).toBe(7800)
  })

  test('Rejects a page of claims with an invalid size (InvalidRequest) or after an unknown claim (404)', async () => {
    await aClaim()
    const asked = (query: string) => ledger.ask('GET', `claims?${query}`)
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=-1',
      'limit=',
      'limit=x',
      'after=x',
      'after=',
    ])
      expect((await refused(await asked(query))).code, query).toBe('InvalidRequest')
    expect((await refused(await asked('limit=501'))).fields).toEqual({
      limit: 'Auf eine Seite passen höchstens 500.',
    })
    expect(await refused(await asked('year=2027&after=999'))).toMatchObject({ status: 404 })
  })

  test('A claim shows the current fee of a member and of one who left in its year, but none for one who left earlier or died', async () => {
    const { member } = await aClaim()
    const today = async () => (await ledger.claims())[0]?.today
    await rows(`UPDATE members SET membership_state = 'Passive' WHERE id = ${member.id}`)
    expect(await today()).toEqual({ amountInCent: 1500, reason: 'Passiv ab 18' })
    await rows(
      `UPDATE members SET membership_state = 'Left', date_left = '2027-01-10' WHERE id = ${member.id}`,
    )
    expect(await today()).toEqual({ amountInCent: 2000, reason: 'Aktiv ab 18' })
    await rows(`UPDATE members SET date_left = '2026-12-31' WHERE id = ${member.id}`)
    expect(await today()).toBeNull()
    await rows(`UPDATE members SET membership_state = 'Died' WHERE id = ${member.id}`)
    expect(await today()).toBeNull()
  })
})

describe("A member's fee", () => {
  const feeOf = (id: number) =>
    json(call('GET', `/api/member/${id}/membershipfee`, undefined, { token }))

  test("In a closed year a member's fee is that of the claim, even after a later change of the member", async () => {
    const { member } = await aClaim()
    await rows(`UPDATE members SET individual_fee_in_cent = 700 WHERE id = ${member.id}`)
    expect(await feeOf(member.id)).toEqual({ amountInCent: 2000, reason: 'Aktiv ab 18' })
  })

  test("In a closed year a member's fee includes the corrections of the claim, until they are undone", async () => {
    const { id, member } = await aClaim()
    const [corrected] = await ledger.booked(
      { claimId: id, kind: 'corrected', amountInCent: -500, day, note: 'Azubi' },
      { claimId: id, kind: 'paid', amountInCent: 100, day },
    )
    expect(await feeOf(member.id)).toEqual({ amountInCent: 1500, reason: 'Aktiv ab 18' })
    await ledger.undo(corrected?.id ?? 0)
    expect(await feeOf(member.id)).toEqual({ amountInCent: 2000, reason: 'Aktiv ab 18' })
  })

  test("Before the year is closed, a member's fee is reduced to the family cap as in the list of fees", async () => {
    await cap(3000)
    const payer = await aPayer({ lastName: 'A', birthday: '1970-01-01' })
    const free = await aPayer({ lastName: 'B', birthday: '1971-01-01', payerId: payer.id })
    await commit(db(), [
      write
        .insert(honors)
        .values({ memberId: free.id, type: 'Honorary_Member_25', date: '2020-11-11' }),
    ])
    const second = await aPayer({ lastName: 'C', birthday: '1972-01-01', payerId: payer.id })
    const left = await aPayer({
      lastName: 'D',
      birthday: '1965-01-01',
      payerId: payer.id,
      membershipState: 'Left',
    })
    const alone = await aPayer({ lastName: 'E' })
    expect(await feeOf(payer.id)).toEqual({ amountInCent: 2000, reason: 'Aktiv ab 18' })
    expect(await feeOf(free.id)).toEqual({ amountInCent: 0, reason: 'Ehrenmitglied: beitragsfrei' })
    expect(await feeOf(second.id)).toEqual({
      amountInCent: 1000,
      reason: 'Familienbeitrag, zusammen höchstens 30,00\u00a0€',
    })
    expect(await feeOf(left.id)).toEqual({ amountInCent: 0, reason: 'Ausgetreten: kein Beitrag' })
    expect(await feeOf(alone.id)).toEqual({ amountInCent: 2000, reason: 'Aktiv ab 18' })
  })
})

test('The preview of a fee table uses the family cap in the request, or the stored cap if the request has none', async () => {
  const payer = await aPayer({ birthday: '1970-01-01' })
  const other = await aPayer({ birthday: '1972-01-01', payerId: payer.id })
  const feeRules = [
    { validFrom: 2020, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 2500 },
  ]
  const preview = (more: object) =>
    json(ledger.ask('POST', 'preview', { year: 2027, feeRules, ...more }))
  expect(await preview({})).toMatchObject({ beforeInCent: 4000, afterInCent: 5000 })
  expect(await preview({ familyCapInCent: 3000 })).toMatchObject({
    beforeInCent: 4000,
    afterInCent: 3000,
    changed: [
      { member: { id: payer.id }, before: 2000, after: 2500 },
      { member: { id: other.id }, before: 2000, after: 500 },
    ],
  })
  await cap(3000)
  expect(await preview({})).toMatchObject({ beforeInCent: 3000, afterInCent: 3000 })
  expect(await preview({ familyCapInCent: null })).toMatchObject({
    beforeInCent: 3000,
    afterInCent: 5000,
  })
})

describe('A booking', () => {
  test('Each kind of booking changes the open amount and the state of its claim', async () => {
    const { id } = await aClaim()
    const steps = [
      [{ kind: 'paid', amountInCent: 500 }, 1500, 'open'],
      [{ kind: 'waived', amountInCent: 500, note: 'Härtefall' }, 1000, 'open'],
      [{ kind: 'corrected', amountInCent: -300, note: 'zu viel' }, 700, 'open'],
      [{ kind: 'corrected', amountInCent: 100, note: 'zu wenig' }, 800, 'open'],
      [{ kind: 'charged', amountInCent: 350 }, 1150, 'open'],
      [{ kind: 'paid', amountInCent: 1200 }, -50, 'credit'],
      [{ kind: 'refunded', amountInCent: 50 }, 0, 'paid'],
      [{ kind: 'refunded', amountInCent: 1650 }, 1650, 'open'],
    ] as const
    for (const [booking, open, state] of steps) {
      await ledger.booked({ claimId: id, day, ...booking })
      expect([await openOf(id), await stateOf(id)]).toEqual([open, state])
    }
  })

  test('Each booking adds one entry to the history of the member whose claim it is', async () => {
    const { first, other, second } = await aFamily()
    await ledger.booked(
      { claimId: first.id, kind: 'paid', amountInCent: 2000, day },
      { claimId: second.id, kind: 'waived', amountInCent: 2000, day, note: 'Helferin' },
    )
    const historyEntries = await rows<{ member_id: number; changes: string }>(
      `SELECT member_id, changes FROM audit_entries WHERE entity = 'feeBooking' ORDER BY id`,
    )
    expect(historyEntries).toHaveLength(2)
    expect(historyEntries[1]?.member_id).toBe(second.member.id)
    expect([first.member.id, second.member.id]).toContain(other.id)
    expect(JSON.parse(historyEntries[1]?.changes ?? '')).toEqual({
      kind: [null, 'waived'],
      year: [null, 2027],
      amountInCent: [null, -2000],
      day: [null, day],
      note: [null, 'Helferin'],
    })
  })

  test.each([
    [
      'of an unknown claim',
      { kind: 'paid', claimId: 999, amountInCent: 1 },
      'claimId',
      'Diesen Beitrag gibt es nicht.',
    ],
    [
      'of tomorrow',
      { kind: 'paid', amountInCent: 1, day: '2027-01-17' },
      'day',
      'Der Tag liegt in der Zukunft.',
    ],
    [
      'that waives more than is open',
      { kind: 'waived', amountInCent: 2002, note: 'x' },
      'amountInCent',
      'Offen sind nur noch 20,01\u00a0€.',
    ],
    [
      'that corrects to below zero',
      { kind: 'corrected', amountInCent: -2002, note: 'x' },
      'amountInCent',
      'Offen sind nur noch 20,01\u00a0€.',
    ],
    [
      'that refunds more than was paid',
      { kind: 'refunded', amountInCent: 1 },
      'amountInCent',
      'Es ist nichts eingegangen.',
    ],
    [
      'of a return without a debit',
      { kind: 'returned', amountInCent: 2000 },
      'claimId',
      'Hier ist nichts eingezogen, was zurückkommen könnte.',
    ],
    [
      'that waives without a note',
      { kind: 'waived', amountInCent: 1 },
      'note',
      'Dieser Wert fehlt oder hat die falsche Form.',
    ],
    [
      'that waives with a blank note',
      { kind: 'waived', amountInCent: 1, note: ' ' },
      'note',
      'Schreibe, warum der Beitrag erlassen wird.',
    ],
    [
      'that corrects by zero',
      { kind: 'corrected', amountInCent: 0, note: 'x' },
      'amountInCent',
      'Gib einen Betrag an.',
    ],
    [
      'of a negative amount',
      { kind: 'paid', amountInCent: -5 },
      'amountInCent',
      'Gib einen Betrag an.',
    ],
  ])(
    'A booking %s is rejected at its field (400 or 422), and nothing of the request is booked',
    async (_, booking, field, message) => {
      const { id } = await aClaim()
      const fine = { claimId: id, kind: 'charged', amountInCent: 1, day }
      const response = await ledger.book(fine, { claimId: id, day, ...booking })
      const { status, fields } = await refused(response)
      expect([400, 422]).toContain(status)
      expect(fields).toEqual({ [`bookings.1.${field}`]: message })
      expect((await stored()).bookings).toEqual([])
    },
  )

  test('A booking is checked against the amount that the earlier bookings of the same request leave open', async () => {
    const { id } = await aClaim()
    const paid = { claimId: id, kind: 'paid', amountInCent: 1500, day }
    const response = await ledger.book(paid, {
      claimId: id,
      kind: 'waived',
      amountInCent: 501,
      day,
      note: 'Rest',
    })
    expect(await refused(response)).toMatchObject({
      status: 422,
      fields: { 'bookings.1.amountInCent': 'Offen sind nur noch 5,00\u00a0€.' },
    })
    await ledger.booked(paid, { claimId: id, kind: 'waived', amountInCent: 500, day, note: 'Rest' })
    expect(await stateOf(id)).toBe('waived')
  })

  test('A booking whose expected open amount is outdated is rejected (409 FeesChanged), so that a request sent twice is booked once', async () => {
    const { id } = await aClaim()
    const seen = { claimId: id, day, openInCent: 2000 }
    const raised = { ...seen, kind: 'corrected', amountInCent: 500, note: 'x' }
    const paid = { ...seen, kind: 'paid', amountInCent: 2500 }
    // The open amount of each booking in a request is the one before the request.
    await ledger.booked(raised, paid)
    const message = 'Inzwischen wurde etwas anderes gebucht. Sieh noch einmal nach.'
    for (const again of [raised, { ...seen, kind: 'waived', amountInCent: 2000, note: 'x' }]) {
      expect(await refused(await ledger.book(again))).toMatchObject({
        status: 409,
        code: 'FeesChanged',
        message,
      })
    }
    const even = { ...paid, openInCent: 0, amountInCent: 1 }
    const database = overtakenBefore('insert into "guards"', () => ledger.booked(even))
    const late = await ledger.ask('POST', 'bookings', { bookings: [even] }, { database })
    expect(await refused(late)).toMatchObject({ status: 409, code: 'FeesChanged', message })
    expect((await stored()).bookings).toHaveLength(3)
  })

  test('Bookings are rejected as a whole when a simultaneous booking makes one of them impossible (409 FeesChanged)', async () => {
    const { id } = await aClaim()
    const database = overtakenBefore('insert into "fee_bookings"', () =>
      ledger.booked({ claimId: id, kind: 'paid', amountInCent: 2000, day }),
    )
    const waived = { claimId: id, kind: 'waived', amountInCent: 2000, day, note: 'x' }
    const response = await ledger.ask('POST', 'bookings', { bookings: [waived] }, { database })
    expect(await refused(response)).toMatchObject({
      status: 409,
      code: 'FeesChanged',
      message: 'Inzwischen wurde etwas anderes gebucht. Sieh noch einmal nach.',
    })
    expect((await stored()).bookings).toHaveLength(1)
  })
})

describe('A line of a bank statement', () => {
  const line = (claimId: number, amountInCent = 2000) => ({
    claimId,
    kind: 'paid',
    amountInCent,
    day,
    bankKey: 'a1b2',
  })

  test('A line of a bank statement can be booked only once (409 AlreadyBooked), for one claim or for several', async () => {
    const { first, second } = await aFamily()
    await ledger.booked(line(first.id), line(second.id))
    for (const again of [line(first.id), line(second.id, 100)]) {
      expect(await refused(await ledger.book(again))).toMatchObject({
        status: 409,
        code: 'AlreadyBooked',
        message: 'Diese Zeile des Auszugs ist schon gebucht.',
        fields: { 'bookings.0.bankKey': 'Schon gebucht.' },
      })
    }
    const among = [
      { ...line(first.id), bankKey: 'b1' },
      line(second.id, 100),
      { ...line(first.id), bankKey: undefined },
    ]
    expect(await refused(await ledger.book(...among))).toMatchObject({
      code: 'AlreadyBooked',
      message: 'Eine Zeile des Auszugs ist schon gebucht. Es ist nichts geändert.',
      fields: { 'bookings.1.bankKey': 'Schon gebucht.' },
    })
    const twice = await ledger.book(
      { ...line(first.id), bankKey: 'c3' },
      { ...line(first.id), bankKey: 'c3' },
    )
    expect(await refused(twice)).toMatchObject({
      fields: { 'bookings.1.bankKey': 'Diese Zeile ist schon genannt.' },
    })
    expect((await stored()).bookings).toHaveLength(2)
  })

  test('Whenever the booking of a bank statement line has been undone, the line can be booked again', async () => {
    const { id } = await aClaim()
    for (let time = 0; time < 3; time++) {
      const [booked] = await ledger.booked(line(id))
      expect(booked?.bankKey).toBe('a1b2')
      expect(await refused(await ledger.book(line(id)))).toMatchObject({ code: 'AlreadyBooked' })
      expect((await ledger.undo(booked?.id ?? 0)).status).toBe(201)
    }
    const [claim] = await ledger.claims()
    expect(claim?.bookings.map(({ bankKey }) => bankKey)).toEqual([
      'a1b2',
      null,
      'a1b2',
      null,
      'a1b2',
      null,
    ])
    // A key that starts with the same characters is another line.
    await ledger.booked(
      line(id),
      { ...line(id), bankKey: 'a1b' },
      { ...line(id), bankKey: 'a1b2c' },
    )
  })

  test('When two users book the same line of a bank statement at the same moment, one is rejected (409 AlreadyBooked)', async () => {
    const { first, second } = await aFamily()
    for (const [index, [mine, theirs]] of [
      [first, first],
      [first, second],
    ].entries()) {
      const of = (claim = first) => ({ ...line(claim.id), bankKey: `key-${index}` })
      const database = overtakenBefore('insert into "guards"', () => ledger.booked(of(theirs)))
      const response = await ledger.ask('POST', 'bookings', { bookings: [of(mine)] }, { database })
      expect(await refused(response)).toMatchObject({ status: 409, code: 'AlreadyBooked' })
    }
    expect((await stored()).bookings).toHaveLength(2)
  })
})

describe('The return of a debit', () => {
  const returned = (claimId: number, amountInCent: number, more = {}) => ({
    claimId,
    kind: 'returned',
    amountInCent,
    day: '2027-01-13',
    reasonCode: 'AM04',
    bankChargeInCent: 300,
    bankKey: 'r1',
    ...more,
  })

  test.each([
    ['one claim', 2000],
    ['the whole debit', 4000],
  ])(
    'A return with the amount of %s is booked on all claims of the debit, and the bank charge once',
    async (_, amount) => {
      const { first, second, claims } = await aFamily()
      const runId = await aDebit(claims, { userId })
      const lines = await ledger.booked(returned(second.id, amount, { passOnCharge: true }))
      expect(
        lines.map(
          ({
            claimId,
            kind,
            amountInCent,
            bankChargeInCent,
            runId,
            endToEndId,
            mandateId,
            bankKey,
          }) => ({
            claimId,
            kind,
            amountInCent,
            bankChargeInCent,
            runId,
            endToEndId,
            mandateId,
            bankKey,
          }),
        ),
      ).toEqual([
        {
          claimId: first.id,
          kind: 'returned',
          amountInCent: 2000,
          bankChargeInCent: 300,
          runId,
          endToEndId: 'MB2027-1',
          mandateId: 'M1',
          bankKey: 'r1',
        },
        {
          claimId: first.id,
          kind: 'charged',
          amountInCent: 300,
          bankChargeInCent: null,
          runId: null,
          endToEndId: 'MB2027-1',
          mandateId: null,
          bankKey: null,
        },
        {
          claimId: second.id,
          kind: 'returned',
          amountInCent: 2000,
          bankChargeInCent: null,
          runId,
          endToEndId: 'MB2027-1',
          mandateId: 'M1',
          bankKey: 'r1',
        },
      ])
      expect([await openOf(first.id), await openOf(second.id)]).toEqual([2300, 2000])
      expect(await stateOf(first.id)).toBe('returned')
      const [claim] = (await ledger.claims()).filter(({ id }) => id === second.id)
      expect(claim?.obstacle).toBe('Zurückgegeben am 13.01.2027: Konto nicht gedeckt')
    },
  )

  test('If a debit for several claims is returned, one request books the return once for each of the claims', async () => {
    const { first, second, claims } = await aFamily()
    await aDebit(claims, { userId })
    expect(await ledger.booked(returned(first.id, 2000), returned(second.id, 2000))).toHaveLength(2)
    expect([await openOf(first.id), await openOf(second.id)]).toEqual([2000, 2000])
  })

  test('If a claim had two debits, the return is booked on the one with the end-to-end id in the request', async () => {
    const { id } = await aClaim()
    await aDebit([{ id, openInCent: 2000 }], { userId, endToEndId: 'MB2027-1' })
    await ledger.booked({ claimId: id, kind: 'corrected', amountInCent: 700, day, note: 'x' })
    await aDebit([{ id, openInCent: 700 }], { userId, endToEndId: 'MB2027-1-2' })
    const first = returned(id, 2000, { endToEndId: 'MB2027-1', reasonCode: 'ac04' })
    const [line] = await ledger.booked(first)
    expect(line).toMatchObject({ endToEndId: 'MB2027-1', amountInCent: 2000, reasonCode: 'AC04' })
    expect(await openOf(id)).toBe(2000)
    for (const endToEndId of ['MB2027-1', 'MB2027-9']) {
      expect(
        await refused(await ledger.book(returned(id, 2000, { endToEndId, bankKey: 'r2' }))),
      ).toMatchObject({
        status: 422,
        fields: {
          'bookings.0.endToEndId':
            'Unter dieser Kennung ist hier nichts eingezogen, was zurückkommen könnte.',
        },
      })
    }
    await ledger.undo(line?.id ?? 0)
    const both = await ledger.booked(
      { ...first, bankKey: undefined },
      returned(id, 700, { endToEndId: 'MB2027-1-2', bankKey: undefined }),
    )
    expect(both.map(({ endToEndId }) => endToEndId)).toEqual(['MB2027-1', 'MB2027-1-2'])
    expect(await openOf(id)).toBe(2700)
  })

  test("A return is rejected if its amount is not the debit's, the debit is listed twice or returned already, or the passed-on charge is zero", async () => {
    const { first, second, claims } = await aFamily()
    await aDebit(claims, { userId })
    expect(await refused(await ledger.book(returned(first.id, 1999)))).toMatchObject({
      fields: { 'bookings.0.amountInCent': 'Eingezogen wurden 40,00\u00a0€.' },
    })
    const two = await ledger.book(
      returned(first.id, 4000),
      returned(second.id, 4000, { bankKey: 'r2' }),
    )
    expect(await refused(two)).toMatchObject({
      fields: { 'bookings.1.claimId': 'Diese Lastschrift ist schon genannt.' },
    })
    const free = await ledger.book(
      returned(first.id, 4000, { bankChargeInCent: 0, passOnCharge: true }),
    )
    expect(await refused(free)).toMatchObject({
      fields: { 'bookings.0.bankChargeInCent': 'Gib an, was die Bank berechnet hat.' },
    })
    await ledger.booked(returned(first.id, 4000))
    expect(
      await refused(await ledger.book(returned(first.id, 4000, { bankKey: 'r2' }))),
    ).toMatchObject({
      fields: { 'bookings.0.claimId': 'Hier ist nichts eingezogen, was zurückkommen könnte.' },
    })
  })

  test('The undo of a return reverts all its bookings with the passed-on charge; then the return can be booked again', async () => {
    const { first, second, claims } = await aFamily()
    const runId = await aDebit(claims, { userId })
    for (let time = 0; time < 2; time++) {
      const lines = await ledger.booked(returned(first.id, 4000, { passOnCharge: true }))
      const ofSecond = lines.find(({ claimId }) => claimId === second.id)
      const undone = await json(ledger.undo(ofSecond?.id ?? 0))
      expect(
        undone.map((line: { kind: string; amountInCent: number; runId: number | null }) => [
          line.kind,
          line.amountInCent,
          line.runId,
        ]),
      ).toEqual([
        ['undone', -2000, runId],
        ['undone', -300, null],
        ['undone', -2000, runId],
      ])
      expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([
        'collected',
        'collected',
      ])
    }
    expect((await ledger.claims())[0]?.obstacle).toBe('Eingezogen am 11.01.2027')
  })
})

describe('Undoing a booking', () => {
  const undo = async (id: number | undefined) => refused(await ledger.undo(id ?? 0))

  test('Undoing a booking adds a counter-booking; undoing it again, or the counter-booking, is rejected (409 NotUndoable)', async () => {
    const { id } = await aClaim()
    const bookings = [
      { kind: 'paid', amountInCent: 2500 },
      { kind: 'refunded', amountInCent: 500 },
      { kind: 'corrected', amountInCent: 700, note: 'x' },
      { kind: 'waived', amountInCent: 100, note: 'x' },
      { kind: 'charged', amountInCent: 200 },
    ]
    const lines = await ledger.booked(...bookings.map((one) => ({ claimId: id, day, ...one })))
    for (const line of lines.toReversed()) {
      const [undone] = await json(ledger.undo(line.id, ' verlesen '))
      expect(undone).toMatchObject({
        claimId: id,
        kind: 'undone',
        amountInCent: -line.amountInCent,
        reversesId: line.id,
        day,
        note: 'verlesen',
      })
      expect(await undo(line.id)).toMatchObject({
        status: 409,
        code: 'NotUndoable',
        message: 'Das ist schon zurückgenommen.',
      })
      expect(await undo(undone.id)).toMatchObject({ code: 'NotUndoable' })
    }
    expect([await openOf(id), await stateOf(id)]).toEqual([2000, 'open'])
    const historyEntries = await rows<{ changes: string }>(
      `SELECT changes FROM audit_entries WHERE entity = 'feeBooking' ORDER BY id DESC LIMIT 1`,
    )
    expect(JSON.parse(historyEntries[0]?.changes ?? '')).toMatchObject({
      kind: [null, 'undone'],
      amountInCent: [null, 2500],
    })
  })

  test('Rejects undoing a booking without a reason (422) and an unknown booking (404)', async () => {
    const { id } = await aClaim()
    const [paid] = await ledger.booked({ claimId: id, kind: 'paid', amountInCent: 1, day })
    expect(await refused(await ledger.undo(paid?.id ?? 0, ' '))).toMatchObject({
      status: 422,
      fields: { note: 'Schreibe, warum es zurückgenommen wird.' },
    })
    expect((await ledger.undo(9999)).status).toBe(404)
    expect((await stored()).bookings).toHaveLength(1)
  })

  test('Undoing a booking on which later ones depend is rejected, and the answer says what has to be undone first (409 NotUndoable)', async () => {
    const { first, claims } = await aFamily()
    await aDebit(claims, { userId })
    const [debit] = (await ledger.claims()).find(({ id }) => id === first.id)?.bookings ?? []
    expect(await undo(debit?.id)).toMatchObject({ code: 'NotUndoable' })
    const [back] = await ledger.booked({
      claimId: first.id,
      kind: 'returned',
      amountInCent: 4000,
      day,
    })
    for (const [settling, words] of [
      [{ kind: 'paid', amountInCent: 2000 }, 'bezahlt: nimm zuerst die Zahlung zurück.'],
      [
        { kind: 'waived', amountInCent: 2000, note: 'x' },
        'erlassen: nimm zuerst den Erlass zurück.',
      ],
      [
        { kind: 'corrected', amountInCent: -2000, note: 'x' },
        'berichtigt: nimm zuerst die Berichtigung zurück.',
      ],
    ] as const) {
      const [settled] = await ledger.booked({ claimId: first.id, day, ...settling })
      const before = await stored()
      expect(await undo(back?.id)).toMatchObject({
        status: 409,
        code: 'NotUndoable',
        message: `Wurde inzwischen ${words}`,
      })
      expect(await stored()).toEqual(before)
      await ledger.undo(settled?.id ?? 0)
    }
    const [paid] = await ledger.booked({ claimId: first.id, kind: 'paid', amountInCent: 2500, day })
    const [refund] = await ledger.booked({
      claimId: first.id,
      kind: 'refunded',
      amountInCent: 500,
      day,
    })
    expect(await undo(paid?.id)).toMatchObject({
      message: 'Wurde inzwischen erstattet: nimm zuerst die Erstattung zurück.',
    })
    // A refund that was not transferred leaves a credit.
    expect((await ledger.undo(refund?.id ?? 0)).status).toBe(201)
    expect(await stateOf(first.id)).toBe('credit')
  })

  test('Of two simultaneous undos of a booking one succeeds and one is rejected (409 FeesChanged)', async () => {
    const { id } = await aClaim()
    const [paid] = await ledger.booked({ claimId: id, kind: 'paid', amountInCent: 500, day })
    const path = `bookings/${paid?.id}/undo`
    const database = overtakenBefore('insert into "fee_bookings"', () => ledger.undo(paid?.id ?? 0))
    const late = await ledger.ask('POST', path, { note: 'x' }, { database })
    expect(await refused(late)).toMatchObject({ status: 409, code: 'FeesChanged' })
    expect(await openOf(id)).toBe(2000)
  })
})

test('A readonly user can read years and claims of the ledger but not change them (403)', async () => {
  const { id } = await aClaim()
  const reader = ledgerOf((await signedIn('readonly')).token)
  expect(await reader.claims()).toHaveLength(1)
  expect((await reader.years())[1]?.closed).toBe(true)
  const before = await stored()
  const responses = [
    await reader.book({ claimId: id, kind: 'paid', amountInCent: 1, day }),
    await reader.undo(1),
    await reader.ask('POST', 'years', { year: 2028, expected: { count: 1, sumInCent: 2000 } }),
    await reader.ask('POST', 'claims', { year: 2027, memberIds: [1] }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(await stored()).toEqual(before)
})
