import { beforeEach, expect, test } from 'vitest'
import { call, json, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { aBooking, aClaim, aRun } from '#tests/support/ledger-rows.ts'

let readonly: { token: string; id: number }

beforeEach(async () => {
  setClock()
  readonly = await signedIn('readonly')
})

const get = (year: number | string) =>
  call('GET', `/api/billing/years/${year}/report.csv`, undefined, readonly)

const aFee = (memberId: number, amountInCent: number, year = 2026, payerId = memberId) =>
  aClaim({ memberId, amountInCent, year, payerId, createdBy: readonly.id })

type Booking = Omit<Parameters<typeof aBooking>[0], 'createdBy'>
const book = (booking: Booking) =>
  aBooking({ day: '2026-12-07', createdBy: readonly.id, ...booking })

const aFile = (messageId: string, changes: Partial<Parameters<typeof aRun>[0]> = {}) =>
  aRun({
    messageId,
    dueDate: '2026-12-07',
    submittedOn: null,
    fileSha256: 'unused',
    createdBy: readonly.id,
    ...changes,
  })

test('The fee report of a closed year contains its sums, SEPA files, waivers, corrections and credits, and the open fees of all years', async () => {
  const annegret = await aMember()
  const max = await aMember({ firstName: 'Max', payerId: annegret.id })
  const xaver = await aMember({ firstName: 'Xaver', lastName: 'Zoller' })
  const ida = await aMember({ firstName: 'Ida', lastName: 'Abele' })
  const rosa = await aMember({ firstName: 'Rosa', lastName: 'Dorn' })
  const run = await aFile('MB2026-1', {
    claimCount: 2,
    sumInCent: 3500,
    creditedOn: '2026-12-08',
  })
  await aFile('MB2026-2', {
    voidedAt: '2026-12-02T08:00:00.000Z',
    voidedBy: readonly.id,
  })
  const ofAnnegret = await aFee(annegret.id, 2000)
  const ofMax = await aFee(max.id, 1500, 2026, annegret.id)
  const debit = await book({
    claimId: ofAnnegret,
    kind: 'collected',
    amountInCent: -2000,
    runId: run,
  })
  await book({ claimId: ofMax, kind: 'collected', amountInCent: -1500, runId: run })
  await book({
    claimId: ofAnnegret,
    kind: 'returned',
    amountInCent: 2000,
    runId: run,
    reversesId: debit,
    reasonCode: 'AM04',
    bankChargeInCent: 350,
  })
  const ofXaver = await aFee(xaver.id, 2000)
  await book({ claimId: ofXaver, kind: 'corrected', amountInCent: -500, note: '=Passiv geworden' })
  await book({ claimId: ofXaver, kind: 'paid', amountInCent: -1600, method: 'cash' })
  const ofIda = await aFee(ida.id, 2000)
  await book({ claimId: ofIda, kind: 'waived', amountInCent: -2000, note: 'Härtefall' })
  await aFee(rosa.id, 2000, 2025)
  await aFee(rosa.id, 0)

  const response = await get(2026)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const lines = (await response.text()).replaceAll('\u00a0', ' ').split('\r\n')
  expect(lines).toEqual([
    'Liste;Jahr;Bezeichnung;Zahler;Tag;Anzahl;Betrag;Bemerkung',
    'Summen;2026;Festgeschrieben;;;5;75,00 €;',
    'Summen;2026;Berichtigt;;;1;−5,00 €;',
    'Summen;2026;Weiterbelastete Gebühren;;;0;0,00 €;',
    'Summen;2026;Eingezogen;;;2;−35,00 €;',
    'Summen;2026;Zurückgegeben;;;1;20,00 €;',
    'Summen;2026;Überwiesen;;;0;0,00 €;',
    'Summen;2026;Bar bezahlt;;;1;−16,00 €;',
    'Summen;2026;Erstattet;;;0;0,00 €;',
    'Summen;2026;Erlassen;;;1;−20,00 €;',
    'Summen;2026;Offen;;;1;20,00 €;75,00 € − 5,00 € − 35,00 € + 20,00 € − 16,00 € − 20,00 € = 20,00 € − 1,00 €',
    'Summen;2026;Guthaben;;;1;−1,00 €;',
    'Einzüge;2026;MB2026-1;;07.12.2026;2;35,00 €;Gutgeschrieben am 08.12.2026. 1 zurückgegeben: 20,00 €, Gebühren der Bank: 3,50 €',
    'Einzüge;2026;MB2026-2;;07.12.2026;1;20,00 €;Verworfen',
    'Erlassen;2026;Abele, Ida;;07.12.2026;1;−20,00 €;Härtefall',
    "Berichtigt;2026;Zoller, Xaver;;07.12.2026;1;−5,00 €;'=Passiv geworden",
    'Offen;2025;Dorn, Rosa;;;1;20,00 €;',
    'Offen;2026;Gruber, Annegret;;;1;20,00 €;',
    'Guthaben;2026;Zoller, Xaver;;;1;−1,00 €;',
    '',
  ])
})

test('The fee report shows for each open fee the member and the payer', async () => {
  const annegret = await aMember()
  const max = await aMember({ firstName: 'Max', payerId: annegret.id })
  await aFee(max.id, 1500, 2026, annegret.id)
  expect(await (await get(2026)).text()).toContain(
    'Offen;2026;Gruber, Max;Gruber, Annegret;;1;15,00',
  )
})

test('The fee report of a year that is not closed is not found (404)', async () => {
  await aFee((await aMember()).id, 2000)
  for (const year of [2025, 2027, 1, '2026x']) {
    const response = await get(year)
    expect(response.status, `${year}`).toBe(404)
    expect((await json(response)).error.code).toBe('NotFound')
  }
})
