import { env } from 'cloudflare:workers'
import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { aBooking, aClaim as aFeeClaim } from '#tests/support/ledger-rows.ts'
import { expectLogged } from '#tests/support/log.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { plansOf } from '#tests/support/query-plans.ts'
import { sentStatements } from '#tests/support/recording-d1.ts'
import { feeBookings } from '#worker/db/schema.ts'

let token: string
let userId: number
let lastNumber: number

const send = (method: string, path: string, body?: unknown, options = {}) =>
  call(method, `/api/billing${path}`, body, { token, ...options })
const list = () => json(send('GET', '/membershipfees/2027'))
const xml = (query = '', year = 2027) => send('GET', `/membershipfees/${year}/xml${query}`)
const fileOf = async (run: number, year = 2027) => (await xml(`?run=${run}`, year)).text()
const runs = () => json(send('GET', '/membershipfees/2027/runs'))
const makeRun = (after: number | null, more: object = {}, options = {}) =>
  send('POST', '/runs', { year: 2027, after, confirmClosing: true, ...more }, options)
const newRun = async (after: number | null, more: object = {}) => {
  const response = await makeRun(after, more)
  const run = await json(response)
  expect(response.status, JSON.stringify(run)).toBe(201)
  return run
}
const save = (change: object) => call('PUT', '/api/guild/settings', change, { token })
const sql = (query: string) => env.DB.prepare(query).run()

const bank = {
  bankingIban: 'DE89370400440532013000',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2014-02-01',
}
/** A member whose fee of 20,00 € can be collected. */
const aPayer = (values: Parameters<typeof aMember>[0] = {}) =>
  aMember({ ...bank, memberNumber: ++lastNumber, ...values })

beforeEach(async () => {
  setClock()
  lastNumber = 0
  const user = await signedIn('management')
  token = user.token
  userId = user.id
  await save({
    creditorName: 'Narrenzunft Schellental e.V.',
    creditorId: 'DE98ZZZ09999999999',
    creditorIban: 'DE02120300000000202051',
  })
})

const textsOf = (file: string, name: string) =>
  [...file.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map((match) => match[1])

type Booking = typeof feeBookings.$inferInsert
const bookings = () =>
  rows<{ id: number; claim_id: number; kind: string; amount_in_cent: number }>(
    'SELECT * FROM fee_bookings ORDER BY id',
  )

const book = (
  claimId: number,
  kind: Booking['kind'],
  amountInCent: number,
  more: Partial<Booking> = {},
) => aBooking({ claimId, kind, amountInCent, day: '2027-02-10', createdBy: userId, ...more })

/** Books the return of a claim's debit. */
async function bookReturn(claimId: number, reasonCode = 'AM04', day = '2027-02-10') {
  const collected = and(
    eq(feeBookings.claimId, claimId),
    lt(feeBookings.amountInCent, 0),
    isNotNull(feeBookings.runId),
  )
  const newest = desc(feeBookings.id)
  const [debit] = await db().select().from(feeBookings).where(collected).orderBy(newest).limit(1)
  if (!debit) throw new Error('nothing was collected')
  const { runId, endToEndId, mandateId, id, amountInCent } = debit
  const same = { runId, endToEndId, mandateId, reversesId: id, reasonCode, day }
  return book(claimId, 'returned', -amountInCent, same)
}

const aClaim = (memberId: number, year: number, createdAt: string) =>
  aFeeClaim({ memberId, year, createdAt, createdBy: userId })

async function obstacles(): Promise<(string | null)[]> {
  const { fees } = await list()
  return fees.map(({ obstacle }: { obstacle: string | null }) => obstacle)
}

async function refusal(response: Promise<Response>) {
  const answer = await response
  return { status: answer.status, ...(await json(answer)).error }
}

describe('a SEPA run of a year that is not closed', () => {
  test('The first SEPA run closes the year: all fees are stored as claims, including zero fees and fees that the run does not collect', async () => {
    await aPayer({ lastName: 'A' })
    await aPayer({ lastName: 'B', birthday: '2015-01-01' })
    await aPayer({ lastName: 'C', bankingSepaAllowed: false })
    const run = await newRun(null, { expected: { count: 1, sumInCent: 2000 } })
    expect(run).toMatchObject({ count: 1, debitCount: 1, sumInCent: 2000 })
    expect(
      await rows('SELECT year, member_id, amount_in_cent, reason FROM fee_claims ORDER BY id'),
    ).toEqual([
      { year: 2027, member_id: 1, amount_in_cent: 2000, reason: 'Aktiv ab 18' },
      { year: 2027, member_id: 2, amount_in_cent: 0, reason: 'Aktiv unter 18' },
      { year: 2027, member_id: 3, amount_in_cent: 2000, reason: 'Aktiv ab 18' },
    ])
    expect(await rows('SELECT * FROM fee_bookings')).toMatchObject([
      {
        claim_id: 1,
        kind: 'collected',
        amount_in_cent: -2000,
        day: run.dueDate,
        run_id: run.id,
        end_to_end_id: 'MB2027-1',
        mandate_id: 'M1-20140201',
      },
    ])
    expect(await rows(`SELECT changes FROM audit_entries WHERE entity = 'feeYear'`)).toEqual([
      {
        changes: JSON.stringify({ year: [null, 2027], count: [null, 3], sumInCent: [null, 4000] }),
      },
    ])
    const answer = await list()
    expect(answer).toMatchObject({ totalInCent: 4000, collectibleCount: 0, collectibleInCent: 0 })
    expect(
      answer.fees.map(({ state, openInCent, claimId, obstacle }: Record<string, unknown>) => [
        claimId,
        state,
        openInCent,
        obstacle,
      ]),
    ).toEqual([
      [1, 'collected', 0, 'Eingezogen am 01.02.2027'],
      [2, 'free', 0, 'Aktiv unter 18'],
      [3, 'open', 2000, 'Kein SEPA-Mandat'],
    ])
  })

  test('Rejects a SEPA run when a member has no row in the fee table, and stores nothing (422)', async () => {
    await aPayer({ lastName: 'A' })
    await aPayer({ lastName: 'B', membershipState: 'Passive' })
    await save({ feeRules: [{ validFrom: 2020, state: 'Active', amountInCent: 2000 }] })
    const { status, code, members } = await refusal(makeRun(null))
    expect([status, code, members]).toMatchObject([422, 'FeeRuleMissing', [{ lastName: 'B' }]])
    expect(await rows('SELECT * FROM fee_claims')).toEqual([])
    expect(await rows('SELECT * FROM sepa_runs')).toEqual([])
  })

  test('A SEPA run can be made for the next year, and its file is found only under that year', async () => {
    await aPayer()
    const run = await newRun(null, { year: 2028 })
    expect(run.messageId).toMatch(/^MB2028-/)
    expect(await rows('SELECT DISTINCT year FROM fee_claims')).toEqual([{ year: 2028 }])
    expect(textsOf(await fileOf(run.id, 2028), 'EndToEndId')).toEqual(['MB2028-1'])
    expect((await xml(`?run=${run.id}`, 2027)).status).toBe(404)
    // Without a number the address means the newest file of the year.
    expect(await (await xml('', 2028)).text()).toBe(
      await (await xml(`?run=${run.id}`, 2028)).text(),
    )
    expect((await list()).collectibleCount).toBe(1)
  })

  test('A SEPA run of an earlier year is rejected (400) unless the fees of that year are closed', async () => {
    const { id } = await aPayer()
    expect(await refusal(makeRun(null, { year: 2025 }))).toMatchObject({ status: 400 })
    await aClaim(id, 2025, '2025-01-10T12:00:00.000Z')
    const run = await newRun(null, { year: 2025 })
    expect(textsOf(await fileOf(run.id, 2025), 'EndToEndId')).toEqual(['MB2025-1'])
  })

  test('A request for the first SEPA run of a year without the confirmation to close the year is rejected (409 YearOpen)', async () => {
    await aPayer()
    // Closing counts every fee, also those that the file leaves out.
    await aPayer({ bankingSepaAllowed: false, bankingSepaAllowedDate: null })
    const asked = () => makeRun(null, { confirmClosing: undefined })
    for (const unconfirmed of [asked, () => makeRun(null, { confirmClosing: false })]) {
      const error = await refusal(unconfirmed())
      expect(error).toMatchObject({ status: 409, code: 'YearOpen', count: 2, sumInCent: 4000 })
      expect(error).toMatchObject({
        message: expect.stringMatching(/, mit 2 Beiträgen über 40,00.€\.$/),
      })
    }
    expect(await rows('SELECT * FROM fee_claims')).toEqual([])
    expect(await runs()).toEqual([])
    const { id } = await newRun(null)
    await send('POST', `/runs/${id}/void`, { reason: 'Falscher Tag' })
    expect((await asked()).status).toBe(201)
  })

  test.each([
    { count: 2, sumInCent: 2000 },
    { count: 1, sumInCent: 2001 },
  ])(
    'A SEPA run is rejected if the figures %j shown to the user are outdated, and the answer contains the current ones (409)',
    async (expected) => {
      await aPayer()
      const error = await refusal(makeRun(null, { expected }))
      expect(error).toMatchObject({ status: 409, code: 'FeesChanged', count: 1, sumInCent: 2000 })
      expect(await rows('SELECT * FROM fee_claims')).toEqual([])
    },
  )
})

describe('SEPA runs with families', () => {
  async function aFamily() {
    const mother = await aPayer({ firstName: 'Lisa', lastName: 'Abele' })
    await aMember({ firstName: 'Max', lastName: 'Abele', memberNumber: 50, payerId: mother.id })
    await aPayer({ lastName: 'Zoller' })
    return mother
  }

  test("The fees of a family are one debit from the payer's account", async () => {
    const { id } = await aFamily()
    const [lisa, max] = (await list()).fees
    expect(lisa.payer).toBeNull()
    expect(max).toMatchObject({ ...bank, obstacle: null, payer: { id, firstName: 'Lisa' } })
    const run = await newRun(null, { expected: { count: 3, sumInCent: 6000 } })
    expect(run).toMatchObject({ count: 3, debitCount: 2, sumInCent: 6000 })
    const file = await fileOf(run.id)
    expect(textsOf(file, 'EndToEndId')).toEqual(['MB2027-1', 'MB2027-2'])
    expect(textsOf(file, 'InstdAmt')).toEqual(['40.00', '20.00'])
    expect(textsOf(file, 'Ustrd')).toEqual([
      'Mitgliedsbeitrag 2027 Lisa Abele, Max Abele',
      'Mitgliedsbeitrag 2027 Annegret Zoller, Mitglied 2',
    ])
    expect((await bookings()).map((line) => line.amount_in_cent)).toEqual([-2000, -2000, -2000])
  })

  test('The fees of a family are reduced to the family cap both in the list of the open year and in the SEPA run', async () => {
    await aFamily()
    await sql('UPDATE guild_settings SET family_cap_in_cent = 3000')
    expect(await list()).toMatchObject({ totalInCent: 5000, collectibleInCent: 5000 })
    expect(await newRun(null)).toMatchObject({ sumInCent: 5000 })
  })

  test('Fees are collected neither from a payer nor for a member who died', async () => {
    const { id } = await aFamily()
    await newRun(null, { year: 2028 })
    await sql(`UPDATE members SET membership_state = 'Died' WHERE id = ${id}`)
    expect(await obstacles()).toEqual(['Zahler verstorben: neuen Zahler eintragen', null])
    await aClaim(id, 2027, '2027-01-10T12:00:00.000Z')
    expect(await obstacles()).toContain('Verstorben')
  })

  test('Fees are collected from a payer who left the guild', async () => {
    const { id } = await aFamily()
    await sql(`UPDATE members SET membership_state = 'Left' WHERE id = ${id}`)
    expect(await obstacles()).toEqual([null, null])
    expect(await newRun(null)).toMatchObject({ count: 2, debitCount: 2 })
  })
})

describe('the stored SEPA file of a run', () => {
  test('The stored SEPA file of a run is the same to the byte after later changes', async () => {
    const { id } = await aPayer({ lastName: 'Größer' })
    const run = await newRun(null)
    const kept = await fileOf(run.id)
    await sql(
      `UPDATE members SET last_name = 'X', banking_iban = 'DE02120300000000202051', banking_sepa_allowed = 0 WHERE id = ${id}`,
    )
    await save({ creditorName: 'Andere Zunft', feeRules: [] })
    await bookReturn(1)
    await aPayer()
    expect(await fileOf(run.id)).toBe(kept)
    expect(kept).toContain('<Nm>Annegret Groesser</Nm>')
    const { headers } = await xml(`?run=${run.id}`)
    expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    expect(headers.get('Content-Disposition')).toContain('Mitgliedsbeitraege_2027.xml')
  })

  test('The SEPA file of a voided run can still be read', async () => {
    await aPayer()
    const run = await newRun(null)
    const kept = await fileOf(run.id)
    expect((await send('POST', `/runs/${run.id}/void`, { reason: 'Falsch' })).status).toBe(200)
    expect(await fileOf(run.id)).toBe(kept)
  })

  describe('the SEPA file without the number of a run', () => {
    const refused = async (response: Response | Promise<Response>) => {
      const answer = await response
      return { status: answer.status, ...(await json(answer)).error }
    }
    const discard = (run: number) => send('POST', `/runs/${run}/void`, { reason: 'Falsch' })

    test('Without a run number the file route returns the newest SEPA file of the year, even if more fees could be collected', async () => {
      await aPayer()
      await newRun(null)
      await aPayer({ lastName: 'Spät' })
      await send('POST', '/claims', { year: 2027, memberIds: [2] })
      const next = await newRun(1)
      expect(await (await xml()).text()).toBe(await fileOf(next.id))
      await bookReturn(1)
      expect(await (await xml()).text()).toBe(await fileOf(next.id))
    })

    test('Without a run number the file route returns the newest SEPA file that was not voided', async () => {
      await aPayer()
      const first = await newRun(null)
      await bookReturn(1)
      const second = await newRun(1, { includeReturned: [1] })
      expect((await discard(second.id)).status).toBe(200)
      expect(await (await xml()).text()).toBe(await fileOf(first.id))
    })

    test('In a later year the SEPA file of a past year can still be read; for a past year without one, the file route answers 400', async () => {
      await aPayer()
      const run = await newRun(null)
      setClock('2028-03-16T12:00:00Z')
      token = (await signedIn('treasurer')).token
      expect(await (await xml()).text()).toBe(await fileOf(run.id))
      expect(await refused(xml('', 2026))).toMatchObject({
        status: 400,
        code: 'InvalidRequest',
        message:
          'Für 2026 ist keine SEPA-Datei aufgehoben. Eine neue geht nur für das laufende Jahr 2028.',
      })
    })

    test('If every SEPA file of the year is voided, the file route returns a preview of the next file', async () => {
      await aPayer()
      const run = await newRun(null)
      expect((await discard(run.id)).status).toBe(200)
      expect(textsOf(await (await xml()).text(), 'InstdAmt')).toEqual(['20.00'])
      await sql('UPDATE members SET banking_sepa_allowed = 0')
      expect(await refused(xml())).toMatchObject({
        status: 422,
        code: 'NothingToCollect',
        message: 'Es gibt keine einziehbaren Beiträge',
      })
    })

    test('With a due date instead of a run number the file route previews fees not yet collected; if there are none, it rejects (NothingToCollect)', async () => {
      await aPayer()
      await newRun(null)
      expect(await refused(xml('?dueDate=2027-03-11'))).toMatchObject({ code: 'NothingToCollect' })
    })
  })

  test('If a stored SEPA file does not match its hash, the file route does not return it (500)', async () => {
    await aPayer()
    const { id } = await newRun(null)
    await sql(`UPDATE sepa_runs SET file_sha256 = 'another'`)
    expect((await xml(`?run=${id}`)).status).toBe(500)
    expectLogged('"kind":"defect"')
  })

  test('A stored SEPA file is split into parts of 40,000 bytes and read as a whole', async () => {
    await env.DB.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO members (member_number, first_name, last_name, first_name_key, last_name_key, birthday, created_at, updated_at, banking_iban, banking_sepa_allowed, banking_sepa_allowed_date) SELECT i, hex(randomblob(12)), hex(randomblob(12)), 'a', 'b', '1980-05-04', '', '', 'DE89370400440532013000', 1, '2014-02-01' FROM n`,
    )
    const run = await newRun(null)
    const parts = await rows<{ size: number }>(
      'SELECT length(bytes) AS size FROM sepa_run_parts ORDER BY part',
    )
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.slice(0, -1).every(({ size }) => size === 40_000)).toBe(true)
    expect(textsOf(await fileOf(run.id), 'NbOfTxs')).toEqual(['3000', '3000'])
  })
})

test('Reading the list of fees, a SEPA file or the list of runs changes no row', async () => {
  await aPayer()
  await aPayer({ bankingSepaAllowed: false })
  const tables = ['fee_claims', 'fee_bookings', 'sepa_runs', 'sepa_run_parts', 'members']
  const dump = () => Promise.all(tables.map((table) => rows(`SELECT * FROM ${table}`)))
  const open = await dump()
  for (const read of [list, xml, runs]) await read()
  expect(await dump()).toEqual(open)
  const { id } = await newRun(null)
  await bookReturn(1)
  const closed = await dump()
  for (const read of [list, xml, runs, () => fileOf(id)]) await read()
  expect(await dump()).toEqual(closed)
})

describe('returned debits', () => {
  test('A returned fee is collected again only if the request for the run lists it, each time with the next end-to-end id', async () => {
    await aPayer()
    await newRun(null)
    await bookReturn(1)
    const back = 'Zurückgegeben am 10.02.2027: Konto nicht gedeckt'
    expect(await obstacles()).toEqual([back])
    expect(await refusal(makeRun(1))).toMatchObject({ status: 422, code: 'NothingToCollect' })
    const expected = { count: 1, sumInCent: 2000 }
    const again = await newRun(1, { includeReturned: [1], expected })
    expect(textsOf(await fileOf(again.id), 'EndToEndId')).toEqual(['MB2027-1-2'])
    await bookReturn(1)
    const third = await newRun(2, { includeReturned: [1, 1] })
    expect(textsOf(await fileOf(third.id), 'EndToEndId')).toEqual(['MB2027-1-3'])
    expect((await list()).fees[0].state).toBe('collected')
  })

  test('If a correction reopens a collected fee, it is collected again only if the request for the run lists it', async () => {
    await aPayer()
    await newRun(null)
    await book(1, 'corrected', 500, { note: 'Nachzahlung' })
    expect(await obstacles()).toEqual(['Schon eingezogen: nur mit Freigabe'])
    expect((await list()).totalInCent).toBe(2500)
    expect(await newRun(1, { includeReturned: [1] })).toMatchObject({ sumInCent: 500 })
  })

  test.each([
    [7, 'Diesen Beitrag gibt es für 2027 nicht.'],
    [1, 'Annegret A: Eingezogen am 01.02.2027'],
    [2, 'Annegret B: Zurückgegeben (IBAN falsch): neues Mandat nötig'],
  ])(
    'Releasing the fee claim %i to be collected again is rejected (422): %s',
    async (id, problem) => {
      await aPayer({ lastName: 'A' })
      await aPayer({ lastName: 'B' })
      await newRun(null)
      await bookReturn(2, 'AC01')
      const { status, fields } = await refusal(makeRun(1, { includeReturned: [id] }))
      expect([status, fields]).toEqual([422, { includeReturned: problem }])
    },
  )

  test('If the payer of a returned fee has no mandate or has died, the list of fees shows this as the obstacle instead of the return', async () => {
    const { id } = await aPayer()
    await newRun(null)
    await bookReturn(1)
    expect(await obstacles()).toEqual([expect.stringMatching(/^Zurückgegeben am/)])
    await sql(`UPDATE members SET banking_sepa_allowed = 0 WHERE id = ${id}`)
    expect(await obstacles()).toEqual(['Kein SEPA-Mandat'])
    await sql(`UPDATE members SET membership_state = 'Died' WHERE id = ${id}`)
    expect(await obstacles()).toEqual(['Verstorben'])
  })

  test('After a debit was returned by objection, fees of any year are collected only with a mandate signed after the return', async () => {
    const { id } = await aPayer()
    await newRun(null)
    await bookReturn(1, 'MD06', '2027-01-10')
    const needed = 'Zurückgegeben (Widersprochen): neues Mandat nötig'
    expect(await obstacles()).toEqual([needed])
    const next = () => refusal(makeRun(null, { year: 2028 }))
    expect(await next()).toMatchObject({ code: 'NothingToCollect' })
    const sign = (day: string) =>
      sql(`UPDATE members SET banking_sepa_allowed_date = '${day}' WHERE id = ${id}`)
    // Mandates with another reference that were signed no later.
    for (const day of ['2013-01-01', '2027-01-10']) {
      await sign(day)
      expect(await obstacles()).toEqual([needed])
    }
    await sign('2027-01-11')
    expect(await obstacles()).toEqual(['Zurückgegeben am 10.01.2027: Widersprochen'])
    expect((await makeRun(null, { year: 2028 })).status).toBe(201)
  })

  test('A return that was undone does not prevent the next collection', async () => {
    await aPayer()
    await newRun(null)
    const back = await bookReturn(1, 'AC04')
    const run = { runId: 1, endToEndId: 'MB2027-1', mandateId: 'M1-20140201' }
    await book(1, 'undone', -2000, { ...run, reversesId: back, day: '2027-02-12' })
    expect(await obstacles()).toEqual(['Eingezogen am 01.02.2027'])
    expect((await makeRun(null, { year: 2028 })).status).toBe(201)
  })
})

describe('late joiners', () => {
  test('A member who joins after the year was closed is listed without an amount; the fee is collected once a claim was added', async () => {
    await aPayer({ lastName: 'A' })
    await newRun(null)
    const { id } = await aPayer({ lastName: 'B' })
    expect(await list()).toMatchObject({
      totalInCent: 2000,
      collectibleCount: 0,
      fees: [{}, { claimId: null, state: null, obstacle: 'Noch nicht festgeschrieben' }],
    })
    await aClaim(id, 2027, '2027-01-16T12:00:00.000Z')
    const run = await newRun(1)
    expect(run).toMatchObject({ count: 1 })
    expect(textsOf(await fileOf(run.id), 'EndToEndId')).toEqual(['MB2027-2'])
  })
})

describe('age of mandates', () => {
  // Due on 01.02.2027, so a last use before 01.02.2024 is older than 36 months.
  const unused = 'Mandat 36 Monate nicht benutzt: neues einholen'
  const old = '2024-01-31T12:00:00.000Z'

  test.each([
    ['2014-02-01', '2024-01-31T12:00:00.000Z', unused],
    // Uses before the ledger began are unknown.
    ['2014-02-01', '2024-02-01T12:00:00.000Z', null],
    ['2024-01-31', '2024-01-31T12:00:00.000Z', unused],
    ['2024-02-01', '2024-01-31T12:00:00.000Z', null],
  ])(
    'If the mandate was signed on %s and the oldest claim is of %s, the fee has the collection obstacle %j',
    async (signedOn, since, obstacle) => {
      const { id } = await aPayer({ bankingSepaAllowedDate: signedOn })
      await aClaim(id, 2024, since)
      expect(await obstacles()).toEqual([obstacle])
    },
  )

  test('A mandate counts as expired if it has expired on the due date of the run, whether or not it has today', async () => {
    const { id } = await aPayer()
    await aClaim(id, 2024, '2024-02-01T12:00:00.000Z')
    const late = { dueDate: '2027-02-02' }
    expect(await refusal(makeRun(null, late))).toMatchObject({ code: 'NothingToCollect' })
    expect((await makeRun(null, { dueDate: '2027-02-01' })).status).toBe(201)
  })

  async function usedOn(day: string, voidedAt: string | null = null) {
    const { id } = await aPayer()
    const claimId = await aClaim(id, 2024, old)
    const at = voidedAt ? `'${voidedAt}'` : 'NULL'
    await sql(
      `INSERT INTO sepa_runs (request_key, message_id, created_at, created_by, year, due_date, debit_count, claim_count, sum_in_cent, file_sha256) VALUES ('k', 'm', '', ${userId}, 2024, '${day}', 1, 1, 2000, 'x')`,
    )
    await book(claimId, 'collected', -2000, {
      runId: 1,
      day,
      endToEndId: 'MB2024-1',
      mandateId: 'M1-20140201',
    })
    await sql(`UPDATE sepa_runs SET voided_at = ${at}`)
  }

  test.each([
    ['2024-01-31', null, unused],
    ['2024-02-01', null, null],
    ['2026-02-02', null, null],
    ['2026-02-02', '2026-01-20T12:00:00.000Z', unused],
  ])(
    'If the mandate was last used on %s (run voided: %s), the fee has the collection obstacle %j',
    async (day, voidedAt, obstacle) => {
      await usedOn(day, voidedAt)
      expect(await obstacles()).toEqual([obstacle])
    },
  )
})

test('The query for open fees uses an index of the year, and the query for uses of mandates one of SEPA runs by due date', async () => {
  const { id } = await aPayer()
  for (const year of [2025, 2026]) await aClaim(id, year, '2025-01-10T12:00:00.000Z')
  const uneven = await json(send('GET', '/claims?open=true&year=2026'))
  expect(uneven.map(({ year }: { year: number }) => year)).toEqual([2026])
  const planOf = async (words: string) => {
    const plans = await plansOf(sentStatements().filter(({ query }) => query.includes(words)))
    expect(plans.length).toBeGreaterThan(0)
    return plans.map((plan) => plan.join('\n'))
  }
  for (const plan of await planOf('fee_open')) {
    expect(plan).toContain('SEARCH c USING INDEX fee_claims_by_year (year=?)')
    expect(plan).not.toContain('SCAN')
  }
  for (const plan of await planOf('max("sepa_runs"."due_date")')) {
    expect(plan).toMatch(/^SEARCH sepa_runs USING INDEX sepa_runs_by_due_date/m)
    expect(plan).toMatch(/^SEARCH fee_bookings USING .*\(run_id=\?\)/m)
  }
})

describe('voiding a SEPA run', () => {
  const voidRun = (id: number) => send('POST', `/runs/${id}/void`, { reason: 'Nicht eingereicht' })
  const final = { status: 409, code: 'RunFinal' }

  test('Voiding a SEPA run undoes its debits, and the next run uses new end-to-end ids', async () => {
    await aPayer()
    await aPayer()
    await newRun(null)
    const answer = await json(voidRun(1))
    expect(answer).toMatchObject({
      id: 1,
      voidedAt: '2027-01-16T12:00:00.000Z',
      voidReason: 'Nicht eingereicht',
    })
    expect(await list()).toMatchObject({ collectibleCount: 2, collectibleInCent: 4000 })
    expect((await bookings()).slice(2)).toMatchObject([
      { kind: 'undone', amount_in_cent: 2000, reverses_id: 1, run_id: 1 },
      { kind: 'undone', amount_in_cent: 2000, reverses_id: 2, run_id: 1 },
    ])
    // A request that still names the void run is rejected; one without succeeds.
    expect(await refusal(makeRun(1))).toMatchObject({ status: 409, code: 'FeesChanged' })
    const run = await newRun(null)
    expect(textsOf(await fileOf(run.id), 'EndToEndId')).toEqual(['MB2027-1-2', 'MB2027-2-2'])
  })

  test('A SEPA run cannot be voided while a debit is returned (409), but can be once the return is undone', async () => {
    await aPayer()
    await newRun(null)
    const back = await bookReturn(1)
    expect(await refusal(voidRun(1))).toMatchObject(final)
    const run = { runId: 1, endToEndId: 'MB2027-1', mandateId: 'M1-20140201' }
    await book(1, 'undone', -2000, { ...run, reversesId: back })
    expect((await voidRun(1)).status).toBe(200)
    expect((await list()).collectibleInCent).toBe(2000)
  })

  test('A SEPA run cannot be voided while a return of one of its debits is booked or its credit day is set, nor once it has been voided (409 RunFinal)', async () => {
    await aPayer()
    await aPayer()
    await newRun(null)
    await bookReturn(2)
    const before = await bookings()
    expect(await refusal(voidRun(1))).toMatchObject(final)
    expect(await bookings()).toEqual(before)
    expect((await runs())[0].voidedAt).toBeNull()
    const again = await newRun(1, { includeReturned: [2] })
    expect((await send('POST', `/runs/${again.id}/credited`, { day: '2027-01-16' })).status).toBe(
      200,
    )
    expect(await refusal(voidRun(again.id))).toMatchObject(final)
    await send('POST', `/runs/${again.id}/credited`, { day: null })
    expect((await voidRun(again.id)).status).toBe(200)
    expect(await refusal(voidRun(again.id))).toMatchObject(final)
    expect(await refusal(voidRun(9))).toMatchObject({ status: 404 })
  })

  test('Of two simultaneous requests to void a SEPA run one succeeds and one is rejected (409)', async () => {
    await aPayer()
    await newRun(null)
    const answers = await Promise.all([voidRun(1), voidRun(1)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await bookings()).toHaveLength(2)
  })
})

describe('the day on which a SEPA run is credited', () => {
  const credit = (id: number, day: string | null) => send('POST', `/runs/${id}/credited`, { day })

  test('The credit day of a SEPA run can be set and cleared; a day before the file or in the future is rejected (422)', async () => {
    await aPayer()
    await newRun(null)
    expect(await json(credit(1, '2027-01-16'))).toMatchObject({ creditedOn: '2027-01-16' })
    expect(await json(credit(1, null))).toMatchObject({ creditedOn: null })
    expect(await refusal(credit(1, '2027-01-17'))).toMatchObject({
      status: 422,
      fields: { day: 'Der Tag liegt in der Zukunft.' },
    })
    expect(await refusal(credit(1, '2027-01-15'))).toMatchObject({
      status: 422,
      fields: { day: 'Die Datei gibt es erst seit 16.01.2027.' },
    })
    expect(await refusal(credit(2, null))).toMatchObject({ status: 404 })
    await send('POST', '/runs/1/void', { reason: 'Falsch' })
    expect(await refusal(credit(1, '2027-01-16'))).toMatchObject({ status: 409, code: 'RunFinal' })
  })
})

describe('the day on which a SEPA file is submitted to the bank', () => {
  const submit = (id: number, day: string | null) => send('POST', `/runs/${id}/submitted`, { day })
  const credit = (id: number, day: string | null) => send('POST', `/runs/${id}/credited`, { day })
  const final = { status: 409, code: 'RunFinal' }
  const history = () =>
    rows(`SELECT op, changes FROM audit_entries WHERE entity = 'run'
      AND changes LIKE '%submittedOn%' ORDER BY id`)

  test('A SEPA file can be marked as submitted only once (409) until the mark is removed; setting and removing the mark are in the history', async () => {
    await aPayer()
    await newRun(null)
    expect(await json(submit(1, '2027-01-16'))).toMatchObject({
      id: 1,
      submittedOn: '2027-01-16',
      hasFile: true,
      voidedAt: null,
    })
    expect(await refusal(submit(1, '2027-01-16'))).toMatchObject(final)
    expect((await xml('?run=1')).status).toBe(200)
    expect(await json(submit(1, null))).toMatchObject({ submittedOn: null })
    expect((await submit(1, '2027-01-16')).status).toBe(200)
    const changed = (from: string | null, to: string | null) => ({
      op: 'update',
      changes: JSON.stringify({ submittedOn: [from, to] }),
    })
    expect(await history()).toEqual([
      changed(null, '2027-01-16'),
      changed('2027-01-16', null),
      changed(null, '2027-01-16'),
    ])
  })

  test('The day of submission can be neither in the future nor before the file was made (422); marking an unknown file is rejected (404)', async () => {
    await aPayer()
    await newRun(null)
    expect(await refusal(submit(1, '2027-01-17'))).toMatchObject({
      status: 422,
      fields: { day: 'Der Tag liegt in der Zukunft.' },
    })
    expect(await refusal(submit(1, '2027-01-15'))).toMatchObject({
      status: 422,
      fields: { day: 'Die Datei gibt es erst seit 16.01.2027.' },
    })
    expect((await submit(1, '16.01.2027')).status).toBe(400)
    expect(await refusal(submit(2, '2027-01-16'))).toMatchObject({ status: 404 })
    expect((await runs())[0].submittedOn).toBeNull()
    expect(await history()).toEqual([])
  })

  test('The days on which a SEPA file is made and submitted are those of the time zone of the guild, not of the server', async () => {
    setClock('2027-01-15T23:30:00Z')
    await aPayer()
    await newRun(null)
    expect(await refusal(submit(1, '2027-01-15'))).toMatchObject({ status: 422 })
    expect((await submit(1, '2027-01-16')).status).toBe(200)
  })

  test('A SEPA file marked as submitted cannot be voided until the mark is removed, and a voided one cannot be marked as submitted (409)', async () => {
    await aPayer()
    await newRun(null)
    await submit(1, '2027-01-16')
    const discard = () => send('POST', '/runs/1/void', { reason: 'Falsch' })
    const before = await bookings()
    expect(await refusal(discard())).toMatchObject(final)
    expect(await bookings()).toEqual(before)
    await submit(1, null)
    expect((await discard()).status).toBe(200)
    expect(await refusal(submit(1, '2027-01-16'))).toMatchObject(final)
    expect(await refusal(submit(1, null))).toMatchObject(final)
  })

  test('A credit before the day of submission is rejected (422); while a credit is recorded, the submission mark cannot be removed (409)', async () => {
    await aPayer()
    await newRun(null)
    setClock('2027-01-18T12:00:00Z')
    token = await tokenOf(userId)
    await submit(1, '2027-01-17')
    expect(await refusal(credit(1, '2027-01-16'))).toMatchObject({
      status: 422,
      fields: { day: 'Eingereicht ist die Datei erst seit 17.01.2027.' },
    })
    expect((await credit(1, '2027-01-17')).status).toBe(200)
    expect(await refusal(submit(1, null))).toMatchObject(final)
    await credit(1, null)
    expect((await submit(1, null)).status).toBe(200)
    expect((await credit(1, '2027-01-16')).status).toBe(200)
    expect(await refusal(submit(1, '2027-01-16'))).toMatchObject(final)
  })

  test('Of two simultaneous requests to mark a SEPA file as submitted one succeeds and one is rejected (409)', async () => {
    await aPayer()
    await newRun(null)
    const answers = await Promise.all([submit(1, '2027-01-16'), submit(1, '2027-01-16')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await history()).toHaveLength(1)
  })
})

describe('recording a SEPA file that another program submitted', () => {
  const adopt = (more: object = {}) =>
    send('POST', '/runs/adopt', {
      year: 2027,
      submittedOn: '2027-01-15',
      messageId: 'MB2027-20270115101112',
      expected: { count: 1, sumInCent: 2000 },
      ...more,
    })

  test('Recording a SEPA file that another program submitted books the collectible fees as collected, but stores no file', async () => {
    await aPayer()
    await aPayer({ bankingSepaAllowed: false })
    const response = await adopt()
    expect(response.status).toBe(201)
    expect(await json(response)).toMatchObject({
      submittedOn: '2027-01-15',
      dueDate: '2027-01-15',
      messageId: 'MB2027-20270115101112',
      count: 1,
    })
    expect(await bookings()).toMatchObject([{ kind: 'collected', day: '2027-01-15' }])
    expect(await rows('SELECT * FROM fee_claims')).toHaveLength(2)
    expect((await xml('?run=1')).status).toBe(404)
    const credited = (day: string) => send('POST', '/runs/1/credited', { day })
    expect((await refusal(credited('2027-01-14'))).fields).toEqual({
      day: 'Die Datei gibt es erst seit 15.01.2027.',
    })
    // It was submitted elsewhere: neither taken back nor marked again.
    const marked = (day: string | null) => send('POST', '/runs/1/submitted', { day })
    expect(await refusal(marked(null))).toMatchObject({ status: 409, code: 'RunFinal' })
    expect(await refusal(marked('2027-01-16'))).toMatchObject({ status: 409, code: 'RunFinal' })
    expect((await credited('2027-01-15')).status).toBe(200)
    expect((await list()).fees[0].obstacle).toBe('Eingezogen am 15.01.2027')
  })

  test('Recording a submitted file is rejected if its figures differ or its message id is known (409), or if its day is in the future (422)', async () => {
    await aPayer()
    const other = await refusal(adopt({ expected: { count: 1, sumInCent: 1999 } }))
    expect(other).toMatchObject({ status: 409, code: 'FeesChanged', count: 1, sumInCent: 2000 })
    expect((await refusal(adopt({ submittedOn: '2027-01-17' }))).fields).toEqual({
      submittedOn: 'Der Tag liegt in der Zukunft.',
    })
    const run = await newRun(null)
    await aClaim((await aPayer()).id, 2027, '2027-01-16T12:00:00.000Z')
    expect(await refusal(adopt({ messageId: run.messageId }))).toMatchObject({
      status: 409,
      code: 'RunExists',
      run: { id: run.id },
    })
    expect((await adopt()).status).toBe(201)
  })
})

describe('simultaneous SEPA runs', () => {
  test('Of simultaneous requests for the first SEPA run of a year one succeeds; the others are rejected, and their answers contain its run (409)', async () => {
    await aPayer()
    const answers = await Promise.all([1, 2, 3].map(() => makeRun(null)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect((await json(answer)).error).toMatchObject({ code: 'RunExists', run: { id: 1 } })
    }
    expect(await rows('SELECT * FROM fee_claims')).toHaveLength(1)
    expect(await bookings()).toHaveLength(1)
  })

  test('Rejects a SEPA run when a payment is booked at the same moment (409)', async () => {
    const { id } = await aPayer()
    await aClaim(id, 2027, '2027-01-10T12:00:00.000Z')
    const database = overtakenBefore('insert into "sepa_runs"', () => book(1, 'paid', -500))
    expect(await refusal(makeRun(null, {}, { database }))).toMatchObject({
      status: 409,
      code: 'FeesChanged',
      message: 'Inzwischen wurde etwas anderes gebucht. Sieh noch einmal nach.',
    })
    expect(await runs()).toEqual([])
    expect(await rows('SELECT * FROM sepa_run_parts')).toEqual([])
    expect(await newRun(null)).toMatchObject({ sumInCent: 1500 })
  })

  test('Rejects a SEPA run when a member is deleted at the same moment (409)', async () => {
    const { id } = await aPayer()
    await aPayer()
    const database = overtakenBefore('insert into "sepa_runs"', () =>
      sql(`DELETE FROM members WHERE id = ${id}`),
    )
    expect(await refusal(makeRun(null, {}, { database }))).toMatchObject({
      status: 409,
      code: 'FeesChanged',
    })
    expect(await rows('SELECT * FROM fee_claims')).toEqual([])
    expect(await newRun(null)).toMatchObject({ count: 1 })
  })

  test('If another SEPA run is made and voided at the same moment, a run is rejected (409); a later run does not reuse the voided end-to-end ids', async () => {
    const { id } = await aPayer()
    await aClaim(id, 2027, '2027-01-10T12:00:00.000Z')
    const database = overtakenBefore('insert into "sepa_runs"', async () => {
      await newRun(null)
      await send('POST', '/runs/1/void', { reason: 'Falsch' })
    })
    expect(await refusal(makeRun(null, {}, { database }))).toMatchObject({
      status: 409,
      code: 'FeesChanged',
    })
    const run = await newRun(null)
    expect(textsOf(await fileOf(run.id), 'EndToEndId')).toEqual(['MB2027-1-2'])
  })

  test('If the fees of a year are closed while its first SEPA run is being made, the run uses these fees and adds no others', async () => {
    const { id } = await aPayer()
    const database = overtakenBefore('insert into "sepa_runs"', () =>
      aClaim(id, 2027, '2027-01-16T12:00:00.000Z'),
    )
    expect((await makeRun(null, {}, { database })).status).toBe(201)
    expect(await rows('SELECT * FROM fee_claims')).toHaveLength(1)
  })
})
