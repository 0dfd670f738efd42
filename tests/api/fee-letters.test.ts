import { beforeEach, describe, expect, test } from 'vitest'
import {
  call,
  db,
  json,
  origin,
  rows,
  runCron,
  setClock,
  signedIn,
  today,
  tokenOf,
} from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { installMailProvider, type SentMail } from '#tests/support/mail-provider.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { aBooking, aClaim, aDebit, aRun } from '#tests/support/written-ledger.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { guildSettings } from '#worker/db/schema.ts'

let manager: Awaited<ReturnType<typeof signedIn>>
let sent: SentMail[]
let answer: () => void

const account = {
  name: 'Narrenzunft Schellental',
  creditorName: 'Narrenzunft Schellental e.V.',
  creditorId: 'DE98ZZZ09999999999',
  creditorIban: 'DE02120300000000202051',
  contactEmail: 'kasse@zunft.example',
}

beforeEach(async () => {
  setClock()
  manager = await signedIn('management')
  await commit(db(), [write.update(guildSettings).set(account)])
  configure({ APP_ORIGIN: origin })
  answer = () => {}
  sent = installMailProvider(() => answer())
})

const ask = (method: string, path: string, body?: unknown, token = manager.token) =>
  call(method, path, body, { token })

const writeLetters = (body: object) =>
  ask('POST', '/api/billing/letters', {
    year: 2027,
    kind: 'invoice',
    channel: 'letter',
    dueOn: '2027-01-30',
    ...body,
  })
const list = (query = '') => json(ask('GET', `/api/billing/letters${query}`))
/** Sets the clock and signs in again. */
async function continueAt(instant: string) {
  setClock(instant)
  manager.token = await tokenOf(manager.id)
}

const storedLetters = () => rows('SELECT * FROM fee_letters')

let number = 4710
/** A member with address and e-mail address, without a mandate. */
const aPayer = (values: Parameters<typeof aMember>[0] = {}) => {
  number += 1
  return aMember({
    firstName: 'Rosa',
    lastName: 'Abele',
    memberNumber: number,
    addressStreet: 'Klosterweg',
    addressNumber: '3 a',
    addressPlz: '88999',
    addressTown: 'Moosried',
    eMail: `narr${number}@example.de`,
    bankingIban: 'DE89370400440532013000',
    bankingSepaAllowed: false,
    bankingSepaAllowedDate: '2014-02-01',
    ...values,
  })
}

async function refusedRows(response: Response, count = 1) {
  expect([response.status, response.ok]).toEqual([409, false])
  const { error } = await json(response)
  expect(error.code).toBe('RowsRefused')
  expect(error.rows).toHaveLength(count)
  return error.rows
}

async function refusedFields(response: Response) {
  expect(response.status).toBe(422)
  const { error } = await json(response)
  expect(error.code).toBe('ValidationFailed')
  return error.fields
}

describe('invoices for fees', () => {
  test('An invoice for a year contains the open fees of the payer and of all members whose payer they are', async () => {
    const rosa = await aPayer({ memberNumber: 4711 })
    const mia = await aMember({ firstName: 'Mia', lastName: 'Abele', payerId: rosa.id })
    const own = await aClaim({ memberId: rosa.id })
    const hers = await aClaim({ memberId: mia.id, payerId: rosa.id, amountInCent: 1000 })
    await aClaim({ memberId: rosa.id, year: 2026, amountInCent: 1800 })
    await aBooking(hers, { amountInCent: -250 })

    const response = await writeLetters({ payerIds: [rosa.id] })
    expect(response.status).toBe(201)
    const written = await json(response)
    expect(written).toEqual([
      {
        id: 1,
        kind: 'invoice',
        step: 0,
        year: 2027,
        runId: null,
        channel: 'letter',
        dueOn: '2027-01-30',
        createdAt: `${today}T12:00:00.000Z`,
        payer: {
          id: rosa.id,
          firstName: 'Rosa',
          lastName: 'Abele',
          birthday: '1980-05-04',
          memberNumber: 4711,
          addressStreet: 'Klosterweg',
          addressNumber: '3 a',
          addressPlz: '88999',
          addressTown: 'Moosried',
          eMail: rosa.eMail,
        },
        claims: [
          {
            claimId: own,
            year: 2027,
            member: { id: rosa.id, firstName: 'Rosa', lastName: 'Abele', birthday: '1980-05-04' },
            openInCent: 2000,
          },
          {
            claimId: hers,
            year: 2027,
            member: { id: mia.id, firstName: 'Mia', lastName: 'Abele', birthday: '1980-05-04' },
            openInCent: 750,
          },
        ],
        mandateId: null,
        ibanEnd: null,
        mailState: null,
        opening: '{Beitrag} {ist} zu zahlen:',
        closing:
          'Bitte sorge dafür, dass die {Summe} bis {Tag} bei uns sind. Hast Du Fragen, melde Dich bei uns.',
        voidedAt: null,
      },
    ])
    // The list shows the letter as it was written.
    expect(await list()).toEqual(written)
    expect(await list('?year=2027')).toEqual(written)
    expect(await list('?year=2026')).toEqual([])
    expect(await rows(`SELECT via, changes FROM audit_entries WHERE entity = 'feeLetter'`)).toEqual(
      [
        {
          via: 'staff',
          changes:
            '{"kind":[null,"invoice"],"year":[null,2027],"count":[null,1],"channel":[null,"letter"]}',
        },
      ],
    )
    expect(sent).toEqual([])
  })

  test('An invoice to a payer is rejected if all fees of the year are collected or paid, or if there are none', async () => {
    const collected = await aPayer()
    await aDebit(await aClaim({ memberId: collected.id }), await aRun())
    const paid = await aPayer()
    await aBooking(await aClaim({ memberId: paid.id }), {})
    const earlier = await aPayer()
    await aClaim({ memberId: earlier.id, year: 2026 })
    const withoutFee = await aPayer()
    const ids = [collected.id, paid.id, earlier.id, withoutFee.id]
    const refused = await refusedRows(await writeLetters({ payerIds: ids }), 4)
    expect(refused[0]).toEqual({
      id: collected.id,
      code: 'NothingToCollect',
      message: 'Rosa Abele hat für 2027 nichts offen, was nicht eingezogen wird.',
    })
    expect(refused.map(({ id }: { id: number }) => id)).toEqual(ids)
  })

  test('An invoice is rejected for fees that the next SEPA file will collect, but accepted for a returned fee that it leaves out', async () => {
    const rosa = await aPayer({ bankingSepaAllowed: true })
    const claim = await aClaim({ memberId: rosa.id })
    expect((await refusedRows(await writeLetters({ payerIds: [rosa.id] })))[0]).toEqual({
      id: rosa.id,
      code: 'InvalidRequest',
      message: 'Was bei Rosa Abele für 2027 offen ist, wird mit der nächsten Datei eingezogen.',
    })
    // A fee of an earlier year belongs to another file.
    await aClaim({ memberId: rosa.id, year: 2026 })
    await refusedRows(await writeLetters({ payerIds: [rosa.id] }))
    const run = await aRun()
    const debit = await aDebit(claim, run)
    const back = { runId: run, endToEndId: `E${claim}`, reversesId: debit, reasonCode: 'AM04' }
    await aBooking(claim, { kind: 'returned', amountInCent: 2000, ...back })
    const mia = await aMember({ payerId: rosa.id })
    await aClaim({ memberId: mia.id, payerId: rosa.id })
    const [letter] = await json(writeLetters({ payerIds: [rosa.id] }))
    expect(letter.claims.map(({ claimId }: { claimId: number }) => claimId)).toEqual([claim])
  })

  test('A second invoice to a payer is rejected until the due date of the first has passed, unless the payer has a new fee', async () => {
    const rosa = await aPayer()
    await aClaim({ memberId: rosa.id })
    expect((await writeLetters({ payerIds: [rosa.id] })).status).toBe(201)
    await continueAt('2027-01-30T12:00:00Z')
    const again = await writeLetters({ payerIds: [rosa.id], dueOn: '2027-02-20' })
    expect((await refusedRows(again))[0]).toEqual({
      id: rosa.id,
      code: 'NotYet',
      message: 'Rosa Abele hat noch Zeit bis 30.01.2027: Rechnung vom 16.01.2027.',
    })
    const mia = await aMember({ payerId: rosa.id })
    await aClaim({ memberId: mia.id, payerId: rosa.id })
    expect((await writeLetters({ payerIds: [rosa.id], dueOn: '2027-02-20' })).status).toBe(201)
  })

  test('After the payer of a fee has died, the fee is invoiced to the current payer, and an invoice to the dead one is rejected', async () => {
    const dead = await aPayer({ firstName: 'Karl', membershipState: 'Died' })
    const heir = await aPayer({ firstName: 'Ida' })
    const mia = await aPayer({ firstName: 'Mia', payerId: heir.id })
    const claim = await aClaim({ memberId: mia.id, payerId: dead.id })
    await aClaim({ memberId: dead.id })
    expect(
      (await refusedRows(await writeLetters({ payerIds: [dead.id, heir.id] })))[0],
    ).toMatchObject({
      id: dead.id,
      message: 'Karl Abele ist verstorben.',
    })
    const [letter] = await json(writeLetters({ payerIds: [heir.id] }))
    expect(letter.claims).toMatchObject([{ claimId: claim, member: { firstName: 'Mia' } }])
  })

  test('An invoice does not contain the fee of a member who died', async () => {
    const rosa = await aPayer()
    const dead = await aMember({ membershipState: 'Died' })
    await aClaim({ memberId: dead.id, payerId: rosa.id })
    expect((await refusedRows(await writeLetters({ payerIds: [rosa.id] })))[0].code).toBe(
      'NothingToCollect',
    )
    const own = await aClaim({ memberId: rosa.id })
    const [letter] = await json(writeLetters({ payerIds: [rosa.id] }))
    expect(letter.claims.map(({ claimId }: { claimId: number }) => claimId)).toEqual([own])
  })

  test('If some payers are unknown or cannot be reached by the chosen channel, all letters are rejected, and the answer lists these payers', async () => {
    const rosa = await aPayer()
    const homeless = await aPayer({ lastName: 'Zoller', addressTown: ' ' })
    const silent = await aPayer({ lastName: 'Öhler', eMail: 'keine' })
    for (const { id } of [rosa, homeless, silent]) await aClaim({ memberId: id })
    const payerIds = [rosa.id, homeless.id, silent.id, 999]
    expect(await refusedRows(await writeLetters({ payerIds }), 2)).toEqual([
      {
        id: homeless.id,
        code: 'ValidationFailed',
        message: 'Rosa Zoller hat keine vollständige Anschrift.',
      },
      { id: 999, code: 'NotFound', message: 'Ein Mitglied gibt es nicht mehr.' },
    ])
    configure({ MAIL_FROM: 'umzug@zunft.example' })
    const byMail = await refusedRows(await writeLetters({ payerIds, channel: 'mail' }), 2)
    expect(byMail[0].message).toBe('Rosa Öhler hat keine E-Mail Adresse.')
    expect([await storedLetters(), sent]).toEqual([[], []])
  })

  test.each([
    ['creditorName', 'Name'],
    ['creditorIban', 'IBAN'],
  ])("An invoice is rejected if the guild's %s is not set (422)", async (field, missing) => {
    await commit(db(), [write.update(guildSettings).set({ [field]: '' })])
    const rosa = await aPayer()
    await aClaim({ memberId: rosa.id })
    const response = await writeLetters({ payerIds: [rosa.id] })
    expect(response.status).toBe(422)
    const { error } = await json(response)
    expect(error.code).toBe('SepaSettingsMissing')
    expect(error.message).toContain(missing)
  })

  test('Rejects an invoice that is due before today (422) and accepts one that is due today', async () => {
    const rosa = await aPayer()
    await aClaim({ memberId: rosa.id })
    const late = await refusedFields(
      await writeLetters({ payerIds: [rosa.id], dueOn: '2027-01-15' }),
    )
    expect(late).toEqual({ dueOn: 'Wähle einen Tag ab heute.' })
    expect((await writeLetters({ payerIds: [rosa.id], dueOn: today })).status).toBe(201)
  })
})

describe('the texts of letters', () => {
  const text = {
    opening: 'liebe {Vorname}, {Beitrag} {ist} dran:',
    closing: 'Bitte sorge dafür, dass die {Summe} bis {Tag} da sind.\n\nDeine {Zunft}',
    openingFormal: '{Beitrag} {ist} offen:',
    closingFormal: 'Bitte zahlen Sie.',
  }
  const save = (body: object, kind = 'invoice') =>
    ask('PUT', `/api/billing/letter-texts/${kind}`, body)
  const texts = () => json(ask('GET', '/api/billing/letter-texts'))

  test("The guild's own text is used for new letters, printed or mailed; earlier letters still have the text with which they were written", async () => {
    configure({ MAIL_FROM: 'umzug@zunft.example' })
    const [before, rosa] = [await aPayer(), await aPayer({ firstName: 'Mia' })]
    const firm = await aPayer({ firstName: '', lastName: 'Gasthaus Krone' })
    for (const { id } of [before, rosa, firm]) await aClaim({ memberId: id })
    const [early] = await json(writeLetters({ payerIds: [before.id] }))
    expect(early.opening).toBe('{Beitrag} {ist} zu zahlen:')

    expect((await save(text)).status).toBe(200)
    expect(await texts()).toEqual([{ kind: 'invoice', ...text }])
    const written = await json(writeLetters({ payerIds: [rosa.id, firm.id], channel: 'mail' }))
    expect(written.map(({ opening }: { opening: string }) => opening)).toEqual([
      text.opening,
      text.openingFormal,
    ])
    const said = sent.find(({ to }) => to === rosa.eMail)?.text
    expect(said).toContain('liebe Mia, dieser Mitgliedsbeitrag ist dran:')
    expect(said).toContain('dass die 20,00\u00a0€ bis 30.01.2027 da sind.')
    expect(said).toContain('Deine Narrenzunft Schellental')
    expect(sent.find(({ to }) => to === firm.eMail)?.text).toContain('Bitte zahlen Sie.')

    await save({ ...text, opening: 'anders' })
    const listed = await list()
    const openings = new Map(
      listed.map(({ payer, opening }: { payer: { id: number }; opening: string }) => [
        payer.id,
        opening,
      ]),
    )
    expect(openings.get(before.id)).toBe('{Beitrag} {ist} zu zahlen:')
    expect(openings.get(rosa.id)).toBe(text.opening)
  })

  test('Changing the text of letters and resetting it to the default are each in the history and can be undone there', async () => {
    await save(text, 'notice')
    const saved = await save({ ...text, opening: 'neu' }, 'notice')
    const undo = (response: Response) =>
      ask('POST', `/api/history/${response.headers.get('X-Request-Id')}/undo`, {})
    expect((await undo(saved)).status).toBe(200)
    expect(await texts()).toEqual([{ kind: 'notice', ...text }])
    const reset = await ask('DELETE', '/api/billing/letter-texts/notice')
    expect(reset.status).toBe(204)
    expect(await texts()).toEqual([])
    expect((await undo(reset)).status).toBe(200)
    expect(await texts()).toEqual([{ kind: 'notice', ...text }])
    expect(
      await rows(`SELECT op FROM audit_entries WHERE entity = 'letterText' ORDER BY id`),
    ).toEqual(['insert', 'update', 'update', 'delete', 'insert'].map((op) => ({ op })))
  })

  test('Resetting a text of letters that is already the default adds no history entry', async () => {
    expect((await ask('DELETE', '/api/billing/letter-texts/invoice')).status).toBe(204)
    expect(await rows(`SELECT id FROM audit_entries WHERE entity = 'letterText'`)).toEqual([])
  })

  test.each(['{Kontostand}', '{vorname}', '{ Tag }'])(
    'A text of letters with the unknown placeholder %s is rejected with an error at its field, and nothing is stored',
    async (unknown) => {
      const fields = await refusedFields(await save({ ...text, closingFormal: `x ${unknown}` }))
      expect(Object.keys(fields)).toEqual(['closingFormal'])
      expect(fields.closingFormal).toContain(`${unknown} kennen wir nicht. Es gibt {Vorname},`)
      expect(await texts()).toEqual([])
    },
  )

  test('A text of letters with more than 600 characters, and one for an unknown kind of letter (404), are rejected', async () => {
    const long = await refusedFields(await save({ ...text, opening: 'x'.repeat(601) }))
    expect(Object.keys(long)).toEqual(['opening'])
    expect((await save(text, 'postcard')).status).toBe(404)
  })
})

describe('letters by mail, or on paper to payers without an address', () => {
  const write = (payerIds: number[], more: object = {}) =>
    writeLetters({ payerIds, channel: 'mailElseLetter', ...more })
  const channelsOf = async (response: Promise<Response>) =>
    (await json(response)).map(({ payer, channel }: { payer: { id: number }; channel: string }) => [
      payer.id,
      channel,
    ])

  test('In one request, payers with an e-mail address get a mail, the others a printed letter', async () => {
    configure({ MAIL_FROM: 'umzug@zunft.example' })
    const [rosa, silent, both] = [await aPayer(), await aPayer({ eMail: '' }), await aPayer()]
    for (const { id } of [rosa, silent, both]) await aClaim({ memberId: id })
    const response = write([rosa.id, silent.id, both.id], { onPaper: [both.id] })
    expect(await channelsOf(response)).toEqual([
      [rosa.id, 'mail'],
      [silent.id, 'letter'],
      [both.id, 'letter'],
    ])
    expect(sent.map(({ to }) => to)).toEqual([rosa.eMail])
    expect(await rows('SELECT payer_id, channel FROM fee_letters ORDER BY id')).toEqual([
      { payer_id: rosa.id, channel: 'mail' },
      { payer_id: silent.id, channel: 'letter' },
      { payer_id: both.id, channel: 'letter' },
    ])
    const [event] = await rows(`SELECT changes FROM audit_entries WHERE entity = 'feeLetter'`)
    expect(JSON.parse(String(event?.changes)).channel).toEqual([null, 'mailElseLetter'])
  })

  test('If a payer has neither an e-mail nor a postal address, all letters are rejected, and the answer says what is missing', async () => {
    configure({ MAIL_FROM: 'umzug@zunft.example' })
    const [rosa, lost] = [await aPayer(), await aPayer({ eMail: '', addressTown: '' })]
    const noStreet = await aPayer({ lastName: 'Zoller', addressStreet: '' })
    for (const { id } of [rosa, lost, noStreet]) await aClaim({ memberId: id })
    const refused = write([rosa.id, lost.id, noStreet.id], { onPaper: [noStreet.id] })
    expect((await refusedRows(await refused, 2)).map(({ message }: Error) => message)).toEqual([
      'Rosa Abele hat weder E-Mail Adresse noch vollständige Anschrift.',
      'Rosa Zoller hat keine vollständige Anschrift.',
    ])
    expect([await storedLetters(), sent]).toEqual([[], []])
  })

  test('Without a mail sender, a request for letters is rejected if one of them would be a mail (409 MailUnavailable); if all are printed, it is accepted', async () => {
    configure({ MAIL_FROM: '' })
    const [rosa, silent] = [await aPayer(), await aPayer({ eMail: '' })]
    for (const { id } of [rosa, silent]) await aClaim({ memberId: id })
    const refused = await write([rosa.id, silent.id])
    expect([refused.status, (await json(refused)).error.code]).toEqual([409, 'MailUnavailable'])
    expect(await storedLetters()).toEqual([])
    expect(await channelsOf(write([silent.id]))).toEqual([[silent.id, 'letter']])
  })
})

describe('notices of SEPA debits', () => {
  const notice = (runId: number, payerIds: number[], dueOn = '2027-02-01') =>
    writeLetters({ kind: 'notice', runId, payerIds, dueOn })

  test('A debit notice contains the debit as booked, the mandate and the last digits of the IBAN', async () => {
    const rosa = await aPayer({ memberNumber: 4711 })
    const mia = await aMember({ firstName: 'Mia', payerId: rosa.id })
    const own = await aClaim({ memberId: rosa.id })
    const hers = await aClaim({ memberId: mia.id, payerId: rosa.id, amountInCent: 1000 })
    const run = await aRun()
    await aDebit(own, run)
    await aDebit(hers, run, -1000)
    const [letter] = await json(notice(run, [rosa.id]))
    expect(letter).toMatchObject({
      kind: 'notice',
      runId: run,
      dueOn: '2027-02-01',
      mandateId: 'M4711-20140201',
      ibanEnd: '3000',
      claims: [
        { claimId: own, openInCent: 2000 },
        { claimId: hers, openInCent: 1000 },
      ],
    })
    // Another mandate may be of another account.
    await rows(`UPDATE members SET banking_sepa_allowed_date = '2027-01-10' WHERE id = ${rosa.id}`)
    expect(await list()).toMatchObject([{ mandateId: 'M4711-20140201', ibanEnd: null }])
    expect((await refusedRows(await notice(run, [rosa.id])))[0].message).toBe(
      'Rosa Abele hat die Ankündigung vom 16.01.2027 schon.',
    )
  })

  test('Rejects a debit notice to a payer without a debit in the SEPA file, or whose debit was returned', async () => {
    const rosa = await aPayer()
    const claim = await aClaim({ memberId: rosa.id })
    const [run, other] = [await aRun(), await aRun()]
    const debit = await aDebit(claim, run)
    expect((await refusedRows(await notice(other, [rosa.id])))[0].message).toBe(
      'Rosa Abele hat in dieser Datei keine Lastschrift.',
    )
    await aBooking(claim, { kind: 'returned', amountInCent: 2000, runId: run, reversesId: debit })
    await refusedRows(await notice(run, [rosa.id]))
  })

  test('A debit notice is rejected if the debit includes the fee of a member who died', async () => {
    const rosa = await aPayer()
    const dead = await aMember({ firstName: 'Karl', lastName: 'Abele', membershipState: 'Died' })
    const run = await aRun()
    await aDebit(await aClaim({ memberId: rosa.id }), run)
    await aDebit(await aClaim({ memberId: dead.id, payerId: rosa.id }), run)
    expect((await refusedRows(await notice(run, [rosa.id])))[0].message).toBe(
      'In der Lastschrift von Rosa Abele steht der Beitrag von Karl Abele, verstorben.',
    )
  })

  test("If a member gets a new payer after the death of the former, a debit notice to the new payer omits debits from the dead payer's account", async () => {
    const dead = await aPayer({ firstName: 'Karl' })
    const heir = await aPayer({ firstName: 'Ida' })
    const mia = await aPayer({ firstName: 'Mia', payerId: dead.id })
    const own = await aClaim({ memberId: heir.id })
    const hers = await aClaim({ memberId: mia.id, payerId: dead.id, amountInCent: 1000 })
    const [before, after] = [await aRun(), await aRun()]
    const debit = await aDebit(hers, before, -1000)
    await aDebit(own, before)
    await rows(`UPDATE members SET membership_state = 'Died' WHERE id = ${dead.id}`)
    await rows(`UPDATE members SET payer_id = ${heir.id} WHERE id = ${mia.id}`)
    // The earlier debit was from the account of the payer who died.
    const [first] = await json(notice(before, [heir.id]))
    expect(first.claims).toMatchObject([{ claimId: own, openInCent: 2000 }])
    await aBooking(hers, { kind: 'returned', amountInCent: 1000, runId: before, reversesId: debit })
    const late = await aClaim({
      memberId: (await aMember({ payerId: heir.id })).id,
      payerId: heir.id,
    })
    await aDebit(late, after)
    const same = { kind: 'collected', runId: after, day: '2027-02-01' } as const
    const mandateId = `M${heir.memberNumber}-20140201`
    await aBooking(hers, { ...same, amountInCent: -1000, mandateId })
    const [second] = await json(notice(after, [heir.id]))
    expect(second.claims).toMatchObject([
      { claimId: hers, openInCent: 1000 },
      { claimId: late, openInCent: 2000 },
    ])
  })

  test('A debit notice is rejected if its SEPA file is missing, voided or of another year, or its due date past or not that of the file (422)', async () => {
    const rosa = await aPayer()
    const run = await aRun()
    await aDebit(await aClaim({ memberId: rosa.id }), run)
    const missing = await writeLetters({ kind: 'notice', payerIds: [rosa.id] })
    expect(await refusedFields(missing)).toEqual({ runId: 'Wähle die Datei.' })
    const gone = await refusedFields(await notice(77, [rosa.id]))
    expect(gone).toEqual({ runId: 'Diese Datei gibt es für 2027 nicht.' })
    const otherYear = await notice(await aRun({ year: 2026 }), [rosa.id])
    expect(Object.keys(await refusedFields(otherYear))).toEqual(['runId'])
    expect(await refusedFields(await notice(run, [rosa.id], '2027-02-02'))).toEqual({
      dueOn: 'Diese Datei ist am 01.02.2027 fällig.',
    })
    const past = await notice(await aRun({ dueDate: '2027-01-15' }), [rosa.id], '2027-01-15')
    expect(Object.keys(await refusedFields(past))).toEqual(['dueOn'])
    await rows(`UPDATE sepa_runs SET voided_at = '2027-01-16T12:00:00Z' WHERE id = ${run}`)
    expect(await refusedFields(await notice(run, [rosa.id]))).toEqual({
      runId: 'Diese Datei wurde verworfen.',
    })
    expect(await storedLetters()).toEqual([])
  })
})

describe('reminders', () => {
  const remind = (payerIds: number[], more: object = {}) =>
    writeLetters({ kind: 'reminder', payerIds, ...more })

  test('Each reminder has the next step and is rejected until the one before is past its due date; after the third none is accepted', async () => {
    const rosa = await aPayer({ memberNumber: 4711 })
    const now = await aClaim({ memberId: rosa.id })
    const before = await aClaim({ memberId: rosa.id, year: 2026, amountInCent: 1800 })
    await writeLetters({ payerIds: [rosa.id], dueOn: '2027-01-30' })
    const steps: number[] = []
    for (const [day, dueOn] of [
      ['2027-01-31', '2027-02-14'],
      ['2027-02-15', '2027-03-01'],
      ['2027-03-02', '2027-03-16'],
    ]) {
      // On the due date itself it is too early.
      await continueAt(new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString())
      expect((await refusedRows(await remind([rosa.id], { dueOn })))[0].code).toBe('NotYet')
      await continueAt(`${day}T12:00:00Z`)
      const [letter] = await json(remind([rosa.id], { dueOn }))
      steps.push(letter.step)
      expect([letter.year, letter.claims]).toMatchObject([
        2027,
        [
          { claimId: now, year: 2027, openInCent: 2000 },
          { claimId: before, year: 2026, openInCent: 1800 },
        ],
      ])
    }
    expect(steps).toEqual([1, 2, 3])
    await continueAt('2027-04-01T12:00:00Z')
    expect((await refusedRows(await remind([rosa.id], { dueOn: '2027-04-15' })))[0].message).toBe(
      'Rosa Abele hat die Letzte Mahnung vom 02.03.2027 schon. Danach kommt keine mehr.',
    )
    expect((await list()).map(({ step }: { step: number }) => step)).toEqual([3, 2, 1, 0])
  })

  test('Once a fee that was reminded of is paid, the reminders of a later fee start again with the first step', async () => {
    const rosa = await aPayer()
    const before = await aClaim({ memberId: rosa.id, year: 2026 })
    await remind([rosa.id])
    await continueAt('2027-01-31T12:00:00Z')
    const due = { dueOn: '2027-02-20' }
    expect(await json(remind([rosa.id], due))).toMatchObject([{ step: 2, year: 2026 }])
    await aBooking(before, {})
    expect((await refusedRows(await remind([rosa.id], due)))[0].message).toBe(
      'Rosa Abele hat nichts offen.',
    )
    await aClaim({ memberId: rosa.id })
    expect(await json(remind([rosa.id], due))).toMatchObject([{ step: 1, year: 2027 }])
  })

  test('If the record of a payer is deleted by a merge at the same moment, a fee letter to the payer is rejected and nothing is stored', async () => {
    const rosa = await aPayer()
    const other = await aPayer()
    await aClaim({ memberId: rosa.id })
    const database = overtakenBefore('insert into "guards"', async () => {
      await rows(`UPDATE fee_claims SET member_id = ${other.id}, payer_id = ${other.id}`)
      await rows(`DELETE FROM members WHERE id = ${rosa.id}`)
    })
    const body = { kind: 'invoice', year: 2027, payerIds: [rosa.id], channel: 'letter' }
    const response = await call(
      'POST',
      '/api/billing/letters',
      { ...body, dueOn: '2027-01-30' },
      { token: manager.token, database },
    )
    expect((await refusedRows(response))[0]).toMatchObject({ id: rosa.id, code: 'NotFound' })
    expect(await storedLetters()).toEqual([])
  })

  test('Of simultaneous reminders to one payer only one is stored', async () => {
    const rosa = await aPayer()
    const xaver = await aPayer({ firstName: 'Xaver' })
    for (const { id } of [rosa, xaver]) await aClaim({ memberId: id })
    const answers = await Promise.all([
      remind([rosa.id, xaver.id]),
      remind([xaver.id]),
      remind([rosa.id]),
    ])
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const written = await rows<{ payer: number; n: number }>(
      'SELECT payer_id AS payer, count(*) AS n FROM fee_letters GROUP BY payer_id',
    )
    expect(written.every(({ n }) => n === 1)).toBe(true)
  })
})

describe('voiding a printed fee letter', () => {
  const setVoided = (ids: number[], voided = true, token = manager.token) =>
    ask('POST', '/api/billing/letters/void', { ids, voided }, token)
  const idOf = async (response: Promise<Response>): Promise<number> => (await json(response))[0].id
  const events = () =>
    rows(`SELECT changes FROM audit_entries WHERE entity = 'feeLetter' ORDER BY id DESC`)

  test('A voided letter is still listed, but no longer prevents the next letter', async () => {
    const rosa = await aPayer()
    await aClaim({ memberId: rosa.id })
    const invoice = await idOf(writeLetters({ payerIds: [rosa.id] }))
    await refusedRows(await writeLetters({ payerIds: [rosa.id] }))
    expect((await setVoided([invoice])).status).toBe(204)
    expect(await list()).toMatchObject([{ id: invoice, voidedAt: `${today}T12:00:00.000Z` }])
    const [event] = await events()
    expect(event).toEqual({ changes: '{"count":[null,1],"voided":[null,true]}' })
    // Voiding again changes nothing and writes no history.
    await continueAt('2027-01-17T12:00:00.000Z')
    expect((await setVoided([invoice])).status).toBe(204)
    expect(await list()).toMatchObject([{ voidedAt: `${today}T12:00:00.000Z` }])
    expect(await events()).toHaveLength(2)
    // The next letter is accepted again.
    expect(await writeLetters({ payerIds: [rosa.id] }).then(({ status }) => status)).toBe(201)
  })

  test('While a reminder is voided, it does not count as a step', async () => {
    const rosa = await aPayer()
    await aClaim({ memberId: rosa.id })
    const first = await idOf(writeLetters({ kind: 'reminder', payerIds: [rosa.id] }))
    await setVoided([first])
    const [again] = await json(writeLetters({ kind: 'reminder', payerIds: [rosa.id] }))
    expect(again.step).toBe(1)
    // Restored, it counts again, so the next one is the second.
    expect((await setVoided([first], false)).status).toBe(204)
    expect((await list()).map(({ voidedAt }: { voidedAt: null }) => voidedAt)).toEqual([null, null])
    await continueAt('2027-02-20T12:00:00.000Z')
    const next = await json(
      writeLetters({ kind: 'reminder', payerIds: [rosa.id], dueOn: '2027-03-10' }),
    )
    expect(next).toMatchObject([{ step: 2 }])
  })

  test('If a request to void letters contains one that was mailed or is unknown, none of them is voided', async () => {
    configure({ MAIL_FROM: 'zunft@example.de' })
    const [rosa, ida] = [await aPayer(), await aPayer()]
    for (const { id } of [rosa, ida]) await aClaim({ memberId: id })
    const printed = await idOf(writeLetters({ payerIds: [rosa.id] }))
    const mailed = await idOf(writeLetters({ payerIds: [ida.id], channel: 'mail' }))
    const refused = await refusedRows(await setVoided([printed, mailed, 4711]), 2)
    expect(refused.map(({ id }: { id: number }) => id)).toEqual([mailed, 4711])
    expect((await list()).every(({ voidedAt }: { voidedAt: null }) => voidedAt === null)).toBe(true)
    expect(await events()).toHaveLength(2)
    expect((await setVoided([])).status).toBe(422)
  })

  test('Only management may void fee letters (403)', async () => {
    const { token } = await signedIn('readonly')
    expect((await setVoided([1], true, token)).status).toBe(403)
  })
})

describe('fee letters by mail', () => {
  beforeEach(() => {
    configure({ MAIL_FROM: 'umzug@zunft.example' })
  })

  test('Without a mail provider, rejects fee letters by mail (409 MailUnavailable) and stores nothing', async () => {
    configure({ MAIL_FROM: '' })
    const rosa = await aPayer()
    await aClaim({ memberId: rosa.id })
    const response = await writeLetters({ payerIds: [rosa.id], channel: 'mail' })
    expect([response.status, (await json(response)).error.code]).toEqual([409, 'MailUnavailable'])
    expect(await storedLetters()).toEqual([])
  })

  test("The mail of an invoice contains fees, total, due date and the guild's account", async () => {
    const rosa = await aPayer({ memberNumber: 4711, lastName: 'Äbele' })
    const mia = await aMember({ firstName: 'Mia', lastName: 'Äbele', payerId: rosa.id })
    await aClaim({ memberId: rosa.id })
    await aClaim({ memberId: mia.id, payerId: rosa.id, amountInCent: 1050 })
    const [letter] = await json(writeLetters({ payerIds: [rosa.id], channel: 'mail' }))
    expect(letter.mailState).toBe('waiting')
    expect(sent).toMatchObject([
      {
        to: rosa.eMail,
        subject: 'Rechnung: Mitgliedsbeitrag 2027',
        replyTo: 'kasse@zunft.example',
      },
    ])
    const text = sent[0]?.text.replaceAll('\u00a0', ' ')
    for (const expectedText of [
      'Hallo Rosa,',
      '- 2027, Rosa Äbele\n  20,00 €',
      '- 2027, Mia Äbele\n  10,50 €',
      '30,50 €, zu zahlen bis 30.01.2027',
      'Empfänger: Narrenzunft Schellental e.V.',
      'IBAN: DE02 1203 0000 0000 2020 51',
      'Verwendungszweck: MB2027-4711 Mitgliedsbeitrag Rosa Äbele',
    ]) {
      expect(text).toContain(expectedText)
    }
    expect(await list()).toMatchObject([{ mailState: 'sent' }])
    await runCron()
    expect(sent).toHaveLength(1)
  })

  test("The mail of a debit notice contains mandate, creditor and the last digits of the IBAN, but not the guild's account", async () => {
    const rosa = await aPayer({ memberNumber: 4711 })
    const run = await aRun()
    await aDebit(await aClaim({ memberId: rosa.id }), run)
    const body = { kind: 'notice', runId: run, payerIds: [rosa.id], dueOn: '2027-02-01' }
    await writeLetters({ ...body, channel: 'mail' })
    const text = sent[0]?.text.replaceAll('\u00a0', ' ') ?? ''
    for (const expectedText of [
      '20,00 € werden am 01.02.2027 eingezogen',
      'IBAN endet auf 3000',
      'Mandatsreferenz: M4711-20140201',
      'Gläubiger-ID: DE98ZZZ09999999999',
    ]) {
      expect(text).toContain(expectedText)
    }
    expect(text).not.toContain('DE89')
    expect(text).not.toContain('2020 51')
  })

  test.each([
    ['the fee was paid', (claim: number) => aBooking(claim, {})],
    ['the payer died', () => rows(`UPDATE members SET membership_state = 'Died'`)],
  ])('A waiting mail with an invoice is skipped once %s', async (_, happens) => {
    const rosa = await aPayer()
    const claim = await aClaim({ memberId: rosa.id })
    answer = () => {
      throw new Error('later')
    }
    const log = console.error
    console.error = () => {}
    await writeLetters({ payerIds: [rosa.id], channel: 'mail' })
    console.error = log
    expect(await list()).toMatchObject([{ mailState: 'waiting' }])
    answer = () => {}
    await happens(claim)
    await continueAt(`${today}T13:00:00Z`)
    await runCron()
    expect(sent).toEqual([])
    expect(await list()).toMatchObject([{ mailState: 'skipped' }])
  })

  test('A waiting mail with a debit notice is skipped once its SEPA file is voided', async () => {
    const rosa = await aPayer()
    const claim = await aClaim({ memberId: rosa.id })
    const run = await aRun()
    const debit = await aDebit(claim, run)
    answer = () => {
      throw new Error('later')
    }
    const log = console.error
    console.error = () => {}
    await writeLetters({
      kind: 'notice',
      runId: run,
      payerIds: [rosa.id],
      dueOn: '2027-02-01',
      channel: 'mail',
    })
    console.error = log
    answer = () => {}
    await rows(`UPDATE sepa_runs SET voided_at = '2027-01-16T12:00:00Z' WHERE id = ${run}`)
    await aBooking(claim, { kind: 'undone', amountInCent: 2000, runId: run, reversesId: debit })
    await continueAt(`${today}T13:00:00Z`)
    await runCron()
    expect(await list()).toMatchObject([{ mailState: 'skipped' }])
  })
})

describe('rights for fee letters', () => {
  test('Management can list and write fee letters, readonly users only list them, helpers neither (403)', async () => {
    const rosa = await aPayer()
    await aClaim({ memberId: rosa.id })
    const reader = await signedIn('readonly')
    expect((await ask('GET', '/api/billing/letters', undefined, reader.token)).status).toBe(200)
    const body = {
      kind: 'invoice',
      year: 2027,
      payerIds: [rosa.id],
      channel: 'letter',
      dueOn: today,
    }
    expect((await ask('POST', '/api/billing/letters', body, reader.token)).status).toBe(403)
    const helper = await signedIn('helper')
    expect((await ask('GET', '/api/billing/letters', undefined, helper.token)).status).toBe(403)
  })
})
