import { describe, expect, test } from 'vitest'
import { noLegal } from '#tests/support/no-legal.ts'
import { missingInImprint, missingInPrivacy, paragraphsOf } from '#worker/domain/legal.ts'
import { periodInWords, retention } from '#worker/domain/retention.ts'

const complete = {
  ...noLegal,
  legalName: 'Narrenzunft Schellental e.V.',
  street: 'Zunftstraße 3',
  plz: '72999',
  town: 'Schellental',
  representatives: 'Hans Kächele',
  contactEmail: 'zunft@schellental.example',
  registerCourt: 'Amtsgericht Stuttgart',
  registerNumber: 'VR 100',
}

describe('an imprint', () => {
  test('For a guild without settings, all required fields of the imprint are reported as missing', () => {
    expect(missingInImprint(noLegal)).toEqual([
      'legalName',
      'street',
      'plz',
      'town',
      'representatives',
      'contactEmail',
    ])
  })

  test('An imprint without phone and tax id is complete by § 5 DDG', () => {
    expect(missingInImprint(complete)).toEqual([])
  })

  test.each([
    ['legalName', ' '],
    ['street', ''],
    ['plz', '\u00a0'],
    ['town', ''],
    ['representatives', ''],
    ['contactEmail', ''],
    ['registerCourt', ''],
    ['registerNumber', ''],
  ] as const)(
    'For an imprint without %s, only this field is reported as missing',
    (field, value) => {
      expect(missingInImprint({ ...complete, [field]: value })).toEqual([field])
    },
  )

  const unregistered = { ...complete, registerCourt: '', registerNumber: '' }

  test.each([
    ['Zunft Schellental e.V.', true],
    ['Zunft Schellental e. V.', true],
    ['Zunft Schellental eV', true],
    ['e.V. Schellental', true],
    ['Zunft Schellental', false],
    ['Zunft Schellental nicht e.Verein', false],
    ['Weve Vereinte', false],
  ])(
    'For the legal name "%s", the imprint requires the register court and the register number: %s',
    (legalName, isRegistered) => {
      expect(missingInImprint({ ...unregistered, legalName })).toEqual(
        isRegistered ? ['registerCourt', 'registerNumber'] : [],
      )
    },
  )

  test('If the guild has written its own imprint text, no field of the imprint is required, unless the text is blank', () => {
    expect(missingInImprint({ ...noLegal, imprintText: 'Wir.' })).toEqual([])
    expect(missingInImprint({ ...noLegal, imprintText: ' \n' })).toHaveLength(6)
  })
})

test('For a privacy statement, missing name, address and e-mail of the guild are reported, unless the guild has written its own statement', () => {
  expect(missingInPrivacy(noLegal)).toEqual(['legalName', 'street', 'plz', 'town', 'contactEmail'])
  expect(missingInPrivacy(complete)).toEqual([])
  expect(missingInPrivacy({ ...noLegal, privacyText: 'Wir.' })).toEqual([])
})

test.each([
  ['', []],
  [' \n \n', []],
  ['Wir.', ['Wir.']],
  ['Wir\nund Ihr.\n\n\n  \nSie.\n', ['Wir\nund Ihr.', 'Sie.']],
  ['Wir.\r\n\r\nSie.\r\rEs.', ['Wir.', 'Sie.', 'Es.']],
])('The legal text %j is shown as the paragraphs %j', (text, paragraphs) => {
  expect(paragraphsOf(text)).toEqual(paragraphs)
})

// docs/rules.md, "Aufbewahrung".
test('The retention periods, in the words of the privacy statement, are those of docs/rules.md', () => {
  const inWords = Object.fromEntries(
    Object.entries(retention).map(([what, period]) => [what, periodInWords(period)]),
  )
  expect(inWords).toEqual({
    unpaidOrders: '30 Tage',
    eMailOfParticipants: '12 Monate',
    guardians: '12 Monate',
    checkIn: '12 Monate',
    birthdayOfUnmatched: '6 Monate',
    bookings: '8 Jahre',
    directDebits: '10 Jahre',
    bankDataOfFormerMembers: '14 Monate',
    networks: '2 Stunden',
    signIns: '90 Tage',
    knownBrowsers: '400 Tage',
    history: '3 Jahre',
    disclosures: '7 Tage',
    circulars: '12 Monate',
    stagedImports: '24 Stunden',
    journal: '30 Tage',
    refusals: '30 Tage',
  })
  expect(periodInWords({ count: 1, unit: 'years' })).toBe('1 Jahr')
})
