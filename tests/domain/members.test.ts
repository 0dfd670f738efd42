import { describe, expect, test } from 'vitest'
import { csvFile } from '#worker/domain/csv.ts'
import { type FeePayer, type FeeRule, membershipFee } from '#worker/domain/fees.ts'
import { timespanProblems } from '#worker/domain/member.ts'

describe('the yearly fee', () => {
  const rules: FeeRule[] = [
    { validFrom: 2000, state: 'Active', ageFrom: 18, ageTo: null, amountInCent: 2000 },
    { validFrom: 2000, state: 'Passive', ageFrom: 18, ageTo: null, amountInCent: 1500 },
    { validFrom: 2000, state: 'Active', ageFrom: 0, ageTo: 17, amountInCent: 0 },
    { validFrom: 2027, state: 'Active', ageFrom: 0, ageTo: null, amountInCent: 3000 },
    { validFrom: 2027, state: 'Passive', ageFrom: 27, ageTo: 64, amountInCent: 2500 },
  ]
  const member = (change: Partial<FeePayer> = {}): FeePayer => ({
    membershipState: 'Active',
    birthday: '1980-05-04',
    individualFeeInCent: null,
    individualFeeReason: '',
    honors: [],
    ...change,
  })

  test.each<[string, Partial<FeePayer>, number, number | null, string]>([
    ['who is 18 on 1 January', { birthday: '2008-01-01' }, 2026, 2000, 'Aktiv ab 18'],
    ['who is 18 on 2 January', { birthday: '2008-01-02' }, 2026, 0, 'Aktiv unter 18'],
    ['who is passive', { membershipState: 'Passive' }, 2026, 1500, 'Passiv ab 18'],
    ['without a birthday', { birthday: null }, 2026, 2000, 'Aktiv ab 18'],
    [
      'for whom the fee table has no row',
      { membershipState: 'Passive', birthday: '2015-01-01' },
      2026,
      null,
      'Dafür gibt es keine Zeile in der Beitragstabelle',
    ],
    [
      'before the first fee table',
      {},
      1999,
      null,
      'Dafür gibt es keine Zeile in der Beitragstabelle',
    ],
    ['in the first year of a new fee table', {}, 2027, 3000, 'Aktiv'],
    [
      'in a later year of the new fee table',
      { membershipState: 'Passive' },
      2030,
      2500,
      'Passiv 27 bis 64',
    ],
    [
      'who is an honorary member',
      { honors: ['Honorary_Member_Extra'] },
      2026,
      0,
      'Ehrenmitglied: beitragsfrei',
    ],
    ['who is an honorary cashier', { honors: ['Honorary_Cashier'] }, 2026, 2000, 'Aktiv ab 18'],
    [
      'with an individual amount',
      { individualFeeInCent: 500, individualFeeReason: 'Student', honors: ['Honorary_Member_25'] },
      2026,
      500,
      'Student',
    ],
    [
      'with an individual amount of zero',
      { individualFeeInCent: 0 },
      2026,
      0,
      'Persönlicher Beitrag',
    ],
    ['who left', { membershipState: 'Left' }, 2026, 0, 'Ausgetreten: kein Beitrag'],
    [
      'who died',
      { membershipState: 'Died', individualFeeInCent: 500 },
      2026,
      0,
      'Verstorben: kein Beitrag',
    ],
  ])(
    'The yearly fee of a member %s is $3 cents in $2 (null: none), because of "$4"',
    (_, change, year, amountInCent, reason) => {
      expect(membershipFee(member(change), rules, year)).toEqual({ amountInCent, reason })
    },
  )
})

test.each([
  [[], []],
  [[['2000-01-01', null]], []],
  [[['2000-01-01', '2000-01-01']], []],
  [[['2000-01-02', '2000-01-01']], ['0.to']],
  [
    [
      ['2000-01-01', '2005-12-31'],
      ['2006-01-01', null],
    ],
    [],
  ],
  [
    [
      ['2006-01-01', null],
      ['2000-01-01', '2005-12-31'],
    ],
    [],
  ],
  [
    [
      ['2000-01-01', '2006-01-01'],
      ['2006-01-01', null],
    ],
    ['1.from'],
  ],
  [
    [
      ['2000-01-01', null],
      ['2006-01-01', '2007-01-01'],
    ],
    ['1.from'],
  ],
  [
    [
      ['2000-01-01', null],
      ['2000-01-01', null],
    ],
    ['1.from'],
  ],
] as [[string, string | null][], string[]][])(
  "A member's timespans %j are rejected at the fields %j (none: accepted)",
  (spans, fields) => {
    const problems = timespanProblems(spans.map(([from, to]) => ({ from, to })))
    expect(Object.keys(problems)).toEqual(
      fields.map((field) => `membershipActiveTimespan.${field}`),
    )
  },
)

test.each([
  ['Müller', 'Müller'],
  ['a;b', '"a;b"'],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
  ['=1+1', "'=1+1"],
  ['-5', "'-5"],
  ['@x', "'@x"],
  ['＝1+1', "'＝1+1"],
  ['＋x', "'＋x"],
  ['－5', "'－5"],
  ['＠x', "'＠x"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff@x', "'\ufeff@x"],
  ['\u00a0-5', "'\u00a0-5"],
  [' \u200b ＝1', "' \u200b ＝1"],
  ['\nx', '"\'\nx"'],
  ['a=1', 'a=1'],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['+49 7523 12', '+49 7523 12'],
  ['+49 (0)7523/12-3', '+49 (0)7523/12-3'],
  ['+49x', "'+49x"],
  ['+1+1', "'+1+1"],
  ['', ''],
])('In an exported CSV file, the text %o is written as the cell %o', (text, cell) => {
  expect(csvFile(['Kopf'], [[text]])).toBe(`\uFEFFKopf\r\n${cell}\r\n`)
})
