import { isValidIBAN } from 'ibantools'
import { describe, expect, test } from 'vitest'
import { aClaim, debitsOf } from '#tests/support/claims.ts'
import {
  type Claim,
  type CollectedFee,
  sepaObstacles,
  toDebits,
} from '#worker/domain/sepa-debit.ts'
import { isSepaReference, mandateReference } from '#worker/domain/sepa-text.ts'

const obstaclesOf = (claims: readonly Claim[]) =>
  sepaObstacles(claims, { today: '2027-01-16', isValidIban: isValidIBAN })

const outsideEea = 'Konto außerhalb des EWR: Lastschrift hier nicht möglich'
const noNumber = 'Mitgliedsnummer fehlt oder ist doppelt'
const noOwner = 'Kontoinhaber enthält keine zulässigen Zeichen'

const single: [string, Partial<Claim>, string | null][] = [
  ['in order', {}, null],
  ['without a mandate', { bankingSepaAllowed: false }, 'Kein SEPA-Mandat'],
  [
    'of zero',
    { amountInCent: 0, reason: 'Ehrenmitglied: beitragsfrei' },
    'Ehrenmitglied: beitragsfrei',
  ],
  [
    'for which the fee table has no row',
    { amountInCent: null, reason: 'Keine Zeile' },
    'Keine Zeile',
  ],
  ['below zero', { amountInCent: -1 }, 'Betrag ungültig'],
  ['that is no number', { amountInCent: Number.NaN }, 'Betrag ungültig'],
  ['with a fraction of a cent', { amountInCent: 2000.5 }, 'Betrag ungültig'],
  ['that is too large', { amountInCent: 100_000_000_000 }, 'Betrag ungültig'],
  ['of one cent', { amountInCent: 1 }, null],
  ['of the maximum', { amountInCent: 99_999_999_999 }, null],
  ['without an IBAN', { bankingIban: '' }, 'IBAN fehlt'],
  ['with blanks alone as IBAN', { bankingIban: '   ' }, 'IBAN fehlt'],
  [
    'with a wrong check digit in the IBAN',
    { bankingIban: 'DE22500500009876543210' },
    'IBAN ungültig',
  ],
  ['with a short IBAN', { bankingIban: 'DE2150050000987654321' }, 'IBAN ungültig'],
  ['with a long IBAN', { bankingIban: 'DE893704004405320130000' }, 'IBAN ungültig'],
  ['with an O for a 0 in the IBAN', { bankingIban: 'DE89370400440532013O00' }, 'IBAN ungültig'],
  [
    'with an IBAN of an unknown country',
    { bankingIban: 'XX89370400440532013000' },
    'IBAN ungültig',
  ],
  ['with a word as IBAN', { bankingIban: 'xxx' }, 'IBAN ungültig'],
  ['with an account in Switzerland', { bankingIban: 'CH9300762011623852957' }, outsideEea],
  ['with an account in Great Britain', { bankingIban: 'GB29NWBK60161331926819' }, outsideEea],
  ['with an account in Liechtenstein', { bankingIban: 'LI21088100002324013AA' }, null],
  ['with an account in Austria', { bankingIban: 'AT611904300234573201' }, null],
  ['with an account in France', { bankingIban: 'FR1420041010050500013M02606' }, null],
  [
    'with blanks and small letters in the IBAN',
    { bankingIban: 'de87 2005 0000 1234 5678 90' },
    null,
  ],
  ['without a SEPA date', { bankingSepaAllowedDate: null }, 'SEPA-Datum fehlt'],
  [
    'with a mandate signed tomorrow',
    { bankingSepaAllowedDate: '2027-01-17' },
    'SEPA-Datum liegt in der Zukunft',
  ],
  ['with a mandate signed today', { bankingSepaAllowedDate: '2027-01-16' }, null],
  ['without a member number', { memberNumber: 0 }, noNumber],
  ['with a member number below zero', { memberNumber: -3 }, noNumber],
  [
    'without a member number but with a mandate reference',
    { memberNumber: 0, mandateReference: 'A1' },
    null,
  ],
  [
    'with a mandate reference that is too long',
    { mandateReference: 'A'.repeat(36) },
    'Mandatsreferenz ungültig',
  ],
  [
    'with an umlaut in the mandate reference',
    { mandateReference: 'Müller1' },
    'Mandatsreferenz ungültig',
  ],
  [
    'with a mandate reference that begins with a slash',
    { mandateReference: '/X' },
    'Mandatsreferenz ungültig',
  ],
  [
    'with a mandate reference that ends with a slash',
    { mandateReference: 'X/' },
    'Mandatsreferenz ungültig',
  ],
  [
    'with two slashes in a row in the mandate reference',
    { mandateReference: 'A//B' },
    'Mandatsreferenz ungültig',
  ],
  ['with a blank in the mandate reference', { mandateReference: 'A B' }, null],
  [
    'with two blanks in a row in the mandate reference',
    { mandateReference: 'A  B' },
    'Mandatsreferenz ungültig',
  ],
  ['with one slash in the mandate reference', { mandateReference: 'Mandat/12' }, null],
  ['with an owner outside the SEPA characters', { bankingAccountOwner: '日本' }, noOwner],
  ['with a name outside the SEPA characters', { firstName: '😀', lastName: '🎭' }, noOwner],
  ['with a blank owner, who is the member', { bankingAccountOwner: '  ' }, null],
]

test.each(single)(
  'A fee %s has the obstacle "$2" to its direct debit (null: it is collected)',
  (_, values, obstacle) => {
    expect(obstaclesOf([aClaim(values)])).toEqual([obstacle])
  },
)

describe('debits of two members', () => {
  const both = (first: Partial<Claim>, second: Partial<Claim>) =>
    obstaclesOf([aClaim({ memberId: 1, ...first }), aClaim({ memberId: 2, ...second })])

  test('If two members have the same member number and no mandate references, neither is debited', () => {
    expect(both({}, {})).toEqual([noNumber, noNumber])
  })

  test('If two members have the same member number but different mandate references, both are debited', () => {
    expect(both({ mandateReference: 'A' }, { mandateReference: 'B' })).toEqual([null, null])
  })

  test('If two members have the same mandate reference, ignoring upper and lower case, neither is debited', () => {
    const doubled = ['Mandatsreferenz doppelt', 'Mandatsreferenz doppelt']
    expect(
      both({ mandateReference: 'abc' }, { memberNumber: 13, mandateReference: 'ABC' }),
    ).toEqual(doubled)
    expect(both({}, { memberNumber: 13, mandateReference: 'm12-20140201' })).toEqual(doubled)
  })

  test('If one of two members with the same member number has no fee to collect or no mandate, the other one is debited', () => {
    expect(both({}, { amountInCent: 0, reason: 'frei' })).toEqual([null, 'frei'])
    expect(both({}, { bankingSepaAllowed: false })).toEqual([null, 'Kein SEPA-Mandat'])
  })

  test('If two members have the same account, both are debited', () => {
    expect(both({}, { memberNumber: 13, firstName: 'Xaver' })).toEqual([null, null])
  })
})

describe('the debit of a family', () => {
  const anna = aClaim()
  const fee = (values: Partial<CollectedFee> = {}): CollectedFee => ({
    memberId: 1,
    firstName: 'Annegret',
    lastName: 'Gruber',
    amountInCent: 2000,
    payer: anna,
    ...values,
  })
  const max = fee({ memberId: 2, firstName: 'Max', amountInCent: 500 })
  const lisa = fee({ memberId: 3, firstName: 'Lisa', amountInCent: 700 })

  test('A family has one debit with the sum, the payer’s account and the names of its members', () => {
    const [debit, ...others] = toDebits([lisa, max], 2027)
    expect(others).toEqual([])
    expect(debit).toMatchObject({
      endToEndId: 'MB2027-12',
      amountInCent: 1200,
      mandateId: 'M12-20140201',
      name: 'Annegret Gruber',
      purpose: 'Mitgliedsbeitrag 2027 Lisa Gruber, Max Gruber',
    })
    expect(debit?.fees).toEqual([lisa, max])
  })

  test('The purpose of a family’s debit contains the payer’s name only if the payer owes a fee, too', () => {
    expect(toDebits([max, fee()], 2027)[0]?.purpose).toBe(
      'Mitgliedsbeitrag 2027 Max Gruber, Annegret Gruber',
    )
    expect(toDebits([max], 2027)[0]?.purpose).toBe('Mitgliedsbeitrag 2027 Max Gruber')
  })

  test('In the list of debits, a family’s debit has the position of the first fee of the family', () => {
    const other = (id: number) =>
      fee({ memberId: id, payer: aClaim({ memberId: id, memberNumber: id }) })
    const ids = toDebits([other(7), lisa, other(8), max], 2027).map((debit) => debit.endToEndId)
    expect(ids).toEqual(['MB2027-7', 'MB2027-12', 'MB2027-8'])
  })

  test('The purpose of a family of twenty has at most 140 characters', () => {
    const fees = Array.from({ length: 20 }, (_, index) => fee({ memberId: index + 2 }))
    expect(toDebits(fees, 2027)[0]?.purpose).toHaveLength(140)
  })

  test('If the EndToEndId of a debit was used before, the first unused suffix (-2, -3, …) is appended to it', () => {
    const idWith = (...used: string[]) => toDebits([fee()], 2027, new Set(used))[0]?.endToEndId
    expect(idWith('MB2027-1', 'MB2026-12')).toBe('MB2027-12')
    expect(idWith('MB2027-12')).toBe('MB2027-12-2')
    expect(idWith('MB2027-12', 'MB2027-12-2', 'MB2027-12-3')).toBe('MB2027-12-4')
    expect(idWith('MB2027-12', 'MB2027-12-3')).toBe('MB2027-12-2')
  })
})

describe('a mandate reference', () => {
  const mandate = { memberNumber: 12, bankingSepaAllowedDate: '2014-02-01', mandateReference: '' }

  test('A mandate reference is made from the member number and the date of the mandate', () => {
    expect(mandateReference(mandate)).toBe('M12-20140201')
  })

  test('A stored mandate reference, as printed on paper, is used in capitals', () => {
    expect(mandateReference({ ...mandate, mandateReference: ' Alt-7a ' })).toBe('ALT-7A')
  })

  test.each([
    ["A+?/:().,'-9", true],
    ['A'.repeat(35), true],
    ['', false],
    ['A_B', false],
    ['A\n', false],
    ['MITGL 0012/2014', true],
    ['M-12 / 2009', true],
    ['A/ B', true],
    ['A//B', false],
    ['A / /B', true],
    ['/A', false],
    ['A/', false],
    ['A\u00a0B', false],
    ['A\tB', false],
    [' A', false],
    ['A ', false],
    [' ', false],
    ['A  B', false],
    [`${'A '.repeat(17)}A`, true],
    [`${'A '.repeat(17)}AB`, false],
  ])('The mandate reference %j is valid: %s', (text, isValid) => {
    expect(isSepaReference(text)).toBe(isValid)
  })
})

describe('a debit', () => {
  const debitOf = (values: Partial<Claim>) => debitsOf([aClaim(values)])[0]

  test('The purpose of a debit contains the year, the member’s name and the member number', () => {
    expect(debitOf({ bankingIban: 'de87 2005 0000 1234 5678 90' })).toMatchObject({
      endToEndId: 'MB2027-12',
      amountInCent: 2000,
      mandateId: 'M12-20140201',
      signedOn: '2014-02-01',
      name: 'Annegret Gruber',
      iban: 'DE87200500001234567890',
      purpose: 'Mitgliedsbeitrag 2027 Annegret Gruber, Mitglied 12',
    })
  })

  test('The debtor of a debit is the owner of the account', () => {
    expect(debitOf({ bankingAccountOwner: 'Änne & Söhne' })).toMatchObject({
      name: 'Aenne + Soehne',
      purpose: 'Mitgliedsbeitrag 2027 Annegret Gruber, Mitglied 12',
    })
  })

  test('The EndToEndId of a member without a number contains the id of the record', () => {
    expect(debitOf({ memberId: 7, memberNumber: 0, mandateReference: 'A' })).toMatchObject({
      endToEndId: 'MB2027-ID7',
      purpose: 'Mitgliedsbeitrag 2027 Annegret Gruber',
    })
  })

  test('The EndToEndIds of two members with the same number contain the ids of their records', () => {
    const twins = [
      aClaim({ memberId: 7, mandateReference: 'A' }),
      aClaim({ memberId: 8, mandateReference: 'B' }),
    ]
    expect(debitsOf(twins).map(({ endToEndId }) => endToEndId)).toEqual([
      'MB2027-ID7',
      'MB2027-ID8',
    ])
  })

  test('In a debit, a long name is cut to 70 characters and a long purpose to 140', () => {
    const debit = debitOf({ firstName: 'Ö'.repeat(40), lastName: 'Ü'.repeat(60) })
    expect([debit?.name.length, debit?.purpose.length]).toEqual([70, 140])
  })
})
