import { beforeEach, expect, test } from 'vitest'
import { call, db, json, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { feeBookings, feeClaims, sepaRuns } from '#worker/db/schema.ts'

let readonly: { token: string; id: number }
let written: { createdAt: string; createdBy: number }

beforeEach(async () => {
  setClock()
  readonly = await signedIn('readonly')
  written = { createdAt: '2026-11-12T09:00:00.000Z', createdBy: readonly.id }
})

const get = (year: number | string) =>
  call('GET', `/api/billing/years/${year}/report.csv`, undefined, readonly)

async function aClaim(memberId: number, amountInCent: number, year = 2026, payerId = memberId) {
  const [[row]] = await commit(db(), [
    write
      .insert(feeClaims)
      .values({ year, memberId, payerId, amountInCent, reason: 'Aktiv ab 18', ...written })
      .returning(),
  ])
  return row?.id ?? 0
}

type Booking = Partial<typeof feeBookings.$inferInsert> &
  Pick<typeof feeBookings.$inferInsert, 'claimId' | 'kind' | 'amountInCent'>

async function book(booking: Booking) {
  const [[row]] = await commit(db(), [
    write
      .insert(feeBookings)
      .values({ day: '2026-12-07', ...booking, ...written })
      .returning(),
  ])
  return row?.id ?? 0
}

async function aRun(messageId: string, changes: Partial<typeof sepaRuns.$inferInsert> = {}) {
  const [[row]] = await commit(db(), [
    write
      .insert(sepaRuns)
      .values({
        requestKey: messageId,
        messageId,
        year: 2026,
        dueDate: '2026-12-07',
        debitCount: 1,
        claimCount: 2,
        sumInCent: 3500,
        fileSha256: 'unused',
        ...changes,
        ...written,
      })
      .returning(),
  ])
  return row?.id ?? 0
}

test('a closed year is a table of sums, files, waivers, corrections and what is open in all years', async () => {
  const annegret = await aMember()
  const max = await aMember({ firstName: 'Max', payerId: annegret.id })
  const xaver = await aMember({ firstName: 'Xaver', lastName: 'Zoller' })
  const ida = await aMember({ firstName: 'Ida', lastName: 'Abele' })
  const rosa = await aMember({ firstName: 'Rosa', lastName: 'Dorn' })
  const run = await aRun('MB2026-1', { creditedOn: '2026-12-08' })
  await aRun('MB2026-2', {
    claimCount: 1,
    sumInCent: 2000,
    voidedAt: '2026-12-02T08:00:00.000Z',
    voidedBy: readonly.id,
  })
  const ofAnnegret = await aClaim(annegret.id, 2000)
  const ofMax = await aClaim(max.id, 1500, 2026, annegret.id)
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
  const ofXaver = await aClaim(xaver.id, 2000)
  await book({ claimId: ofXaver, kind: 'corrected', amountInCent: -500, note: '=Passiv geworden' })
  await book({ claimId: ofXaver, kind: 'paid', amountInCent: -1600, method: 'cash' })
  const ofIda = await aClaim(ida.id, 2000)
  await book({ claimId: ofIda, kind: 'waived', amountInCent: -2000, note: 'Härtefall' })
  await aClaim(rosa.id, 2000, 2025)
  await aClaim(rosa.id, 0)

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

test('somebody who pays for another stands beside what is open', async () => {
  const annegret = await aMember()
  const max = await aMember({ firstName: 'Max', payerId: annegret.id })
  await aClaim(max.id, 1500, 2026, annegret.id)
  expect(await (await get(2026)).text()).toContain(
    'Offen;2026;Gruber, Max;Gruber, Annegret;;1;15,00',
  )
})

test('a year that is not closed has no list', async () => {
  await aClaim((await aMember()).id, 2000)
  for (const year of [2025, 2027, 1, '2026x']) {
    const response = await get(year)
    expect(response.status, `${year}`).toBe(404)
    expect((await json(response)).error.code).toBe('NotFound')
  }
})
