import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { camt, guildIban, line, sample, xmlFile } from '#tests/support/statements/camt.ts'
import { aBooking, aClaim, aRun } from '#tests/support/statements/known.ts'
import { matchEntries } from '#web/billing/statement/match-entries.ts'
import type { Proposal } from '#web/billing/statement/proposal.ts'
import { readStatement } from '#web/billing/statement/read-statement.ts'
import type { FeeClaim, FeeRunSummary } from '#worker/billing/billing.contract.ts'

// Statements as real banks and payers write them, each with the expected proposal.

const today = '2026-11-25'
const euro = (text: string) => `${text}\u00a0€`

type Person = { number: number; lastName: string; firstName?: string; iban?: string }

/** The fee that a person owes; by default 15,00 € for 2025. */
function owed(person: Person, changes: Partial<FeeClaim> = {}): FeeClaim {
  const { number, lastName, firstName = 'Kuno', iban = '' } = person
  const member = { id: number + 5000, memberNumber: number, lastName, firstName, birthday: null }
  const year = changes.year ?? 2025
  return aClaim({
    member,
    id: year * 10_000 + number,
    year,
    amountInCent: 1500,
    payerIban: iban,
    ...changes,
  })
}

const read = (...texts: string[]) =>
  readStatement(
    texts.map((text) => xmlFile(text)),
    guildIban,
  )

type Known = { claims: FeeClaim[]; runs?: FeeRunSummary[]; now?: string }

async function proposals(texts: string | string[], { claims, runs = [], now = today }: Known) {
  const { entries } = await read(...[texts].flat())
  return matchEntries(entries, { claims, runs, today: now })
}

async function only(texts: string | string[], known: Known): Promise<Proposal> {
  const [found, ...others] = await proposals(texts, known)
  if (!found || others.length > 0) throw new Error('Not one line')
  return found
}

const partsOf = (found: Proposal) =>
  'parts' in found
    ? found.parts.map(({ claim, amountInCent }) => [claim.payer.memberNumber, amountInCent])
    : []

const isTicked = (found: Proposal) => 'isSure' in found && found.isSure

const [jager, kolb] = [
  { number: 128, lastName: 'Jager' },
  { number: 179, lastName: 'Kolb' },
]

describe('a payment reference', () => {
  test.each([
    'reference-in-transaction-text',
    'reference-in-structured-text',
    'reference-as-end-to-end-id',
    'reference-with-slash',
    'leading-zeros',
  ])(
    'A reference is found in each field in which a bank or a payer may put it: %s',
    async (name) => {
      const found = await only(sample(`${name}.xml`), { claims: [owed(jager), owed(kolb)] })
      expect(found).toMatchObject({ group: 'transfers', isSure: true, note: 'Kennung MB2025-128' })
      expect(partsOf(found)).toEqual([[128, 1500]])
    },
  )

  test.each([
    ['InstrId', '<Refs><InstrId>MB2025-128</InstrId></Refs>'],
    [
      'the reference of a creditor',
      '<RmtInf><Strd><CdtrRefInf><Ref>MB2025128</Ref></CdtrRefInf></Strd></RmtInf>',
    ],
    ['a document', '<RmtInf><Strd><RfrdDocInf><Nb>MB2025-128</Nb></RfrdDocInf></Strd></RmtInf>'],
    [
      'the ultimate debtor',
      '<RltdPties><UltmtDbtr><Nm>MB2025-128 Jager</Nm></UltmtDbtr></RltdPties>',
    ],
  ])('A reference of a fee is found in %s', async (_where, details) => {
    const text = camt([ofDetails(details)])
    expect(partsOf(await only(text, { claims: [owed(jager)] }))).toEqual([[128, 1500]])
  })

  test('A reference in the text of a bank entry is used only if the entry is a single payment', async () => {
    const claims = [owed(jager)]
    const text = (details: string) =>
      camt([
        ofDetails(details).replace(
          '</NtryDtls>',
          '</NtryDtls><AddtlNtryInf>MB2025-128</AddtlNtryInf>',
        ),
      ])
    expect(isTicked(await only(text('<Refs/>'), { claims }))).toBe(true)
    const part = '<Amt Ccy="EUR">15.00</Amt>'
    const found = await proposals(text(`${part}</TxDtls><TxDtls>${part}`), { claims })
    expect(found).toMatchObject([{ group: 'unmatched' }, { group: 'unmatched' }])
  })

  test.each([
    ...['MB2025/128', 'MB 2025 128', 'MB2025128', 'MB2025.128', 'mb2025-128', 'Mb 2025 / 128'],
    ...[
      'MB2025–128',
      'MB2025—128',
      'MB2025‑128',
      'MB2025−128',
      'MB2025﹣128',
      'MB2025－128',
      'MB-2025-128',
    ],
    ...[
      'MB2025_128',
      'MB2025:128',
      'MB2025-0128',
      'ＭＢ２０２５-１２８',
      'BeitragMB2025-128',
      'SVWZ+MB2025-128',
    ],
    ...['MB2025#128', 'MB2025-Nr. 128', 'MB 2025 / Nr 128', 'MB2025 Mitglied 128', 'MB2025|128'],
    ...[
      'MB\u00a02025\u2009128',
      'MB2025\u200b-128',
      'MB2025-1\u00ad28',
      'MB2025-12\ufeff8',
      '\u200eMB2025-128\u200f',
    ],
  ])('A reference is recognised with any separator: "%s"', async (purpose) => {
    const found = await only(camt([transfer({ purpose })]), { claims: [owed(jager)] })
    expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2025-128' })
  })

  test.each([
    'GmbH 2025-128',
    'im B 2025 128',
    'MB2025',
    'Nr. 2025-128',
    'MB20251',
    'MB 20 25, 128',
  ])('A text that only resembles a reference is left unticked: "%s"', async (purpose) => {
    const found = await only(camt([transfer({ purpose })]), { claims: [owed(jager)] })
    expect(isTicked(found)).toBe(false)
  })

  test('If digits after a space may belong to the reference (24 or 242), the line is unticked and the note mentions both members', async () => {
    const angele = {
      ...{ number: 24, lastName: 'Angele', firstName: 'Rosa' },
      iban: 'DE76999900020044218439',
    }
    const claims = [
      owed(angele, { year: 2026 }),
      owed({ number: 242, lastName: 'Fremd' }, { year: 2026, amountInCent: 2000 }),
    ]
    const found = await only(sample('number-behind-reference.xml'), { claims })
    expect(found).toMatchObject({ group: 'transfers', isSure: false })
    expect(partsOf(found)).toEqual([[24, 2000]])
    expect(found.note).toContain('MB2026-24 (Angele, Rosa) oder MB2026-242 (Fremd, Kuno)')
    expect(found.note).toContain(`offen sind ${euro('15,00')}: ${euro('5,00')} werden Guthaben`)
  })

  test('Digits after a space are not read as part of a reference if no fee belongs to the longer number', async () => {
    const angele = { number: 24, lastName: 'Angele', firstName: 'Rosa' }
    const found = await only(sample('number-behind-reference.xml'), {
      claims: [owed(angele, { year: 2026, amountInCent: 2000 })],
    })
    expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2026-24' })
  })

  test('If a reference fits only with the digits after a space, it is ticked only if account or name confirm it or no text follows', async () => {
    const fremd = { number: 242, lastName: 'Fremd', iban: 'DE94999900020087406104' }
    const claims = [owed(fremd), owed({ number: 1215, lastName: 'Kolb' })]
    const known = async (changes: Parameters<typeof transfer>[0]) => {
      const found = await only(camt([transfer(changes)]), { claims })
      return [isTicked(found), found.note]
    }
    const unknownNote = (reference: string) =>
      `Zu ${reference} gibt es hier keinen Beitrag. Prüfe, wer gemeint ist.`
    for (const purpose of ['MB2025-24 2 Personen', 'MB2025-24</Ustrd><Ustrd>2 Personen']) {
      expect(await known({ purpose })).toEqual([
        false,
        `Kennung MB2025-242. ${unknownNote('MB2025-24')}`,
      ])
    }
    expect(await known({ purpose: 'MB2025-12 15,00' })).toEqual([
      false,
      `Kennung MB2025-1215. ${unknownNote('MB2025-12')}`,
    ])
    expect(await known({ purpose: 'MB2025-24</Ustrd><Ustrd>2 Fremd' })).toEqual([
      true,
      'Kennung MB2025-242',
    ])
    expect((await known({ purpose: 'MB2025-24 2 Personen', iban: fremd.iban }))[0]).toBe(true)
    expect((await known({ purpose: 'MB2025-24</Ustrd><Ustrd>2' }))[0]).toBe(true)
  })

  test.each(['MB2026/27-128', 'MB 2026/2027 - 128', 'MB2026/27 128', 'MB2026-27-128'])(
    'A season such as 2026/27 is not read as member number 27: "%s"',
    async (purpose) => {
      const others = [27, 2027].map((number) => owed({ number, lastName: 'Kolb' }, { year: 2026 }))
      for (const year of [2026, 2027]) {
        const claims = [owed(jager, { year }), ...others]
        const found = await only(camt([transfer({ purpose })]), { claims })
        expect(isTicked(found)).toBe(false)
        expect(found.note).toContain(`MB${year}-128 (Jager, Kuno)`)
      }
    },
  )

  test("If another member pays a member's fee, that member's reference matches the fee", async () => {
    const father = owed(kolb, { amountInCent: 4000 })
    const child = owed(jager, { payer: father.payer })
    const claims = [father, child]
    const found = await only(camt([transfer({ purpose: 'MB2025-128' })]), { claims })
    expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2025-128' })
    expect('parts' in found && found.parts).toMatchObject([{ claim: { id: child.id } }])
    const both = camt([transfer({ purpose: 'MB2025-179 MB2025-128', euros: '55.00' })])
    expect(await only(both, { claims })).toMatchObject({ isSure: true })
    // A member who pays for others and whose own fee is paid by another is ambiguous.
    const grandchild = owed({ number: 200, lastName: 'Enkel' }, { payer: child.member })
    const text = camt([transfer({ purpose: 'MB2025-128' })])
    expect(isTicked(await only(text, { claims: [father, child, grandchild] }))).toBe(false)
  })

  test('A reference broken over two lines is proposed, unticked, for the member whose name is in the text', async () => {
    const claims = [
      owed({ number: 9, lastName: 'Angele' }, { year: 2026 }),
      owed({ number: 90, lastName: 'Pfleiderer' }, { year: 2026 }),
    ]
    const found = await only(sample('wrapped-reference.xml'), { claims })
    expect(found).toMatchObject({ group: 'transfers', isSure: false })
    expect(partsOf(found)).toEqual([[90, 1500]])
    expect(found.note).toMatch(
      /^Passt zu mehreren: MB2026-9 \(Angele, Kuno\) oder MB2026-90 \(Pfleiderer/,
    )
  })

  test.each([
    [
      'two texts of a structure',
      '<Strd><AddtlRmtInf>MB2026-9</AddtlRmtInf><AddtlRmtInf>0 P</AddtlRmtInf></Strd>',
    ],
    [
      'two structures',
      '<Strd><AddtlRmtInf>MB2026-9</AddtlRmtInf></Strd><Strd><AddtlRmtInf>0</AddtlRmtInf></Strd>',
    ],
    ['the marks of MT940', '<Ustrd>?20Beitrag MB2026-9?210 Pfleiderer</Ustrd>'],
    ['one text with a break', '<Ustrd>MB2026-9\n0 Pfleiderer</Ustrd>'],
  ])('A reference broken over %s is proposed, but left unticked', async (_where, details) => {
    const claims = [9, 90].map((number) => owed({ number, lastName: 'Angele' }, { year: 2026 }))
    const found = await only(camt([ofDetails(`<RmtInf>${details}</RmtInf>`)]), { claims })
    expect(found).toMatchObject({ group: 'transfers', isSure: false })
    expect(found.note).toMatch(/MB2026-9 .* oder MB2026-90 /)
  })

  test('If a second number may be a reference as well, the line is unticked and both fees are proposed', async () => {
    const claims = [owed(jager), owed(kolb)]
    for (const purpose of [
      'MB2025-128 und 179',
      'MB2025-128/179',
      'MB2025-128, 179',
      'MB2025-128+179',
    ]) {
      const found = await only(camt([transfer({ purpose, euros: '30.00' })]), { claims })
      expect(found).toMatchObject({ group: 'transfers', isSure: false })
      expect(partsOf(found)).toEqual([
        [128, 1500],
        [179, 1500],
      ])
    }
  })

  test.each(['MB2025-128, 15,00 Euro', 'MB2025-128, 24.11.2026', 'MB2025-128-2'])(
    'An amount, a date or a collection number after a reference is not read as a second one: "%s"',
    async (purpose) => {
      const others = [15, 24, 2].map((number) => owed({ number, lastName: 'Kolb' }))
      const found = await only(camt([transfer({ purpose })]), { claims: [owed(jager), ...others] })
      expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2025-128' })
    },
  )

  test('If two payers have the same reference, the line is unticked', async () => {
    const twice = [owed(jager), owed({ ...jager, lastName: 'Kolb' }, { id: 7 })]
    const [one, other] = twice
    if (!one || !other) throw new Error('Two claims')
    const claims = [one, { ...other, payer: { ...other.payer, id: 1 } }]
    expect(isTicked(await only(sample('leading-zeros.xml'), { claims }))).toBe(false)
  })
})

describe('several references in one payment', () => {
  const two = sample('two-references.xml')

  test('Several references in one payment are ticked if the amount is the sum of their open fees', async () => {
    const found = await only(two, { claims: [owed(jager), owed(kolb)] })
    expect(found).toMatchObject({ isSure: true, note: 'Kennungen MB2025-128 und MB2025-179' })
    expect(partsOf(found)).toEqual([
      [128, 1500],
      [179, 1500],
    ])
    const unequal = [owed(jager, { amountInCent: 1000 }), owed(kolb, { amountInCent: 2000 })]
    expect(partsOf(await only(two, { claims: unequal }))).toEqual([
      [128, 1000],
      [179, 2000],
    ])
  })

  test('If the amount is not the sum of several references, all their fees are proposed, unticked', async () => {
    const claims = [owed(jager, { amountInCent: 2000 }), owed(kolb)]
    const found = await only(two, { claims })
    expect(found).toMatchObject({
      isSure: false,
      note: `Kennungen MB2025-128 und MB2025-179, aber offen sind ${euro('35,00')}: ${euro('5,00')} bleiben offen.`,
    })
  })

  test('If one of several references has no fee, the line is unticked even if the sum fits', async () => {
    const claims = [owed(jager, { amountInCent: 3000 })]
    const found = await only(two, { claims })
    expect(found).toMatchObject({ isSure: false })
    expect(found.note).toContain('Zu MB2025-179 gibt es hier keinen Beitrag.')
  })

  test('If the fee of one of several references is paid, the line is unticked', async () => {
    const paid = owed(kolb, { bookings: [aBooking({ amountInCent: -1500, day: '2026-01-02' })] })
    const found = await only(two, { claims: [owed(jager, { amountInCent: 3000 }), paid] })
    expect(found).toMatchObject({ isSure: false })
    expect(found.note).toContain('Für MB2025-179 ist nichts mehr offen.')
  })

  test('The same reference given twice counts once', async () => {
    const purpose = 'MB2025-128 Beitrag mb 2025/128'
    const text = camt([transfer({ purpose, endToEndId: 'MB2025-128' })])
    expect(await only(text, { claims: [owed(jager)] })).toMatchObject({
      isSure: true,
      note: 'Kennung MB2025-128',
    })
  })
})

describe('a batch of payments booked as one sum', () => {
  const iban = 'DE94999900020087406104'
  const owes30 = owed({ ...jager, iban }, { amountInCent: 3000 })
  const part = (text: string, more = '') =>
    `${more}<RltdPties><DbtrAcct><Id><IBAN>${text === 'first' ? iban : ''}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>`
  const ofParts = (parts: string, before = '') =>
    camt([ofDetails(parts).replace('15.00', '30.00').replace('<NtryDtls>', `<NtryDtls>${before}`)])

  test.each([
    ['by reference', ofParts(`${part('MB2025-128')}</TxDtls><TxDtls>${part('MB2025-7')}`)],
    ['by account', ofParts(`${part('first')}</TxDtls><TxDtls>${part('other')}`)],
    [
      'of which the bank gives the details of one',
      ofParts(part('first'), '<Btch><NbOfTxs>2</NbOfTxs></Btch>'),
    ],
    ['of which one has an amount', ofParts(part('first', '<Amt Ccy="EUR">15.00</Amt>'))],
  ])('A batch booked as one sum is never ticked for its first payment: %s', async (_how, text) => {
    const found = await only(text, { claims: [owes30] })
    expect(isTicked(found)).toBe(false)
    expect(found.note).toContain('Die Bank nennt nur die Summe mehrerer Zahlungen')
  })

  test('A batch booked as one sum is proposed, unticked, for all references in it', async () => {
    const text = ofParts(`${part('MB2025-128')}</TxDtls><TxDtls>${part('MB2025-179')}`)
    const found = await only(text, { claims: [owed(jager), owed(kolb)] })
    expect(found).toMatchObject({ isSure: false })
    expect(partsOf(found)).toEqual([
      [128, 1500],
      [179, 1500],
    ])
  })

  test('A line with the amount 0 is listed as not matched', async () => {
    const found = await only(camt([transfer({ purpose: 'MB2025-128', euros: '0.00' })]), {
      claims: [owed(jager)],
    })
    expect(found).toMatchObject({ group: 'unmatched', note: 'Der Betrag ist 0.' })
  })
})

describe('a hint at another person', () => {
  const iban = 'DE94999900020087406104'
  const gaupp = { number: 7, lastName: 'Gaupp', firstName: 'Holger', iban }
  const [mine, theirs] = [owed(jager), owed(gaupp)]

  test.each([
    ['the account', { iban }, 'Das Konto gehört'],
    ['the name of the payer', { name: 'HOLGER GAUPP' }, 'Der Name gehört'],
    [
      'a name in the purpose',
      { purpose: 'MB2025-128 für Holger Gaupp' },
      'Ein Name im Zweck gehört',
    ],
  ])(
    'If a reference contradicts %s, the line is unticked with a warning',
    async (_what, changes, words) => {
      const text = camt([transfer({ purpose: 'MB2025-128', ...changes })])
      const found = await only(text, { claims: [mine, theirs] })
      expect(found).toMatchObject({ group: 'transfers', isSure: false })
      expect(partsOf(found)).toEqual([[128, 1500]])
      expect(found.note).toBe(
        `Kennung MB2025-128. ${words} aber zu Gaupp, Holger, offen sind dort ${euro('15,00')}. Prüfe, wer gemeint ist.`,
      )
      // A payer without an open fee may be paying for another member.
      const paid = owed(gaupp, { bookings: [aBooking({ amountInCent: -1500, day: '2026-01-02' })] })
      expect(isTicked(await only(text, { claims: [mine, paid] }))).toBe(true)
    },
  )

  test("A known account does not suffice if the reference is unknown or the name is another payer's: the line is unticked", async () => {
    const claims = [mine, theirs]
    const unknown = camt([transfer({ iban, purpose: 'MB2025-999' })])
    expect(await only(unknown, { claims })).toMatchObject({
      isSure: false,
      note: 'Konto bekannt. Zu MB2025-999 gibt es hier keinen Beitrag. Prüfe, wer gemeint ist.',
    })
    const name = camt([transfer({ iban, name: 'Jager Kuno' })])
    expect(await only(name, { claims })).toMatchObject({ isSure: false })
  })

  test('A transfer from an account whose owner has no open fee is unmatched, and the note mentions the owner', async () => {
    const paid = owed(gaupp, { bookings: [aBooking({ amountInCent: -1500, day: '2026-01-02' })] })
    expect(await only(camt([transfer({ iban })]), { claims: [paid] })).toMatchObject({
      group: 'unmatched',
      note: 'Das Konto gehört zu Gaupp, Holger: nichts mehr offen. Prüfe, ob zweimal bezahlt wurde.',
    })
  })

  test('A valid reference is ticked even if a namesake of its member has an open fee', async () => {
    const son = owed({ ...jager, number: 300 })
    const purpose = 'MB2025-128 Mitgliedsbeitrag Kuno Jager'
    const found = await only(camt([transfer({ purpose })]), { claims: [mine, son] })
    expect(found).toMatchObject({ isSure: true })
  })

  test('If an amount equals one open fee and also the sum of two others, the line is unticked', async () => {
    const claims = [3500, 2000, 1500].map((amountInCent, index) =>
      owed(gaupp, { amountInCent, year: 2024 + index }),
    )
    const found = await only(camt([transfer({ iban, euros: '35.00' })]), { claims })
    expect(found).toMatchObject({ group: 'transfers', isSure: false })
  })

  test("If two members have the payer's name, the note mentions both and the line is unticked", async () => {
    const claims = [owed(jager), owed({ ...jager, number: 300 }, { amountInCent: 2000 })]
    const found = await only(camt([transfer({ name: 'Kuno Jager', euros: '20.00' })]), { claims })
    expect(found).toMatchObject({ isSure: false })
    expect(found.note).toContain('Jager, Kuno (MB2025-128) und Jager, Kuno (MB2025-300)')
    expect(partsOf(found)).toEqual([[300, 2000]])
  })
})

test('Payers are found by name in any spelling, but a line that matches by name alone is never ticked', async () => {
  const people: [string, string][] = [
    ['Işıl', 'Yılmaz'],
    ['Paweł', 'Głowacki'],
    ['Jørgen', 'Sørensen'],
    ['Tomáš', 'Dvořák'],
    ['Đuro', 'Babić'],
    ['Zoë', 'Weiß'],
  ]
  const claims = people.map(([firstName, lastName], index) =>
    owed({ number: 301 + index, firstName, lastName }, { year: 2026, amountInCent: 2000 }),
  )
  const found = await proposals(sample('spellings-of-names.xml'), { claims })
  const whom = [301, 302, 303, 303, 304, 305, 306, 305]
  expect(found.map(partsOf)).toEqual(whom.map((number) => [[number, 2000]]))
  expect(found.map(isTicked)).toEqual(whom.map(() => false))
})

describe('a returned debit', () => {
  const debit = aBooking({
    id: 5,
    kind: 'collected',
    amountInCent: -2000,
    day: '2026-11-16',
    runId: 7,
    endToEndId: 'MB2025-109',
    mandateId: 'M109',
  })
  const angele = { number: 109, lastName: 'Angele', firstName: 'Günther' }
  const collected = (number = 109, endToEndId = `MB2025-${number}`) =>
    owed(
      { ...angele, number },
      { amountInCent: 2000, bookings: [{ ...debit, id: number, endToEndId }] },
    )
  const known = { claims: [collected()], runs: [aRun()] }

  test('A line that the bank marks as a reversal is proposed, unticked, as the return of its debit', async () => {
    const found = await only(sample('reversed-debit.xml'), known)
    expect(found).toMatchObject({
      group: 'returns',
      isSure: false,
      note: 'Die Bank nimmt damit eine frühere Zeile zurück. Eingezogen am 16.11.2026, Kennung MB2025-109',
      debit: { endToEndId: 'MB2025-109', sumInCent: 2000 },
      entry: { reasonCode: 'AC04' },
    })
  })

  test('A reversal that fits no debit of the guild is not matched, and a note says so', async () => {
    const text = sample('reversed-debit.xml')
      .replace('MB2025-109', 'NOTPROVIDED')
      .replace('NRTI+109+00931', 'NTRF+100')
      .replace(/<RtrInf>.*<\/RtrInf>/, '')
    expect(await only(text, known)).toMatchObject({
      group: 'unmatched',
      note: 'Die Bank nimmt damit eine frühere Zeile zurück, die zu keinem Einzug passt. Prüfe, welche.',
    })
  })

  test('A returned debit is ticked if it has an EndToEndId; without one it is unticked if its text fits two debits', async () => {
    const claims = [collected(10), collected(109)]
    const back = { side: 'DBIT', reason: 'AM04', day: '2026-11-20' } as const
    const named = camt([line({ ...back, endToEndId: 'MB2025-10', purpose: 'MB2025-10 9' })])
    expect(await only(named, { ...known, claims })).toMatchObject({
      isSure: true,
      debit: { endToEndId: 'MB2025-10' },
    })
    const written = camt([line({ ...back, purpose: 'EREF+MB2025-10</Ustrd><Ustrd>9 MREF+M109' })])
    const found = await only(written, { ...known, claims })
    expect(found).toMatchObject({ group: 'returns', isSure: false })
    expect(found.note).toContain('MB2025-10 (Angele, Günther) oder MB2025-109 (Angele, Günther)')
  })
})

describe('a line dated tomorrow', () => {
  const claims = [owed(jager), owed(kolb)]

  test('A bank line dated tomorrow is listed unticked with the reason', async () => {
    expect(await only(sample('line-of-tomorrow.xml'), { claims })).toMatchObject({
      group: 'transfers',
      isSure: false,
      note: 'Die Bank bucht erst am 26.11.2026: Hake es an diesem Tag an. Kennung MB2025-128',
    })
  })

  test('A bank line dated tomorrow that matches nothing is listed with its date as well', async () => {
    const found = await only(sample('line-of-tomorrow.xml'), { claims: [] })
    expect(found).toMatchObject({ group: 'unmatched' })
    expect(found.note).toMatch(/^Die Bank bucht erst am 26\.11\.2026/)
  })

  test('A bank line dated tomorrow is ticked once its day has come, and does not reserve its fee before a line of today', async () => {
    const text = sample('line-of-tomorrow.xml')
    expect(isTicked(await only(text, { claims, now: '2026-11-26' }))).toBe(true)
    const both = [text, text.replace('2026-11-26', '2026-11-25').replace('Unbekannter', 'Anderer')]
    const found = await proposals(both, { claims })
    expect(found.map(isTicked)).toEqual([true, false])
  })
})

describe('equal lines', () => {
  const [first, second] = [sample('alike-first.xml'), sample('alike-second.xml')]
  const as053 = (text: string) =>
    text
      .replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt')
      .replaceAll('Ntfctn>', 'Stmt>')
      .replace('camt.054', 'camt.053')
  const unnamed = (text: string) => text.replace(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/, '')
  const gaupp = { number: 7, lastName: 'Gaupp', iban: 'DE94999900020087406104' }

  const keysIn = async (...texts: string[]) => (await read(...texts)).entries.map(({ key }) => key)
  const bookedAs = (keys: readonly string[]) =>
    owed(gaupp, {
      amountInCent: 4500,
      bookings: keys.map((bankKey, index) =>
        aBooking({ id: index + 1, amountInCent: -1500, bankKey }),
      ),
    })
  const doneIn = async (texts: string[], keys: readonly string[]) => {
    const found = await proposals(texts, { claims: [bookedAs(keys)] })
    return found.map(({ group }) => group === 'done')
  }

  test('Equal lines with different bank references are two payments', async () => {
    const { entries, doubled } = await read(first, second)
    expect(entries).toHaveLength(2)
    expect(doubled).toBe(0)
    const found = await proposals([first, second], {
      claims: [owed(gaupp), owed(gaupp, { year: 2026 })],
    })
    expect(found).toHaveLength(2)
  })

  test('Equal lines are one payment if they have the same bank reference, or if only one of the files has references', async () => {
    for (const other of [first, as053(first), unnamed(first), unnamed(as053(first))]) {
      for (const texts of [
        [first, other],
        [other, first],
      ]) {
        const { entries, doubled } = await read(...texts)
        expect(entries).toHaveLength(1)
        expect(doubled).toBe(1)
      }
    }
  })

  test('If one of two equal payments was booked, the bank references decide which of them is shown as booked', async () => {
    const keys = await keysIn(first)
    expect(await doneIn([first], keys)).toEqual([true])
    expect(await doneIn([as053(first)], keys)).toEqual([true])
    expect(await doneIn([unnamed(first)], keys)).toEqual([true])
    expect(await doneIn([second], keys)).toEqual([false])
    expect(await doneIn([first, second], keys)).toEqual([true, false])
  })

  test('A payment booked from a file without bank references is shown as booked in a file with them', async () => {
    const keys = await keysIn(unnamed(first))
    expect(await doneIn([first], keys)).toEqual([true])
    expect(await doneIn([first, second], keys)).toEqual([true, false])
  })

  test('A payment is shown as booked by its own bank reference as well as by that of its line', async () => {
    const both = first.replace('<Refs>', '<Refs><AcctSvcrRef>T1</AcctSvcrRef>')
    const ofPayment = unnamed(first).replace('<Refs>', '<Refs><AcctSvcrRef>T1</AcctSvcrRef>')
    const keys = await keysIn(both)
    for (const text of [first, ofPayment, both]) expect(await doneIn([text], keys)).toEqual([true])
    expect((await read(both, ofPayment, first)).entries).toHaveLength(1)
  })

  test('A line contained twice in a file is one payment if both have the same bank reference, and two if not', async () => {
    const ntry = /<Ntry>.*<\/Ntry>/.exec(first)?.[0] ?? ''
    expect(await keysIn(first.replace(ntry, ntry + ntry))).toEqual(await keysIn(first))
    const other = ntry.replace('2026112400000001', '2026112400000002')
    expect(await keysIn(first.replace(ntry, ntry + other))).toEqual(await keysIn(first, second))
    expect(await keysIn(unnamed(first).replace('<Ntry>', `${unnamed(ntry)}<Ntry>`))).toHaveLength(2)
  })

  test('Two equal payments of one batch count as two even if they have the same reference', async () => {
    const detail = /<TxDtls>.*<\/TxDtls>/.exec(first)?.[0] ?? ''
    const amount = '<Amt Ccy="EUR">15.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>'
    const part = detail.replace('</Refs>', `</Refs>${amount}`)
    const batch = first.replace(detail, part + part).replace('15.00', '30.00')
    const keys = await keysIn(batch)
    expect(new Set(keys).size).toBe(2)
    expect(await doneIn([batch], keys)).toEqual([true, true])
    expect(await doneIn([batch], keys.slice(1))).toEqual([false, true])
  })

  test.each(['NONREF', 'NOTPROVIDED', '0000000000', ' '])(
    'The placeholder "%s" does not count as a bank reference',
    async (text) => {
      expect(await keysIn(first.replace('2026112400000001', text))).toEqual(
        await keysIn(unnamed(first)),
      )
    },
  )

  /** The key format before the bank's reference became part of the key. */
  test('For a payment without a bank reference the key is computed as in older releases', async () => {
    const parts = ['', '', 'HOLGERGAUPP', 'MITGLIEDSBEITRAG']
    const text = JSON.stringify([guildIban, '2026-11-24', 1500, 'in', ...parts])
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${text} 1`))
    const key = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    )
    expect(await keysIn(unnamed(first))).toEqual([key])
    expect(await doneIn([first], [key])).toEqual([true])
    // Texts beside the purpose, which older releases did not read, are not part of the key.
    const more = unnamed(first).replace(
      '</RmtInf>',
      '<Strd><AddtlRmtInf>x</AddtlRmtInf></Strd></RmtInf><AddtlTxInf>y</AddtlTxInf>',
    )
    expect(await keysIn(more)).toEqual([key])
  })
})

// ── At random ──────────────────────────────────────────────────────────────────────────────

describe('random statements', () => {
  const fixed = { seed: 20_261_125, numRuns: 150 }
  const numbers = [2, 4, 9, 24, 42, 90, 128, 242, 900, 1287]
  const open = { year: 2026, amountInCent: 2000 }
  const all = numbers.map((number) =>
    owed({ number, lastName: `Name${'abcdefghij'[numbers.indexOf(number)]}` }, open),
  )
  const gap = fc.constantFrom('', ' ', '  ', '</Ustrd><Ustrd>')
  const number = fc.constantFrom(...numbers)
  const separator = fc.constantFrom('-', '/', ' ', '', '.', ' - ', '–', '‑')
  const invisible = fc.constantFrom(
    '\u200b',
    '\u00ad',
    '\u200e',
    '\ufeff',
    '\u2060',
    '\u034f',
    '\ufe0f',
  )

  test('A reference followed by random spaces, breaks and digits is ticked exactly if only its shortest reading fits a fee', async () => {
    const digits = fc.array(fc.tuple(fc.constantFrom('2', '4', '9', '0', '8', '12', '42'), gap), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(separator, digits, async (between, parts) => {
        const text = `MB2026${between}${parts.map(([digit, behind]) => digit + behind).join('')}`
        // The number may end at any blank or line break.
        const ways = new Set<number>()
        let before = ''
        for (const [index, [digit, behind]] of parts.entries()) {
          before += digit
          if (behind !== '' || index === parts.length - 1) ways.add(Number(before))
        }
        const fitting = numbers.filter((one) => ways.has(one))
        const found = await only(camt([transfer({ purpose: `${text} Danke`, euros: '20.00' })]), {
          claims: all,
        })
        // A number that fits only with the digits after it is not ticked.
        const isWhole = fitting[0] === Math.min(...ways)
        expect(isTicked(found)).toBe(fitting.length === 1 && isWhole)
        if (fitting.length === 1) expect(partsOf(found)).toEqual([[fitting[0], 2000]])
        for (const one of fitting) expect(found.note).toContain(`MB2026-${one}`)
      }),
      fixed,
    )
  })

  test('A transfer that quotes several references is ticked exactly if each has a fee and the amount is their sum', async () => {
    const written = fc.record({ number: fc.oneof(number, fc.constant(77)), separator })
    const joiner = fc.constantFrom(' und ', ', ', '; ', ' + ', ' fuer Kind ', '</Ustrd><Ustrd>')
    const sum = fc.constantFrom(-500, 0, 0, 0, 500)
    await fc.assert(
      fc.asyncProperty(
        fc.array(written, { minLength: 1, maxLength: 4 }),
        joiner,
        sum,
        async (refs, join, more) => {
          const meant = [...new Set(refs.map((one) => one.number))]
          const amountInCent = meant.length * 2000 + more
          const purpose = refs.map((one) => `MB2026${one.separator}${one.number}`).join(join)
          const found = await only(
            camt([transfer({ purpose, euros: (amountInCent / 100).toFixed(2) })]),
            { claims: all },
          )
          const isKnown = meant.every((one) => numbers.includes(one))
          expect(isTicked(found)).toBe(isKnown && more === 0)
          const each = meant.toSorted((one, other) => one - other).map((one) => [one, 2000])
          if (isTicked(found)) expect(partsOf(found)).toEqual(each)
          for (const one of meant) expect(found.note).toContain(`MB2026-${one}`)
        },
      ),
      fixed,
    )
  })

  test('A transfer with random reference, account and names is ticked exactly if all point to one payer, by reference or account', async () => {
    const people = [0, 1, 2].map((index) =>
      owed(
        {
          number: index + 1,
          firstName: ['Anna', 'Bert', 'Carla'][index] ?? '',
          lastName: ['Ruf', 'Stoll', 'Traub'][index] ?? '',
          iban: `DE9499990002008740610${index}`,
        },
        open,
      ),
    )
    const person = fc.option(fc.constantFrom(...people), { nil: null })
    await fc.assert(
      fc.asyncProperty(
        person,
        person,
        person,
        person,
        async (referred, account, named, written) => {
          const nameOf = (claim: FeeClaim) => `${claim.payer.firstName} ${claim.payer.lastName}`
          const purpose = [
            referred ? `MB2026-${referred.payer.memberNumber} Beitrag` : 'Beitrag',
            written ? nameOf(written) : '',
          ].join(' ')
          const text = camt([
            transfer({
              purpose,
              euros: '20.00',
              iban: account?.payerIban ?? '',
              name: named ? nameOf(named) : 'Sonst Jemand',
            }),
          ])
          const found = await only(text, { claims: people })
          const identified = new Set(
            [referred, account, named, written].filter((one) => one !== null),
          )
          expect(isTicked(found)).toBe(
            identified.size === 1 && (referred !== null || account !== null),
          )
          if (identified.size === 1)
            expect(partsOf(found)).toEqual([[[...identified][0]?.payer.memberNumber, 2000]])
        },
      ),
      fixed,
    )
  })

  test('An amount is read in cents, whatever zeros are before or after it', async () => {
    const zeros = fc.nat({ max: 20 }).map((count) => '0'.repeat(count))
    const cents = fc.integer({ min: 0, max: 99_999_999 })
    await fc.assert(
      fc.asyncProperty(zeros, cents, zeros, async (before, amount, behind) => {
        const text = `${before}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}${behind}`
        const { entries } = await read(camt([transfer({ euros: text })]))
        expect(entries.map(({ amountInCent }) => amountInCent)).toEqual([amount])
      }),
      fixed,
    )
    for (const text of ['.', '', '15.001', '1e3', '-15.00', '15,00']) {
      expect((await read(camt([transfer({ euros: text })]))).omitted.unreadable).toBe(1)
    }
  })

  test('Invisible characters in a bank line change neither the key of the payment nor its proposal', async () => {
    const place = fc.array(fc.tuple(fc.nat({ max: 30 }), invisible), { minLength: 1, maxLength: 5 })
    const known = { claims: all }
    const plain = { name: 'Kuno Namea', purpose: 'MB2026-42 Beitrag Kuno', euros: '20.00' }
    const [clean] = (await read(camt([transfer(plain)]))).entries
    const expected = await only(camt([transfer(plain)]), known)
    await fc.assert(
      fc.asyncProperty(place, place, async (inName, inPurpose) => {
        const name = sprinkled(plain.name, inName)
        const text = camt([
          transfer({ ...plain, name, purpose: sprinkled(plain.purpose, inPurpose) }),
        ])
        const [entry] = (await read(text)).entries
        expect(entry).toEqual(clean)
        expect(await only(text, known)).toEqual(expected)
      }),
      fixed,
    )
  })

  test('Equal payments in random files count as one if they are in several files, and as several if they are in one', async () => {
    const kind = fc.constantFrom('052', '053', '054') as fc.Arbitrary<'052' | '053' | '054'>
    const file = fc.record({
      payments: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
      hasReferences: fc.boolean(),
      kind,
    })
    type File = { payments: number[]; hasReferences: boolean; kind: '052' | '053' | '054' }
    const textOf = ({ payments, hasReferences, kind }: File) =>
      camt(
        payments.map((payment) => {
          const more = hasReferences
            ? `<AcctSvcrRef>REF${payment}</AcctSvcrRef><BkTxCd/>`
            : '<BkTxCd/>'
          return transfer({ purpose: 'Beitrag', more })
        }),
        { message: kind, version: '08' },
      )
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 4 }),
        file,
        async (files, later) => {
          const { entries, doubled } = await read(...files.map(textOf))
          const referred = new Set(files.flatMap((one) => (one.hasReferences ? one.payments : [])))
          const longest = Math.max(...files.map(({ payments }) => payments.length))
          expect(entries).toHaveLength(Math.max(referred.size, longest))
          const lines = files.reduce((sum, { payments }) => sum + payments.length, 0)
          expect(doubled).toBe(lines - entries.length)
          expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)

          const bookings = entries.map(({ key }, index) =>
            aBooking({ id: index + 1, amountInCent: -1500, bankKey: key }),
          )
          const claims = [owed(jager, { amountInCent: 1500 * bookings.length, bookings })]
          const countDone = async (...texts: string[]) =>
            (await proposals(texts, { claims })).filter(({ group }) => group === 'done').length
          // Reading the same files again, together or alone, shows every line as booked.
          expect(await countDone(...files.map(textOf))).toBe(entries.length)
          for (const one of files) expect(await countDone(textOf(one))).toBe(one.payments.length)
          // If all files have bank references, a later file shows only the payments known by them as booked.
          if (files.every(({ hasReferences }) => hasReferences) && later.hasReferences) {
            const known = later.payments.filter((payment) => referred.has(payment))
            expect(await countDone(textOf(later))).toBe(known.length)
          }
        },
      ),
      { ...fixed, numRuns: 60 },
    )
  })
})

function sprinkled(text: string, places: readonly [number, string][]): string {
  return places.reduce((all, [at, what]) => all.slice(0, at) + what + all.slice(at), text)
}

/** A transfer of 15,00 € on 24 November 2026 from an unknown payer. */
function transfer(payment: Parameters<typeof line>[0]): string {
  return line({
    euros: '15.00',
    day: '2026-11-24',
    name: 'Unbekannter Zahler',
    iban: '',
    ...payment,
  })
}

/** A line with these details alone. */
function ofDetails(details: string): string {
  return `<Ntry><Amt Ccy="EUR">15.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt>
<BkTxCd/><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
}
