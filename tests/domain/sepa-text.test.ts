import { describe, expect, test } from 'vitest'
import { sepaText } from '#worker/domain/sepa-text.ts'

test.each([
  ['Jörg Größer', 'Joerg Groesser'],
  ['Jo\u0308rg', 'Joerg'],
  ['ÄÖÜ äöü ß ẞ', 'AeOeUe aeoeue ss SS'],
  ['Änne & Söhne', 'Aenne + Soehne'],
  ['Zoë Łukasz Ñandú', 'Zoe Lukasz Nandu'],
  ['O’Neill–Müller', "O'Neill-Mueller"],
  ['Çelik İbrahim Işık', 'Celik Ibrahim Isik'],
  ['Ærø Œuvre Đorđe Ðen Þór łza', 'Aero Oeuvre Dorde Den Thor lza'],
  ['æ œ ø đ ð þ', 'ae oe o d d th'],
  ['a_b [c] {d} €5 100%', 'a-b (c) (d) EUR5 100'],
  ['gruber@example.test; „Zunft“ «Narr» "x"', "gruber(at)example.test, 'Zunft' 'Narr' 'x'"],
  ["A-Z/?:().,'+ 09", "A-Z/?:().,'+ 09"],
])('In a SEPA file the text "%s" is written as "%s"', (text, written) => {
  expect(sepaText(text, 140)).toBe(written)
})

describe('characters that SEPA does not allow', () => {
  test.each([
    ['<script>alert(1)</script>', 'script alert(1) /script'],
    [']]>', '))'],
    ['a\u0000b\r\nc\td', 'a b c d'],
    ['  a \u00a0 b  ', 'a b'],
    ['日本', ''],
    ['😀🎭', ''],
    ['Владимир', ''],
    ['Anna 😀', 'Anna'],
    ['', ''],
  ])(
    'In a SEPA file, %j is written as "%s": characters without a spelling become blanks',
    (text, written) => {
      expect(sepaText(text, 140)).toBe(written)
    },
  )
})

test('A text for a SEPA file is cut after its letters are spelled out, and never ends with a blank', () => {
  expect(sepaText('Ö'.repeat(40), 70)).toBe('Oe'.repeat(35))
  expect(sepaText('abc def', 4)).toBe('abc')
})
