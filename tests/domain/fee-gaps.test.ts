import { describe, expect, test } from 'vitest'
import { type FeeRule, feeGaps, gapInWords, membershipFee } from '#worker/domain/fees.ts'

type Ages = [from: number, to: number | null]

const rowsOf = (state: FeeRule['state'], ...ages: Ages[]): FeeRule[] =>
  ages.map(([ageFrom, ageTo]) => ({ validFrom: 2027, state, ageFrom, ageTo, amountInCent: 1000 }))
const passive = rowsOf('Passive', [0, null])

describe('the gaps of a fee table', () => {
  test.each<[string, Ages[], string[]]>([
    ['nothing', [[0, null]], []],
    [
      'nothing, with its rows in reverse order',
      [
        [18, null],
        [0, 17],
      ],
      [],
    ],
    [
      'the ages between two rows',
      [
        [0, 17],
        [26, null],
      ],
      ['Aktiv 18 bis 25'],
    ],
    [
      'one single age',
      [
        [0, 17],
        [19, null],
      ],
      ['Aktiv 18 bis 18'],
    ],
    ['the ages below its first row', [[18, null]], ['Aktiv unter 18']],
    [
      'the ages above its last row and members without a birthday',
      [[0, 64]],
      ['Aktiv ab 65 und ohne Geburtstag'],
    ],
    [
      'members without a birthday although its last row ends at the age of 150',
      [[0, 150]],
      ['Aktiv ab 151 und ohne Geburtstag'],
    ],
    ['a membership state that has no rows', [], ['Aktiv']],
    [
      'the ages below, between and above its rows',
      [
        [6, 17],
        [27, 64],
      ],
      ['Aktiv unter 6', 'Aktiv 18 bis 26', 'Aktiv ab 65 und ohne Geburtstag'],
    ],
  ])('A fee table is reported as leaving out %s', (_, ages, gaps) => {
    expect(feeGaps([...passive, ...rowsOf('Active', ...ages)], 2027).map(gapInWords)).toEqual(gaps)
  })

  test('For a year before the first fee table, both active and passive members are reported as gaps', () => {
    expect(feeGaps(passive, null).map(gapInWords)).toEqual(['Aktiv', 'Passiv'])
    expect(feeGaps(passive, 2026).map(gapInWords)).toEqual(['Aktiv', 'Passiv'])
  })

  test('A gap in a fee table is reported beside the row that follows the gap, or beside the last row if none follows', () => {
    const table = [...passive, ...rowsOf('Active', [26, 64], [0, 17])]
    expect(feeGaps(table, 2027).map(({ beside }) => beside)).toEqual([
      { index: 1, field: 'ageFrom' },
      { index: 1, field: 'ageTo' },
    ])
    expect(feeGaps(passive, 2027).map(({ beside }) => beside)).toEqual([null])
  })
})

test('The fee table gives no fee for an age in a reported gap, and a fee for every other age', () => {
  const tables: Ages[][] = [
    [],
    [[0, null]],
    [
      [5, 9],
      [11, 11],
    ],
    [
      [0, 17],
      [26, null],
    ],
    [[3, 150]],
  ]
  for (const ages of tables) {
    const rules = rowsOf('Active', ...ages)
    const gaps = feeGaps(rules, 2027).filter(({ state }) => state === 'Active')
    const isInGap = (age: number) =>
      gaps.some(({ ageFrom, ageTo }) => ageFrom <= age && age <= (ageTo ?? age))
    const feeOf = (birthday: string | null) =>
      membershipFee(
        {
          membershipState: 'Active',
          birthday,
          individualFeeInCent: null,
          individualFeeReason: '',
          honors: [],
        },
        rules,
        2027,
      ).amountInCent
    for (let age = 0; age <= 120; age += 1) {
      expect([age, feeOf(`${2027 - age}-01-01`) === null]).toEqual([age, isInGap(age)])
    }
    expect(feeOf(null) === null).toBe(isInGap(Number.POSITIVE_INFINITY))
  }
})
