import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { aBooking, aClaim, aFeeLetter, aRun } from '#tests/support/ledger-rows.ts'
import { snapshot } from '#tests/support/merges.ts'

// Fees and payers when two member records are merged.

let manager: { id: number; token: string }
let kept: number
let gone: number
let other: number

beforeEach(async () => {
  setClock()
  manager = await signedIn('management')
  kept = (await aMember({ memberNumber: 12 })).id
  gone = (await aMember({ memberNumber: 7, birthday: null })).id
  other = (await aMember({ memberNumber: 99, firstName: 'Otto', lastName: 'Moser' })).id
})

const ask = (method: string, path: string, body?: unknown) =>
  call(method, path, body, { token: manager.token })
const merge = (body: object = {}) =>
  ask('POST', `/api/member/${kept}/merge`, { goneId: gone, ...body })
const preview = () => json(ask('GET', `/api/member/${kept}/merge?gone=${gone}`))
const undo = (id: number) => ask('POST', `/api/members/merges/${id}/undo`)
const merged = async (body: object = {}) => {
  const answer = await merge(body)
  expect([answer.status, answer.status === 200 || (await answer.text())]).toEqual([200, true])
  return json(answer)
}
const pays = (id: number, payer: number | null) =>
  rows(`UPDATE members SET payer_id = ${payer} WHERE id = ${id}`)
const payerOf = async (id: number) =>
  (await rows<{ payer_id: number | null }>(`SELECT payer_id FROM members WHERE id = ${id}`))[0]
    ?.payer_id
const expectUndoRestores = async (mergeId: number, before: unknown) => {
  const answer = await undo(mergeId)
  expect([answer.status, answer.status === 200 || (await answer.text())]).toEqual([200, true])
  expect(await snapshot()).toEqual(before)
}

describe('The payer of a merged member', () => {
  test('If only one of two merged records has a payer, the merge takes this payer unless the request chooses none', async () => {
    await pays(gone, other)
    const before = await snapshot()
    expect(await preview()).toMatchObject({
      payers: { kept: null, gone: 'Otto Moser' },
      preset: { payerId: 'gone' },
      conflicts: [],
    })
    const { mergeId } = await merged()
    expect(await payerOf(kept)).toBe(other)
    await expectUndoRestores(mergeId, before)
    await merged({ fields: { payerId: 'kept' } })
    expect(await payerOf(kept)).toBeNull()
  })

  test('A member whose payer was the deleted record has the kept record as payer after the merge', async () => {
    await pays(other, gone)
    const before = await snapshot()
    const { mergeId } = await merged()
    expect(await payerOf(other)).toBe(kept)
    await expectUndoRestores(mergeId, before)
  })

  test.each([
    ['two records of which the deleted one pays for the kept one', () => pays(kept, gone)],
    ['two records of which the kept one pays for the deleted one', () => pays(gone, kept)],
  ])('After merging %s the member has no payer, as the preview says', async (_, set) => {
    await set()
    const before = await snapshot()
    expect((await preview()).conflicts).toEqual([
      'Zahler: Der eine Eintrag zahlt für den anderen. Danach zahlt das Mitglied selbst.',
    ])
    const { mergeId } = await merged()
    expect(await payerOf(kept)).toBeNull()
    await expectUndoRestores(mergeId, before)
  })

  test.each([
    ['is kept', () => [kept, gone] as const],
    ['is deleted', () => [gone, kept] as const],
  ])(
    'If the record that %s has a payer and the other pays for a member, the merged member has no payer',
    async (_, of) => {
      const [paid, paying] = of()
      const child = (await aMember({ firstName: 'Kind' })).id
      await pays(paid, other)
      await pays(child, paying)
      const before = await snapshot()
      expect((await preview()).conflicts).toEqual([
        'Zahler: Das Mitglied zahlt für andere und hat danach selbst keinen Zahler mehr.',
      ])
      const { mergeId } = await merged()
      expect([await payerOf(kept), await payerOf(child)]).toEqual([null, kept])
      await expectUndoRestores(mergeId, before)
    },
  )

  test('A merge cannot be undone once a member whose payer it replaced has been changed (409)', async () => {
    await pays(other, gone)
    const { mergeId } = await merged()
    await rows(`UPDATE members SET phone = '1', version = version + 1 WHERE id = ${other}`)
    const answer = await undo(mergeId)
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.reasons).toEqual([
      'Die Daten von jemandem, für den das Mitglied zahlt, wurden seither geändert.',
    ])
  })

  test('The undo of a merge is rejected and changes nothing if it would give a payer to a member who pays for another (409)', async () => {
    await pays(kept, gone)
    const { mergeId } = await merged()
    await pays(other, kept)
    const before = await snapshot()
    const answer = await undo(mergeId)
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.reasons).toEqual([
      'Beim Zahler hat sich seither etwas geändert.',
    ])
    expect(await snapshot()).toEqual(before)
  })
})

describe('Fees of a merged member', () => {
  const by = () => ({ createdBy: manager.id })
  const claims = () => rows('SELECT id, member_id, payer_id, merged FROM fee_claims ORDER BY id')

  test('A merge moves the fee claims of every year, the claims paid for others and the fee letters to the kept record', async () => {
    const one = await aClaim({ memberId: gone, year: 2025, ...by() })
    const two = await aClaim({ memberId: kept, year: 2026, payerId: gone, ...by() })
    const three = await aClaim({ memberId: other, payerId: gone, ...by() })
    await aBooking({ claimId: one, kind: 'paid', amountInCent: -500, method: 'cash', ...by() })
    await aFeeLetter({ payerId: gone, ...by() })
    const before = await snapshot()
    expect((await preview()).moves).toMatchObject({ fees: 1 })
    const { mergeId } = await merged()
    expect(await claims()).toEqual([
      { id: one, member_id: kept, payer_id: kept, merged: 0 },
      { id: two, member_id: kept, payer_id: kept, merged: 0 },
      { id: three, member_id: other, payer_id: kept, merged: 0 },
    ])
    expect(await rows('SELECT payer_id FROM fee_letters')).toEqual([{ payer_id: kept }])
    await expectUndoRestores(mergeId, before)
  })

  const states = ['open', 'paid', 'collected', 'waived', 'free'] as const
  const settled = ['waived', 'free']
  const aClaimOf = async (memberId: number, state: (typeof states)[number]) => {
    const id = await aClaim({ memberId, amountInCent: state === 'free' ? 0 : 2000, ...by() })
    const book = (kind: 'paid' | 'waived' | 'collected', amountInCent: number, more = {}) =>
      aBooking({ claimId: id, kind, amountInCent, ...by(), ...more })
    if (state === 'paid') await book('paid', -2000, { method: 'transfer' })
    if (state === 'waived') await book('waived', -2000)
    if (state === 'collected') {
      const runId = await aRun({ messageId: `MB2026-${memberId}`, ...by() })
      await book('collected', -2000, { runId, endToEndId: `MB2026-${memberId}` })
    }
    return id
  }

  test.each(states.flatMap((ofKept) => states.map((ofGone) => [ofKept, ofGone] as const)))(
    'Two records with fee claims for the same year (%s and %s) can be merged only if one of the claims is waived or zero',
    async (ofKept, ofGone) => {
      const one = await aClaimOf(kept, ofKept)
      const two = await aClaimOf(gone, ofGone)
      const before = await snapshot()
      const sum = () => rows('SELECT sum(open_in_cent) AS sum FROM fee_open')
      const openBefore = await sum()
      if (!settled.includes(ofKept) && !settled.includes(ofGone)) {
        const reasons = [
          'Beitrag 2026: Bei beiden ist ein Beitrag offen oder bezahlt. Erlasse oder erstatte zuerst einen davon.',
        ]
        expect((await preview()).refusals).toEqual(reasons)
        const answer = await merge()
        expect(answer.status).toBe(409)
        expect((await json(answer)).error).toMatchObject({ code: 'MergeRefused', reasons })
        expect(await snapshot()).toEqual(before)
        return
      }
      const { mergeId } = await merged()
      const aside = settled.includes(ofGone) ? two : one
      expect(await rows('SELECT id FROM fee_claims WHERE merged = 1')).toEqual([{ id: aside }])
      expect(await rows(`SELECT count(*) AS n FROM fee_claims WHERE member_id = ${kept}`)).toEqual([
        { n: 2 },
      ])
      expect(await sum()).toEqual(openBefore)
      await expectUndoRestores(mergeId, before)
    },
  )

  test('If a merge sets aside a fee claim as a duplicate, the claim cannot be booked or collected and counts in no sum', async () => {
    await rows(`UPDATE members SET banking_iban = 'DE89370400440532013000', banking_sepa_allowed = 1,
      banking_sepa_allowed_date = '2014-02-01' WHERE id IN (${kept}, ${gone})`)
    const year = 2027
    const one = await aClaim({ memberId: kept, year, ...by() })
    const two = await aClaim({ memberId: gone, year, ...by() })
    const lowered = { claimId: two, kind: 'corrected', amountInCent: -500, ...by() } as const
    const correction = await aBooking(lowered)
    const waiver = await aBooking({ claimId: two, kind: 'waived', amountInCent: -1500, ...by() })
    await merged()
    const claimOf = async (id: number) =>
      (await json(ask('GET', '/api/billing/claims'))).find(
        (claim: { id: number }) => claim.id === id,
      )
    expect(await claimOf(two)).toMatchObject({ today: null, obstacle: 'Doppelt, zusammengeführt' })
    expect(await claimOf(one)).toMatchObject({ today: { amountInCent: 2000 }, obstacle: null })
    const book = (kind: string, amountInCent: number) =>
      ask('POST', '/api/billing/bookings', {
        bookings: [{ claimId: two, kind, amountInCent, day: '2027-01-16', note: 'neu' }],
      })
    for (const response of [await book('corrected', 2000), await book('charged', 300)]) {
      expect(response.status).toBe(422)
      expect((await json(response)).error.fields).toEqual({
        'bookings.0.claimId': 'Dieser Beitrag ist doppelt: Es gilt der andere.',
      })
    }
    for (const id of [waiver, correction]) {
      const response = await ask('POST', `/api/billing/bookings/${id}/undo`, { note: 'Irrtum' })
      expect([response.status, (await json(response)).error.code]).toEqual([409, 'NotUndoable'])
    }
    // A later correction of it is not collected either, not even when it is named for collecting.
    await aBooking({ claimId: two, kind: 'corrected', amountInCent: 700, ...by() })
    const list = await json(ask('GET', '/api/billing/membershipfees/2027'))
    expect(list.totalInCent).toBe(2000)
    expect(list).toMatchObject({ collectibleInCent: 2000, collectibleCount: 1 })
    const years = await json(ask('GET', '/api/billing/years'))
    expect(years.find((row: { year: number }) => row.year === 2027)).toMatchObject({
      count: 1,
      sumInCent: 2000,
      openInCent: 2000,
    })
    const release = { year, after: null, confirmClosing: true, includeReturned: [two] }
    await ask('PUT', '/api/guild/settings', {
      creditorName: 'Zunft',
      creditorId: 'DE98ZZZ09999999999',
      creditorIban: 'DE02120300000000202051',
    })
    expect((await json(ask('POST', '/api/billing/runs', release))).error.fields).toMatchObject({
      includeReturned: expect.stringContaining('Doppelt, zusammengeführt'),
    })
  })

  test('A merge is rejected if a fee of one of the records was booked after its preview (409)', async () => {
    const claimId = await aClaim({ memberId: gone, ...by() })
    const { seen } = await preview()
    await aBooking({ claimId, kind: 'paid', amountInCent: -2000, method: 'cash', ...by() })
    expect((await merge({ seen })).status).toBe(409)
  })
})
