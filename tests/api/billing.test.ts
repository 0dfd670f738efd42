import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { honors } from '#worker/db/schema.ts'

let token: string
let userId: number

beforeEach(async () => {
  setClock()
  const user = await signedIn('management')
  token = user.token
  userId = user.id
})

const path = '/api/billing/membershipfees/2027'
const get = (address: string) => call('GET', address, undefined, { token })
const list = () => json(get(path))
const xml = (query = '') => get(`${path}/xml${query}`)
const makeRun = (after: number | null, more: object = {}) =>
  call('POST', '/api/billing/runs', { year: 2027, after, confirmClosing: true, ...more }, { token })

const settings = {
  creditorName: 'Narrenzunft Schellental e.V.',
  creditorId: 'DE98ZZZ09999999999',
  creditorIban: 'DE02120300000000202051',
}
const save = (change: object) => call('PUT', '/api/guild/settings', change, { token })

const bank = {
  bankingIban: 'DE89370400440532013000',
  bankingBic: 'COBADEFFXXX',
  bankingSepaAllowed: true,
  bankingSepaAllowedDate: '2014-02-01',
}
let lastNumber = 0
/** A member whose fee can be collected. */
const aPayer = (values: Parameters<typeof aMember>[0] = {}) =>
  aMember({ ...bank, memberNumber: ++lastNumber, ...values })

/** A member who joined after the fees of the year were closed. */
async function aLateJoiner() {
  const { id } = await aPayer()
  const body = { year: 2027, memberIds: [id] }
  expect((await call('POST', '/api/billing/claims', body, { token })).status).toBe(201)
}

const textsOf = (file: string, name: string) =>
  [...file.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map((match) => match[1])

describe('the list of fees', () => {
  test('The list of fees of a guild without members is empty', async () => {
    expect(await list()).toEqual({
      year: 2027,
      totalInCent: 0,
      collectibleInCent: 0,
      collectibleCount: 0,
      fees: [],
    })
  })

  test('The list of fees contains all active and passive members, sorted by name', async () => {
    const active = await aPayer({ lastName: 'Öhler' })
    await aPayer({ lastName: 'Zoller', firstName: 'Xaver', membershipState: 'Passive' })
    await aPayer({ lastName: 'Abele', birthday: '2012-01-01' })
    await aPayer({ membershipState: 'Left' })
    await aPayer({ membershipState: 'Died' })
    const answer = await list()
    expect(answer).toMatchObject({
      year: 2027,
      totalInCent: 3500,
      collectibleInCent: 3500,
      collectibleCount: 2,
    })
    expect(answer.fees.map(({ lastName }: { lastName: string }) => lastName)).toEqual([
      'Abele',
      'Öhler',
      'Zoller',
    ])
    expect(answer.fees[1]).toEqual({
      memberId: active.id,
      firstName: 'Annegret',
      lastName: 'Öhler',
      amountInCent: 2000,
      reason: 'Aktiv ab 18',
      ...bank,
      obstacle: null,
      claimId: null,
      payer: null,
      state: null,
      openInCent: null,
    })
  })

  test("A fee in the list has the same amount and reason as on the member's page", async () => {
    const members = [
      await aPayer({ lastName: 'A', birthday: null }),
      await aPayer({ lastName: 'B', birthday: '2012-01-01' }),
      await aPayer({ lastName: 'C', individualFeeInCent: 500, individualFeeReason: 'Familie' }),
      await aPayer({ lastName: 'D' }),
    ]
    await commit(db(), [
      write.insert(honors).values([
        { memberId: members[3]?.id ?? 0, type: 'Honorary_Member_25', date: '2020-11-11' },
        { memberId: members[0]?.id ?? 0, type: 'Honorary_Cashier', date: '2020-11-11' },
      ]),
    ])
    const { fees } = await list()
    expect(
      fees.map((fee: { amountInCent: number; reason: string }) => [fee.amountInCent, fee.reason]),
    ).toEqual([
      [2000, 'Aktiv ab 18'],
      [0, 'Aktiv unter 18'],
      [500, 'Familie'],
      [0, 'Ehrenmitglied: beitragsfrei'],
    ])
    for (const [index, { id }] of members.entries()) {
      const { amountInCent, reason } = fees[index]
      expect(await json(get(`/api/member/${id}/membershipfee`))).toEqual({ amountInCent, reason })
    }
  })

  test('The list of fees shows for each member what is missing for the collection: a row in the fee table, mandate, IBAN, date or number', async () => {
    await aPayer({ lastName: 'A' })
    await aPayer({ lastName: 'B', birthday: '2012-01-01' })
    await aPayer({ lastName: 'C', bankingSepaAllowed: false })
    await aPayer({ lastName: 'D', bankingIban: '' })
    await aPayer({ lastName: 'E', bankingIban: 'CH9300762011623852957' })
    await aPayer({ lastName: 'F', bankingSepaAllowedDate: '2027-01-17' })
    await aPayer({ lastName: 'G', memberNumber: 0 })
    await aPayer({ lastName: 'H', membershipState: 'Passive', birthday: '1990-01-01' })
    await save({
      feeRules: [{ validFrom: 2020, state: 'Active', amountInCent: 2000, ageFrom: 18 }],
    })
    const answer = await list()
    expect(answer.fees.map((fee: { obstacle: string | null }) => fee.obstacle)).toEqual([
      null,
      'Dafür gibt es keine Zeile in der Beitragstabelle',
      'Kein SEPA-Mandat',
      'IBAN fehlt',
      'Konto außerhalb des EWR: Lastschrift hier nicht möglich',
      'SEPA-Datum liegt in der Zukunft',
      'Mitgliedsnummer fehlt oder ist doppelt',
      'Dafür gibt es keine Zeile in der Beitragstabelle',
    ])
    expect(answer.fees[1].amountInCent).toBeNull()
    expect(answer).toMatchObject({
      totalInCent: 12_000,
      collectibleInCent: 2000,
      collectibleCount: 1,
    })
  })

  test('The fees of 2027 are those of the table rows valid from 2027, not of the rows valid from 2028', async () => {
    await aPayer()
    const rule = { state: 'Active', ageFrom: 0, ageTo: null }
    const feeRules = [{ ...rule, validFrom: 2028, amountInCent: 9900 }]
    await save({ feeRules: [...feeRules, { ...rule, validFrom: 2027, amountInCent: 2500 }] })
    expect((await list()).fees[0]).toMatchObject({ amountInCent: 2500, reason: 'Aktiv' })
  })
})

describe('the preview of a fee table', () => {
  const preview = (body: object) => call('POST', '/api/billing/preview', body, { token })
  const row = (values: object) => ({ validFrom: 2020, state: 'Active', amountInCent: 0, ...values })
  const adults = row({ ageFrom: 18, amountInCent: 2000 })
  const children = row({ ageTo: 17 })
  const passive = row({ state: 'Passive', ageFrom: 18, amountInCent: 1500 })

  test('The preview of a fee table lists members whose fee changes and those without a row, and saves nothing', async () => {
    const young = await aPayer({ lastName: 'Abele', birthday: '2005-06-01' })
    const old = await aPayer({ lastName: 'Bär' })
    await aPayer({ lastName: 'Zoller', birthday: '2012-01-01' })
    await aPayer({ individualFeeInCent: 500 })
    await aPayer({ membershipState: 'Left' })
    const before = await rows('SELECT * FROM fee_rules')
    const answer = await preview({
      year: 2027,
      feeRules: [children, row({ ageFrom: 26, amountInCent: 2500 })],
      familyCapInCent: 9000,
    })
    expect(answer.status).toBe(200)
    const person = ({ id, firstName, lastName, birthday }: typeof old) => ({
      id,
      firstName,
      lastName,
      birthday,
    })
    expect(await json(answer)).toEqual({
      beforeInCent: 4500,
      afterInCent: 3000,
      changed: [
        {
          member: person(young),
          before: 2000,
          after: null,
          reason: 'Dafür gibt es keine Zeile in der Beitragstabelle',
        },
        { member: person(old), before: 2000, after: 2500, reason: 'Aktiv ab 26' },
      ],
      withoutRow: [person(young)],
    })
    expect(await rows('SELECT * FROM fee_rules')).toEqual(before)
  })

  test('The preview of a fee table uses the family cap in the request (null means no cap); if the request has none, it uses the stored cap', async () => {
    const payer = await aPayer({ lastName: 'Abele' })
    await aPayer({ lastName: 'Bär', payerId: payer.id })
    await save({ feeRules: [adults], familyCapInCent: 3500 })
    const outcome = async (more: object) => {
      const answer = await json(preview({ year: 2027, feeRules: [adults], ...more }))
      const { beforeInCent, afterInCent, changed, withoutRow } = answer
      return { sums: [beforeInCent, afterInCent], people: changed.length, withoutRow }
    }
    expect(await outcome({})).toEqual({ sums: [3500, 3500], people: 0, withoutRow: [] })
    expect(await outcome({ familyCapInCent: 3000 })).toMatchObject({ sums: [3500, 3000] })
    expect(await outcome({ familyCapInCent: null })).toMatchObject({ sums: [3500, 4000] })
    const stored = await rows('SELECT family_cap_in_cent FROM guild_settings')
    expect(stored).toEqual([{ family_cap_in_cent: 3500 }])
    expect((await list()).totalInCent).toBe(3500)
  })

  test('The preview of a fee table lists a member for whom neither the old nor the new table has a row as "without a row", not as changed', async () => {
    await aPayer({ membershipState: 'Passive', lastName: 'Abele' })
    await save({ feeRules: [adults] })
    const answer = await json(preview({ year: 2027, feeRules: [adults] }))
    expect(answer).toMatchObject({ beforeInCent: 0, afterInCent: 0, changed: [] })
    expect(answer.withoutRow).toHaveLength(1)
  })

  test('The preview of fees uses the table rows and the ages of the requested year', async () => {
    await aPayer({ birthday: '2009-06-01' })
    const feeRules = [adults, children, row({ validFrom: 2029, amountInCent: 3000 })]
    const sums = async (year: number) => {
      const { beforeInCent, afterInCent } = await json(preview({ year, feeRules }))
      return [beforeInCent, afterInCent]
    }
    expect([await sums(2027), await sums(2028), await sums(2029)]).toEqual([
      [0, 0],
      [2000, 2000],
      [2000, 3000],
    ])
  })

  test('The total of the preview equals the total of the list of fees after the table is saved', async () => {
    await aPayer()
    await aPayer({ membershipState: 'Passive', birthday: null })
    const feeRules = [children, { ...adults, amountInCent: 3100 }, passive]
    const { afterInCent } = await json(preview({ year: 2027, feeRules }))
    await save({ feeRules })
    expect((await list()).totalInCent).toBe(afterInCent)
  })

  test.each([
    [
      'an overlap',
      { year: 2027, feeRules: [children, row({ ageFrom: 17 })] },
      'feeRules.1.ageFrom',
    ],
    [
      'an age range that ends before it begins',
      { year: 2027, feeRules: [row({ ageFrom: 9, ageTo: 8 })] },
      'feeRules.0.ageTo',
    ],
    ['a year before 1900', { year: 1899, feeRules: [] }, 'year'],
  ])(
    'A preview of a fee table with %s is rejected with an error at the field (422)',
    async (_, body, place) => {
      const answer = await preview(body)
      expect(answer.status).toBe(422)
      expect(Object.keys((await json(answer)).error.fields)).toEqual([place])
    },
  )

  test.each([{}, { year: 2027 }, { feeRules: [] }, { year: '2027', feeRules: [] }])(
    'Rejects a preview of fees with the body %j (400)',
    async (body) => {
      expect((await preview(body)).status).toBe(400)
    },
  )
})

describe('the year in the address', () => {
  test.each(['2026', '2028', 'abc', '27', '02027', '2027.0', '%20'])(
    'In 2027 a request for the list of fees, the SEPA file or the list of runs of the year %s is rejected (400)',
    async (year) => {
      const addresses = ['', '/xml', '/runs'].map((end) => path.replace('2027', year) + end)
      for (const address of addresses) {
        const response = await get(address)
        expect(response.status).toBe(400)
        expect((await json(response)).error.code).toBe('InvalidRequest')
      }
    },
  )

  test('At midnight in Germany on 1 January the list of fees accepts the new year and rejects the old one (400)', async () => {
    setClock('2027-12-31T23:30:00Z')
    token = (await signedIn('readonly')).token
    expect((await get(path)).status).toBe(400)
    expect((await get(path.replace('2027', '2028'))).status).toBe(200)
  })
})

describe('the SEPA file', () => {
  beforeEach(() => save(settings))

  test('The SEPA file is named Mitgliedsbeiträge_2027.xml, as in the specification, and is not cached', async () => {
    await aPayer()
    const { status, headers } = await xml()
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Disposition')).toBe(
      `attachment; filename="Mitgliedsbeitraege_2027.xml"; filename*=UTF-8''Mitgliedsbeitr%C3%A4ge_2027.xml`,
    )
  })

  test('The SEPA file contains one debit for each collectible fee, and its total is that of the list of fees', async () => {
    await aPayer({ lastName: 'Größer', memberNumber: 4711 })
    await aPayer({ lastName: 'Abele', membershipState: 'Passive', memberNumber: 4712 })
    await aPayer({ bankingSepaAllowed: false })
    await aPayer({ birthday: '2012-01-01' })
    const { collectibleInCent, collectibleCount } = await list()
    const file = await (await xml()).text()
    expect(textsOf(file, 'EndToEndId')).toEqual(['MB2027-4712', 'MB2027-4711'])
    expect(textsOf(file, 'InstdAmt')).toEqual(['15.00', '20.00'])
    expect(textsOf(file, 'CtrlSum')).toEqual(['35.00', '35.00'])
    expect([collectibleInCent, collectibleCount]).toEqual([3500, 2])
    expect(file).toContain('<Nm>Annegret Groesser</Nm>')
    expect(file).toContain('<Nm>Narrenzunft Schellental e.V.</Nm>')
  })

  test('The due date of the SEPA file is a banking day after the lead days set in the settings', async () => {
    await aPayer()
    expect(textsOf(await (await xml()).text(), 'ReqdColltnDt')).toEqual(['2027-02-01'])
    await save({ sepaLeadDays: 20 })
    expect(textsOf(await (await xml()).text(), 'ReqdColltnDt')).toEqual(['2027-02-05'])
  })

  test('A due date in the request becomes the due date of the SEPA file', async () => {
    await aPayer()
    const file = await (await xml('?dueDate=2027-02-11')).text()
    expect(textsOf(file, 'ReqdColltnDt')).toEqual(['2027-02-11'])
  })

  test.each(['2027-02-31', 'morgen', '', '11.02.2027'])(
    'A request for the SEPA file with the invalid due date %j is rejected (400)',
    async (dueDate) => {
      await aPayer()
      expect((await xml(`?dueDate=${dueDate}`)).status).toBe(400)
    },
  )

  test.each([
    ['2027-02-13', 'Mo 15.02.2027'],
    ['2027-03-26', 'Di 30.03.2027'],
    ['2027-01-18', 'Di 19.01.2027'],
    ['2026-01-18', 'Di 19.01.2027'],
    ['2027-04-17', 'Fr 16.04.2027'],
  ])(
    'The due date %s for a SEPA file is rejected, and the error suggests %s (422)',
    async (dueDate, possible) => {
      await aPayer()
      const response = await xml(`?dueDate=${dueDate}`)
      expect(response.status).toBe(422)
      const { error } = await json(response)
      expect(error.code).toBe('DueDateImpossible')
      expect(error.message).toContain(possible)
      expect(error.fields).toEqual({ dueDate: error.message })
    },
  )

  test('Rejects a SEPA file without collectible fees (422) and stores no run', async () => {
    await aPayer({ bankingSepaAllowed: false })
    const response = await xml()
    expect(response.status).toBe(422)
    expect((await json(response)).error).toEqual({
      code: 'NothingToCollect',
      message: 'Es gibt keine einziehbaren Beiträge',
    })
    expect(await rows('SELECT * FROM sepa_runs')).toEqual([])
  })

  test.each([
    [{ creditorName: '' }, 'Name'],
    [{ creditorName: '日本' }, 'Name'],
    [{ creditorIban: '' }, 'IBAN'],
    [{ creditorId: '' }, 'Gläubiger-ID'],
    [{ creditorName: '', creditorIban: '', creditorId: '' }, 'Name, IBAN, Gläubiger-ID'],
  ])(
    'With the settings %j a SEPA file is rejected, and the error says what is missing (422)',
    async (change, missing) => {
      await aPayer()
      await save(change)
      const response = await xml()
      expect(response.status).toBe(422)
      expect((await json(response)).error).toEqual({
        code: 'SepaSettingsMissing',
        message: `Für den SEPA-Export fehlen Angaben zum Verein: ${missing}`,
      })
      expect(await rows('SELECT * FROM sepa_runs')).toEqual([])
    },
  )

  test.each([
    ['creditor_iban', 'DE02120300000000202052', 'IBAN'],
    ['creditor_id', 'DE99ZZZ09999999999', 'Gläubiger-ID'],
    ['creditor_id', 'DE98ZZZ099999999990', 'Gläubiger-ID'],
    ['creditor_id', 'DE98---09999999999', 'Gläubiger-ID'],
    ['creditor_id', 'AT61ZZZ01234567890', 'Gläubiger-ID'],
  ])(
    'If the stored %s has the invalid value %s, a SEPA file is rejected (422)',
    async (column, value, missing) => {
      await aPayer()
      await env.DB.prepare(`UPDATE guild_settings SET ${column} = ?`).bind(value).run()
      const response = await xml()
      expect(response.status).toBe(422)
      expect((await json(response)).error.message).toBe(
        `Für den SEPA-Export fehlen Angaben zum Verein: ${missing}`,
      )
    },
  )

  test.each([
    ['BYLADEM1001', 'BYLADEM1001'],
    ['byladem1', 'BYLADEM1'],
    ['', null],
    ['BYLADEM10012', null],
    ['NOTPROVIDED', null],
    // A bank of another country than the account.
    ['GIBAATWWXXX', null],
  ])(
    "The guild's stored BIC %j is written into the SEPA file as %j (null means NOTPROVIDED)",
    async (bic, written) => {
      await aPayer()
      await env.DB.prepare('UPDATE guild_settings SET creditor_bic = ?').bind(bic).run()
      const file = await (await xml()).text()
      expect(textsOf(file, 'BICFI')).toEqual(written ? [written] : [])
      const debtorsBank = '<Othr><Id>NOTPROVIDED</Id></Othr>'
      expect(file.split(debtorsBank)).toHaveLength(written ? 2 : 3)
    },
  )

  test('If "NOTPROVIDED" is stored as the guild\'s BIC, the SEPA file contains no BIC', async () => {
    await aPayer()
    await save({ creditorIban: 'RO49AAAA1B31007593840000', creditorBic: 'NOTPROVIDED' })
    expect(textsOf(await (await xml()).text(), 'BICFI')).toEqual([])
  })
})

describe('SEPA runs', () => {
  beforeEach(() => save(settings))
  const runs = () => json(get(`${path}/runs`))

  test('A SEPA run is stored with its author and time; the runs of the year are listed newest first', async () => {
    await aPayer()
    expect(await runs()).toEqual([])
    const first = await makeRun(null, { dueDate: '2027-02-11' })
    expect(first.status).toBe(201)
    setClock('2027-01-16T15:00:05Z')
    await aLateJoiner()
    const second = await makeRun(1)
    expect(second.status).toBe(201)
    const fresh = {
      count: 1,
      debitCount: 1,
      sumInCent: 2000,
      creditedOn: null,
      voidedAt: null,
      voidReason: '',
      submittedOn: null,
      hasFile: true,
    }
    const noted = [
      {
        id: 2,
        createdAt: '2027-01-16T15:00:05.000Z',
        createdBy: 'Sabine Kächele',
        year: 2027,
        dueDate: '2027-02-01',
        ...fresh,
        messageId: 'MB2027-20270116160005',
      },
      {
        id: 1,
        createdAt: '2027-01-16T12:00:00.000Z',
        createdBy: 'Sabine Kächele',
        year: 2027,
        dueDate: '2027-02-11',
        ...fresh,
        messageId: 'MB2027-20270116130000',
      },
    ]
    expect(await runs()).toEqual(noted)
    expect([await second.json(), await first.json()]).toEqual(noted)
  })

  test('A request for a SEPA run whose "after" is not the newest run is rejected, and the answer contains the newest run (409)', async () => {
    await aPayer()
    await makeRun(null)
    setClock('2027-01-16T15:00:05Z')
    await aLateJoiner()
    await makeRun(1)
    const [newest] = await runs()
    expect(newest.id).toBe(2)
    for (const after of [null, 1, 3]) {
      const response = await makeRun(after)
      expect(response.status).toBe(409)
      expect((await json(response)).error).toEqual({
        code: 'RunExists',
        message: 'Für 2027 wurde schon eine Datei erzeugt.',
        run: newest,
      })
    }
    expect(await runs()).toHaveLength(2)
  })

  test.each([null, 1])(
    'Of five simultaneous requests for a SEPA run with "after": %j one succeeds and four are rejected (409)',
    async (after) => {
      await aPayer()
      if (after) {
        await makeRun(null)
        await aLateJoiner()
      }
      const responses = await Promise.all([1, 2, 3, 4, 5].map(() => makeRun(after)))
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
      const [newest] = await runs()
      for (const response of responses) {
        const answer = await json(response)
        expect(response.ok ? answer : answer.error.run).toEqual(newest)
      }
      expect(await runs()).toHaveLength(after ? 2 : 1)
    },
  )

  test('SEPA runs made in the same second have different message ids', async () => {
    await aPayer()
    for (const after of [null, 1, 2]) {
      if (after) await aLateJoiner()
      expect((await makeRun(after)).status).toBe(201)
    }
    const ids = (await runs()).map(({ messageId }: { messageId: string }) => messageId)
    expect(ids).toEqual(['MB2027-20270116130002', 'MB2027-20270116130001', 'MB2027-20270116130000'])
    for (const [run, messageId] of [
      [3, ids[0]],
      [1, ids[2]],
    ]) {
      expect(textsOf(await (await xml(`?run=${run}`)).text(), 'MsgId')).toEqual([messageId])
    }
  })

  test('The SEPA file of a stored run is the same at every download, also after its due date', async () => {
    await aPayer()
    const before = await (await xml('?dueDate=2027-02-11')).text()
    await makeRun(null, { dueDate: '2027-02-11' })
    const atOnce = await (await xml('?run=1')).text()
    expect(atOnce).toBe(before)
    expect(textsOf(atOnce, 'MsgId')).toEqual(['MB2027-20270116130000'])
    expect(textsOf(atOnce, 'CreDtTm')).toEqual(['2027-01-16T13:00:00'])
    expect(textsOf(atOnce, 'ReqdColltnDt')).toEqual(['2027-02-11'])
    // On this day a new file could no longer be due on 11 February.
    setClock('2027-02-20T09:30:00Z')
    token = await tokenOf(userId)
    const later = await xml('?run=1')
    expect(later.headers.get('Content-Disposition')).toContain('Mitgliedsbeitraege_2027.xml')
    expect(await later.text()).toBe(atOnce)
  })

  test('Neither previewing a SEPA file nor downloading the file of a run stores another run', async () => {
    await aPayer()
    await xml()
    await xml('?dueDate=2027-02-11')
    expect(await rows('SELECT * FROM sepa_runs')).toEqual([])
    await makeRun(null)
    const noted = await rows('SELECT * FROM sepa_runs')
    await xml('?run=1')
    await xml()
    expect(noted).toHaveLength(1)
    expect(await rows('SELECT * FROM sepa_runs')).toEqual(noted)
  })

  test.each(['2', '0', '999999999999999'])(
    'The SEPA file of the unknown run %s is not found (404)',
    async (run) => {
      await aPayer()
      await makeRun(null)
      expect((await xml(`?run=${run}`)).status).toBe(404)
    },
  )

  test.each([
    'run=abc',
    'run=',
    'run=-1',
    'run=1.0',
    'run=1e0',
    'run=9999999999999999',
    'run=1&dueDate=2027-02-11',
  ])('Rejects a SEPA file with the query %s (400)', async (query) => {
    await aPayer()
    await makeRun(null)
    const response = await xml(`?${query}`)
    expect(response.status).toBe(400)
    expect((await json(response)).error.code).toBe('InvalidRequest')
  })

  test('Under the new year, a SEPA run of last year is not listed, cannot be downloaded (404) and does not prevent a new run', async () => {
    await aPayer()
    await makeRun(null)
    setClock('2028-01-16T12:00:00Z')
    token = await tokenOf(userId)
    const next = path.replace('2027', '2028')
    expect(await json(get(`${next}/runs`))).toEqual([])
    expect((await get(`${next}/xml?run=1`)).status).toBe(404)
    expect((await makeRun(1, { year: 2028 })).status).toBe(422)
    expect((await makeRun(null, { year: 2028 })).status).toBe(201)
    expect((await get(`${next}/xml?run=2`)).status).toBe(200)
  })

  test('A request for a SEPA run whose "after" is an unknown run is rejected (422)', async () => {
    await aPayer()
    const response = await makeRun(7)
    expect(response.status).toBe(422)
    expect((await json(response)).error.fields).toEqual({ after: 'Diese Datei gibt es nicht.' })
    expect(await runs()).toEqual([])
  })

  test.each([
    [{ year: 2026 }, 400, 'InvalidRequest'],
    [{ year: 2029 }, 400, 'InvalidRequest'],
    [{ year: '2027' }, 400, 'InvalidRequest'],
    [{ year: undefined }, 400, 'InvalidRequest'],
    [{ after: '1' }, 400, 'InvalidRequest'],
    [{ dueDate: '2027-02-31' }, 400, 'InvalidRequest'],
    [{ dueDate: '' }, 400, 'InvalidRequest'],
    [{ after: 0 }, 422, 'ValidationFailed'],
    [{ dueDate: '2027-02-13' }, 422, 'DueDateImpossible'],
  ])('A request for a SEPA run with %j is rejected (%i %s)', async (change, status, code) => {
    await aPayer()
    const response = await makeRun(null, change)
    expect(response.status).toBe(status)
    expect((await json(response)).error.code).toBe(code)
    expect(await runs()).toEqual([])
  })

  test('Rejects a SEPA run when no fee is collectible (NothingToCollect) or SEPA settings are missing (SepaSettingsMissing)', async () => {
    const nothing = await json(makeRun(null))
    expect(nothing.error.code).toBe('NothingToCollect')
    await aPayer()
    await save({ creditorId: '' })
    const missing = await makeRun(null)
    expect(missing.status).toBe(422)
    expect((await json(missing)).error.code).toBe('SepaSettingsMissing')
    expect(await runs()).toEqual([])
  })

  test('Only management can make SEPA runs and download their files (403 for others); readonly users can list the runs', async () => {
    await aPayer()
    const management = token
    token = (await signedIn('readonly')).token
    expect((await makeRun(null)).status).toBe(403)
    expect((await xml()).status).toBe(403)
    token = management
    expect((await makeRun(null)).status).toBe(201)
    expect((await xml('?run=1')).status).toBe(200)
    token = await tokenOf(userId + 1)
    expect((await xml('?run=1')).status).toBe(403)
    expect(await runs()).toHaveLength(1)
    token = (await signedIn('helper')).token
    expect((await makeRun(1)).status).toBe(403)
    expect((await xml('?run=1')).status).toBe(403)
  })
})

test('The list of fees, a SEPA run and its file can be made for 5,000 members', async () => {
  await save(settings)
  await env.DB.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO members (member_number, first_name, last_name, first_name_key, last_name_key, birthday, created_at, updated_at, banking_iban, banking_sepa_allowed, banking_sepa_allowed_date) SELECT i, 'Jörg ' || i, 'Größer', 'joerg', 'groesser', '1980-05-04', '', '', 'DE89370400440532013000', 1, '2014-02-01' FROM n`,
  )
  const { totalInCent, collectibleInCent, collectibleCount } = await list()
  expect([totalInCent, collectibleInCent, collectibleCount]).toEqual([1e7, 1e7, 5000])
  expect(await json(makeRun(null))).toMatchObject({ count: 5000, sumInCent: 1e7 })
  const file = await (await xml('?run=1')).text()
  expect(textsOf(file, 'NbOfTxs')).toEqual(['5000', '5000'])
  expect(textsOf(file, 'CtrlSum')).toEqual(['100000.00', '100000.00'])
  expect(new Set(textsOf(file, 'EndToEndId')).size).toBe(5000)
})
