import { describe, expect, test } from 'vitest'
import {
  type Closeness,
  closeness,
  markDigits,
  markMatches,
  matcherOf,
  matches,
  searchTextOf,
  wholeWordMatcher,
} from '#web/lib/word-search.ts'

const annegret = searchTextOf(
  ['Gruber', 'Annegret', 'Häußler', '78628', 'Rottweil', 'a.gruber@web.de', '1187', '14.03.1968'],
  ['0741 / 98-765', '+49 (0)170 123 45 67'],
)

describe('searches that find Annegret Gruber, geb. Häußler', () => {
  test.each([
    [''],
    ['  '],
    ['gru'],
    ['GRU'],
    ['gru ann'],
    ['ann gru'],
    ['Gruber, Annegret'],
    ['Gruber,Annegret'],
    ['Annegret Gruber'],
    ['(Häußler)'],
    ['haeuss'],
    ['Häuss'],
    ['Häuß'],
    ['hau ann'],
    ['haussler'],
    ['Gruber-Häußler'],
    ['786'],
    ['rottw 78628 gru'],
    ['a.gruber@web.de'],
    ['a.gruber@'],
    ['gruber@web'],
    ['web.de'],
    ['1187'],
    ['118'],
    ['14.03.1968'],
    ['14.3.1968'],
    ['14.3.68'],
    ['14.3.'],
    ['14.03'],
    ['14. 3. 1968'],
    ['1968'],
    ['0741 98'],
    ['0741/98'],
    ['0741-98765'],
    ['(0741) 98765'],
    ['74198'],
    ['+49 741 98'],
    ['+4974198'],
    ['0049 741 98765'],
    ['+49 (0) 741 98'],
    ['987'],
    ['9 87 65'],
    ['gru 0741 98'],
    ['0741 98 gru'],
    ['1187 0741 98'],
    ['0170 1234567'],
    ['+49 170 123'],
    ['0049170 123'],
    ['0170 741 98'],
  ])('Annegret Gruber, geb. Häußler is found by "%s"', (typed) => {
    expect(matches(annegret, typed)).toBe(true)
  })
})

describe('searches that do not find Annegret Gruber, geb. Häußler', () => {
  test.each([
    ['ruber'],
    ['egret'],
    ['gru xav'],
    ['hae gru x'],
    ['de'],
    ['8628'],
    ['187'],
    ['3.14.'],
    ['3.4.'],
    ['13.4'],
    ['07'],
    ['98'],
    ['0742 98'],
    ['98765 0742'],
    ['765 0170 9'],
    // The end of one number and the beginning of another one are not a number.
    ['7650170'],
    ['?'],
    ['%'],
    ['-'],
    ['.*'],
  ])('Annegret Gruber, geb. Häußler is not found by "%s"', (typed) => {
    expect(matches(annegret, typed)).toBe(false)
  })
})

test.each([
  ['Maier-Grupp', 'grupp', true],
  ['Maier-Grupp', 'maier grupp', true],
  ['Maier-Grupp', 'maiergrupp', true],
  ['Maier Grupp', 'Maier-Grupp', true],
  ['Maier-Grupp', 'aier', false],
  ['Hans-Jörg', 'hansjoerg', true],
  ['O’Brien', "o'br", true],
  ['O’Brien', 'obrien', true],
  ['Müller', 'mueller', true],
  ['Müller', 'muller', true],
  ['Mu\u0308ller', 'Müll', true],
  ['Mueller', 'Müller', true],
  ['Straßer', 'STRASSER', true],
  ['René', 'rene', true],
  ['Čapek', 'cap', true],
  ['Schellenhansel 118', 'schell 118', true],
  ['Schellenhansel 118', '18', false],
  ['Butz 12a', '12 a', false],
  ['Umzug 🎭 Nacht', 'nacht', true],
  ['שלום', 'שלו', true],
  ['', 'a', false],
  ['„Häs“-Abstauben (Nacht)', 'häs nacht abst', true],
])('A record with "%s" is found by "%s": %s', (shown, typed, found) => {
  expect(matches(searchTextOf([shown]), typed)).toBe(found)
})

test('A search does not match across two fields of a record ("annalena" does not find Anna, Lena)', () => {
  expect(matches(searchTextOf(['Anna', 'Lena']), 'annalena')).toBe(false)
})

test('An IBAN is found by digits from its middle, in any grouping', () => {
  const account = searchTextOf(['DE02120300000000202051'], ['DE02120300000000202051'])
  for (const typed of ['DE02', 'DE021203', '0000 0020 2051', '202051', '1203 0000'])
    expect(matches(account, typed), typed).toBe(true)
  expect(matches(account, '1204')).toBe(false)
})

/** "[Gru]ber" for what is marked. */
const written = (pieces: { text: string; isMarked: boolean }[]) =>
  pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')

test.each([
  ['Gruber, Annegret', 'gru', '[Gru]ber, Annegret'],
  ['Gruber, Annegret', 'ann gru', '[Gru]ber, [Ann]egret'],
  ['Gruber, Annegret', 'g gru', '[Gru]ber, Annegret'],
  ['Häsabstauben Grünmettlen', 'gru', 'Häsabstauben [Grü]nmettlen'],
  ['Häsabstauben Grünmettlen', 'grue', 'Häsabstauben [Grü]nmettlen'],
  ['Häsabstauben Grünmettlen', 'Grün', 'Häsabstauben [Grün]mettlen'],
  ['Straßer', 'strass', '[Straß]er'],
  ['Straßer', 'stras', '[Straß]er'],
  ['Mu\u0308ller', 'müll', '[Müll]er'],
  ['Maier-Grupp', 'maier-gr', '[Maier-Gr]upp'],
  ['Annegret Gruber', 'egret', 'Annegret Gruber'],
  ['Gruber', '', 'Gruber'],
  ['', 'gru', ''],
  ['a.gruber@web.de', 'gruber@w', 'a.[gruber@w]eb.de'],
])('In the text "%s", the search for "%s" highlights %s', (shown, typed, marked) => {
  expect(written(markMatches(shown, typed))).toBe(marked)
})

test.each([
  ['0741 / 98-765', '74198', '0[741 / 98]-765'],
  ['0741 / 98-765', '0741 98', '[0741 / 98]-765'],
  ['0741 / 98-765', '+49 741 9', '[0741 / 9]8-765'],
  ['+49 741 98765', '0741 98', '+49 [741 98]765'],
  ['0741 / 98-765', 'gru', '0741 / 98-765'],
])('In the number "%s", the search for "%s" highlights %s', (shown, typed, marked) => {
  expect(written(markDigits(shown, typed))).toBe(marked)
})

test('A search for whole words does not match the beginning of a word', () => {
  const gruber = searchTextOf(['Gruber', 'Müller'])
  for (const typed of ['gruber', 'muller', 'Müller', 'müller gruber'])
    expect(wholeWordMatcher(typed)(gruber), typed).toBe(true)
  for (const typed of ['grub', 'gruber mül'])
    expect(wholeWordMatcher(typed)(gruber), typed).toBe(false)
})

const { start, inside, typo } = closeness

describe('the search over all lists', () => {
  const words = searchTextOf(
    ['Aicheler', 'Höck', 'Bahnhofstr. 5', 'Bahnhofstraße 5', '215', 'Müller', 'Generalversammlung'],
    ['0741 / 98-765'],
  )
  test.each<[string, Closeness | null]>([
    ['aich', start],
    ['Nr. 215', start],
    ['Nr.215', start],
    ['Nr 215', start],
    ['nr: 215', start],
    ['# 215', start],
    ['#215', start],
    ['Mitgliedsnummer 215', start],
    ['M-Nr. 215', start],
    ['Mitgl.-Nr. 215', start],
    ['Bahnhofstrasse 5', start],
    ['versammlung', inside],
    ['cheler', inside],
    ['hofstr', inside],
    ['he', null],
    ['Aichelr', typo],
    ['Aichler', typo],
    ['Aicheller', typo],
    ['Aihceler', typo],
    ['Aucheler', typo],
    ['Xicheler', typo],
    ['Möller', typo],
    ['Generalversamlung', typo],
    ['Müller Aichelr', typo],
    ['Aihcelre', null],
    ['Häck', null],
    ['Hoöck', typo],
    ['21x5', null],
    ['216', null],
    ['Nr. 741', null],
    ['07419', start],
  ])(
    'The search over all lists finds "%s" at the level %s (0: start of a word, 1: inside, 2: typing error, null: not found)',
    (typed, level) => {
      const found = [start, inside, typo].find((one) => matcherOf(typed, one)(words))
      expect(found ?? null).toBe(level)
    },
  )

  test.each<[string, string, Closeness, string]>([
    ['Generalversammlung', 'versammlung', inside, 'General[versammlung]'],
    ['Aicheler, Anna', 'aichelr ann', typo, '[Aicheler], [Ann]a'],
    ['Müller', 'moller', typo, '[Müller]'],
    ['Generalversammlung', 'versammlung', start, 'Generalversammlung'],
  ])(
    'In "%s" the search for "%s" at the level %s (0: start of a word, 1: inside, 2: typing error) marks %j',
    (shown, typed, level, marked) => {
      const pieces = markMatches(shown, typed, level)
      const text = pieces.map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text)).join('')
      expect(text).toBe(marked)
    },
  )
})
