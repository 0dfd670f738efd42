import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { isValidIBAN } from 'ibantools'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aClaim, claims, creditor, debitsOf, fileOf } from '#tests/support/claims.ts'
import { schemaErrors, textsOf } from '#tests/support/xsd.ts'
import { sepaFile } from '#worker/billing/sepa-file.ts'
import { type Claim, sepaObstacles, sumInCent, toDebits } from '#worker/domain/sepa-debit.ts'

/** Every letter of Latin Extended and its neighbours, each in a name of its own. */
const latin = [
  ...range(0xa0, 0x24f),
  ...range(0x1e00, 0x1eff),
  ...range(0x2c60, 0x2c7f),
  ...range(0xa720, 0xa7ff),
].map((code) => String.fromCodePoint(code))

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

const hostile = [
  '<script>alert(1)</script>',
  'a & b',
  ']]>',
  'a\u0000b',
  'a\r\nb',
  'a\tb',
  "O'Neill",
]
const foreign = ['Владимир', 'Ελένη', '日本', '😀', '😀 Anna', 'עברית', 'a\u200eb', '\ud800x']

const series: [string, Claim[]][] = [
  ['one debtor', claims(1)],
  ['two debtors', claims(2)],
  ['umlauts', claims(3, (i) => ({ lastName: ['Größer', 'Jo\u0308rg', 'ÄÖÜẞ'][i] ?? '' }))],
  ['every Latin letter', claims(latin.length, (i) => ({ firstName: latin[i] ?? '' }))],
  [
    'every Latin letter alone',
    claims(latin.length, (i) => ({ bankingAccountOwner: latin[i] ?? '' })),
  ],
  ['other scripts', claims(foreign.length, (i) => ({ bankingAccountOwner: foreign[i] ?? '' }))],
  ['other scripts as names', claims(foreign.length, (i) => ({ lastName: foreign[i] ?? '' }))],
  ['markup', claims(hostile.length, (i) => ({ bankingAccountOwner: hostile[i] ?? '' }))],
  ['markup as names', claims(hostile.length, (i) => ({ firstName: hostile[i] ?? '' }))],
  ['long names', claims(2, () => ({ firstName: 'Ö'.repeat(100), lastName: 'x'.repeat(100) }))],
  [
    'amounts at the limits',
    claims(3, (i) => ({ amountInCent: [2450, 1, 99_999_999_999][i] ?? 0 })),
  ],
  ['one account', claims(4, () => ({ bankingIban: 'LI21088100002324013AA' }))],
  ['5,000 debtors', claims(5000, (i) => ({ amountInCent: 1 + i * 37 }))],
  [
    '5,000 of the largest amounts',
    claims(5000, (i) => ({ amountInCent: 99_999_999_999 - (i % 3) })),
  ],
]

/** Those that are collected, and whose reason for not being so is listed. */
function sorted(all: readonly Claim[]) {
  const obstacles = sepaObstacles(all, { today: '2027-01-16', isValidIban: isValidIBAN })
  const listed = all.filter((_, index) => obstacles[index] !== null)
  return { collected: all.filter((_, index) => obstacles[index] === null), listed }
}

const cents = (text: string) => Number(text.replace('.', ''))

function expectWholeFile(all: readonly Claim[]) {
  const { collected, listed } = sorted(all)
  expect(collected.length + listed.length).toBe(all.length)
  const xml = fileOf(collected)
  expect(schemaErrors(xml)).toEqual([])
  const amounts = textsOf(xml, 'DrctDbtTxInf/InstdAmt').map(cents)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  expect(amounts).toHaveLength(collected.length)
  expect(sum).toBe(sumInCent(collected))
  expect(textsOf(xml, 'CtrlSum').map(cents)).toEqual([sum, sum])
  expect(textsOf(xml, 'NbOfTxs').map(Number)).toEqual([collected.length, collected.length])
  for (const reference of ['InstrId', 'EndToEndId', 'MndtId']) {
    const texts = textsOf(xml, reference).map((text) => text.toUpperCase())
    expect(new Set(texts).size, reference).toBe(collected.length)
  }
}

describe('the file for fees of all kinds of members', () => {
  test.each(series)(
    'The SEPA file for %s is valid by the schema and has the right sum',
    (_, all) => {
      expectWholeFile(all)
    },
  )

  test('The SEPA file is valid by the schema, whatever characters the names contain', () => {
    const name = fc.string({ unit: 'binary', maxLength: 100 })
    const person = fc.record({ firstName: name, lastName: name, bankingAccountOwner: name })
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 20 }), (people) => {
        expectWholeFile([
          ...claims(1),
          ...claims(people.length + 1, (i) => people[i] ?? {}).slice(1),
        ])
      }),
      { seed: 20270116, numRuns: 100 },
    )
  })
})

test('The SEPA file for two fees is identical to tests/golden/membership-fees.xml', () => {
  const xml = sepaFile({
    messageId: 'MB2027-20270116130000',
    createdAt: '2027-01-16T13:00:00',
    dueDate: '2027-02-01',
    creditor: { ...creditor, bic: 'BYLADEM1001' },
    debits: debitsOf([
      aClaim({ lastName: 'Größer' }),
      aClaim({
        memberId: 2,
        memberNumber: 13,
        firstName: 'Zoë',
        amountInCent: 1,
        bankingAccountOwner: 'Änne & Söhne',
        mandateReference: 'alt/7',
      }),
    ]),
  })
  expect(schemaErrors(xml)).toEqual([])
  const golden = new URL('../golden/membership-fees.xml', import.meta.url)
  expect(`${xml.replaceAll('><', '>\n<')}\n`).toBe(readFileSync(golden, 'utf8'))
})

test('In the SEPA file, the fees of a family are one debit with their sum and names', () => {
  const [mother, other] = claims(2)
  if (!mother || !other) throw new Error('two were asked for')
  const fees = [1, 3, 4].map((memberId) => ({
    memberId,
    firstName: `Änne-${memberId}`,
    lastName: 'Größer & Söhne',
    amountInCent: 1000 + memberId,
    payer: mother,
  }))
  const debits = toDebits([...fees, { ...other, amountInCent: 2000, payer: other }], 2027)
  const xml = sepaFile({
    messageId: 'MB2027-20270116130000',
    createdAt: '2027-01-16T13:00:00',
    dueDate: '2027-02-01',
    creditor,
    debits,
  })
  expect(schemaErrors(xml)).toEqual([])
  expect(textsOf(xml, 'DrctDbtTxInf/InstdAmt')).toEqual(['30.08', '20.00'])
  expect(textsOf(xml, 'EndToEndId')).toEqual(['MB2027-1', 'MB2027-2'])
  expect(textsOf(xml, 'Ustrd')[0]).toBe(
    'Mitgliedsbeitrag 2027 Aenne-1 Groesser + Soehne, Aenne-3 Groesser + Soehne, Aenne-4 Groesser + Soehne',
  )
})

test('A mandate reference with a blank, as printed on old mandates, is written into the SEPA file in capitals', () => {
  const xml = fileOf([aClaim({ mandateReference: 'Mitgl 12/2014' })])
  expect(schemaErrors(xml)).toEqual([])
  expect(textsOf(xml, 'MndtId')).toEqual(['MITGL 12/2014'])
})

describe('the file in any time zone', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
    'The dates in the SEPA file are the same in the time zone %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      const xml = fileOf([aClaim()])
      expect(textsOf(xml, 'ReqdColltnDt')).toEqual(['2027-02-01'])
      expect(textsOf(xml, 'DtOfSgntr')).toEqual(['2014-02-01'])
      expect(textsOf(xml, 'CreDtTm')).toEqual(['2027-01-16T13:00:00'])
    },
  )
})

test('The schema of SEPA files rejects umlauts, blanks in an IBAN and a file without transactions', () => {
  const xml = fileOf([aClaim()])
  expect(schemaErrors(xml.replace('Annegret', 'Jörg'))).not.toEqual([])
  expect(schemaErrors(xml.replace('DE8937', 'DE89 37'))).not.toEqual([])
  expect(schemaErrors(xml.replace(/<DrctDbtTxInf>.*<\/DrctDbtTxInf>/, ''))).not.toEqual([])
})
