import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameKey } from '#worker/domain/enrolment.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { sepaText } from '#worker/domain/sepa-text.ts'
import {
  basicLatin,
  cleanLine,
  cleanLines,
  isEmailAddress,
  isPrintableLine,
  mailtoLink,
  plainIban,
} from '#worker/domain/text.ts'

/** Characters that show nothing: each was seen in pasted text, or is of the same kind. */
const invisible = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180b', '\u180e', '\u200b'],
  ...['\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202c', '\u202e', '\u2060', '\u2061'],
  ...['\u2066', '\u2069', '\u206f', '\u3164', '\ufe00', '\ufe0f', '\ufeff', '\uffa0', '\ufff9'],
  ...['\ufffc', '\u{e0001}', '\u{e0020}', '\u{e0100}', '\u{1d173}'],
]

/** Blanks of every width, and what a spreadsheet puts between two cells. */
const blanks = [
  ...['\u0020', '\u00a0', '\u1680', '\u2000', '\u2002', '\u2003', '\u2007', '\u2009', '\u200a'],
  ...['\u202f', '\u205f', '\u3000', '\u2800', '\t', '\n', '\r', '\u0085', '\u2028', '\u2029'],
]

const person = { firstName: 'Nina', lastName: 'Testerin', birthday: null }
const seeded = { seed: 34_001, numRuns: 500 } as const

/** The text with invisible characters at chance places, and its blanks widened. */
const disguised = (text: string) =>
  fc
    .array(
      fc.tuple(
        fc.array(fc.constantFrom(...invisible), { maxLength: 2 }),
        fc.array(fc.constantFrom(...blanks), { minLength: 1, maxLength: 3 }),
      ),
      { minLength: text.length, maxLength: text.length },
    )
    .map((noise) =>
      [...text]
        .map((letter, at) => {
          const [hidden = [], blank = []] = noise[at] ?? []
          return hidden.join('') + (letter === ' ' ? blank.join('') : letter)
        })
        .join(''),
    )

describe('one line of text', () => {
  test.each(invisible)('In a line of text, the invisible character %j is removed', (character) => {
    expect(cleanLine(`Nina${character} Tester${character}in${character}`)).toBe('Nina Testerin')
    expect(nameKey({ ...person, lastName: `Tester${character}in` })).toBe(nameKey(person))
  })

  test.each(blanks)(
    'In a line of text, %j (once or twice) becomes one ordinary blank between words, and is removed at both ends',
    (blank) => {
      expect(cleanLine(`${blank}Anna${blank}${blank}Lena${blank}`)).toBe('Anna Lena')
    },
  )

  test.each([
    ['Mu\u0308ller', 'Müller'],
    ['Müller - Lang', 'Müller - Lang'],
    ['O’Brien', 'O’Brien'],
    ['Nina 👨‍👩‍👧 ❤️', 'Nina 👨‍👩‍👧 ❤️'],
    ['٣ שלום', '٣ שלום'],
    ['', ''],
    [' \u200b\u00a0 ', ''],
  ])('The line %j is stored as %j', (typed, stored) => {
    expect(cleanLine(typed)).toBe(stored)
  })

  test('A line with invisible characters and unusual blanks anywhere is stored as the plain line', () => {
    const text = 'Anna Lena Müller-Straßer 12a'
    fc.assert(
      fc.property(disguised(text), (typed) => {
        expect(cleanLine(typed)).toBe(text)
      }),
      seeded,
    )
  })

  test('Cleaning a line that is clean already changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...invisible, ...blanks, 'a', 'ü', 'u\u0308', '👩', '-', '.')),
        (letters) => {
          const once = cleanLine(letters.join(''))
          expect(cleanLine(once)).toBe(once)
          expect(isPrintableLine(once)).toBe(true)
        },
      ),
      seeded,
    )
  })
})

test.each([
  ['a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
  ['  eingerückt\n\n\u00a0 auch\t\n', '  eingerückt\n\n  auch\t\n'],
  ['Tele\u00adfon\u200b: 0\u00a07433', 'Telefon: 0 7433'],
  ['👩🏽‍🚒 ☎️', '👩🏽‍🚒 ☎️'],
])('The text of several lines %j is stored as %j', (typed, stored) => {
  expect(cleanLines(typed)).toBe(stored)
})

describe('the comparison of names in basic Latin', () => {
  test.each([
    ['Aylin Yıldız', 'Aylin Yildiz'],
    ['IŞIL YILMAZ', 'Işıl Yılmaz'],
    ['Paweł Głowacki', 'Pawel Glowacki'],
    ['Jørgen Sørensen', 'JORGEN SORENSEN'],
    ['Đuro Babić', 'Duro Babic'],
    ['Ægir Þórsson', 'Aegir Thorsson'],
    ['Œuvrard', 'Oeuvrard'],
    ['Ħamrun', 'Hamrun'],
    ['İbrahim', 'ibrahim'],
    ['Ǿrsted', 'Orsted'],
    ['Zoë Weiß', 'ZOE WEISS'],
    ['Gra\ufb03ti', 'Graffiti'],
    ['Ｎｉｎａ', 'Nina'],
    ['Müller - Lang', 'Müller-Lang'],
    ['Müller– Lang', 'MUELLER-LANG'],
    ["D'Angelo", 'D’Angelo'],
    ['Jörg', 'Joerg'],
  ])('%s and %s are compared as the same name', (one, other) => {
    expect(normaliseName(one)).toBe(normaliseName(other))
  })

  test.each([
    ['Jörg', 'Jorg'],
    ['Jørgen', 'Jörgen'],
    ['Müller Lang', 'Müller-Lang'],
    ['Владимир', 'Володимир'],
  ])('%s and %s are compared as different names', (one, other) => {
    expect(normaliseName(one)).not.toBe(normaliseName(other))
  })

  // Latin letters of Europe and Turkey: Latin-1, Extended-A and -B, Extended Additional.
  const letters = [
    [0xc0, 0x24f],
    [0x1e00, 0x1eff],
  ]
    .flatMap(([from = 0, to = 0]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .filter((letter) => /\p{Script=Latin}/u.test(letter))

  test('A name in the spelling of a SEPA file is compared as the same name when the bank returns it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...letters, 'a', 'E', ' ', '-', "'"), { maxLength: 20 }),
        (drawn) => {
          const name = drawn.join('')
          const written = sepaText(name, 300)
          // Where a letter has no spelling the file has a blank, and the bank's name is another one.
          fc.pre(/^[\0-\x7f]*$/.test(basicLatin(name)))
          expect(normaliseName(written)).toBe(normaliseName(name))
        },
      ),
      seeded,
    )
  })

  test('Every letter of the European and Turkish alphabets except ezh has a spelling in basic Latin', () => {
    const alphabets =
      'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžșțẁẃẅỳǎǧǩǫǯẞ'
    const left = [...alphabets, ...alphabets.toUpperCase()].filter((letter) =>
      /[^a-z]/i.test(basicLatin(letter)),
    )
    // The Skolt Sámi ezh is no letter of a bank.
    expect(left).toEqual(['ǯ', 'Ǯ'])
  })
})

test.each([
  ['otto.x@example.de', true],
  ['jörg@example.de', true],
  ['anna@müller.de', true],
  ['anna@xn--mller-kva.de', true],
  ['anna+fasnet_2027@mail.example.museum', true],
  ['ulla@example.de\u200b', true],
  ['\u00a0ulla@exam\u00adple.de ', true],
  ["o'neill@example.ie", true],
  ['otto..x@example.de', false],
  ['.anna@example.de', false],
  ['anna.@example.de', false],
  ['anna@-example.de', false],
  ['anna@example-.de', false],
  ['anna@example', false],
  ['anna@.de', false],
  ['anna@example.', false],
  ['anna@example..de', false],
  ['anna@example.d', false],
  ['anna@192.168.1.1', false],
  ['anna@exam_ple.de', false],
  ['anna@example.de, otto@example.de', false],
  ['anna@example.de otto', false],
  ['Anna <anna@example.de>', false],
  [`${'x'.repeat(65)}@example.de`, false],
  [`anna@${'x'.repeat(64)}.de`, false],
])('%j is an e-mail address: %s', (text, expected) => {
  expect(isEmailAddress(text)).toBe(expected)
})

test('An IBAN typed with any grouping, case or invisible characters is stored in one form', () => {
  const iban = 'DE89370400440532013000'
  fc.assert(
    fc.property(disguised('de89 3704 0044 0532 0130 00'), (typed) => {
      expect(plainIban(typed)).toBe(iban)
      expect(plainIban(typed.replaceAll(' ', '–'))).toBe(iban)
    }),
    seeded,
  )
})

test('A mailto link contains only the address, without fields such as bcc, whatever stands before the @', () => {
  expect(mailtoLink('jörg+fasnet@müller.de')).toMatch(/^mailto:[\w%+.-]+@m%C3%BCller\.de$/)
  expect(mailtoLink('otto?bcc=eve@example.de')).toBe('mailto:otto%3Fbcc%3Deve@example.de')
  expect(new URL(mailtoLink('otto?bcc=eve&subject=x#y@example.de')).search).toBe('')
})
