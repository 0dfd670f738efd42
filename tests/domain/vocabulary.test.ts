import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  filesOf,
  lineAt,
  type ProductFile,
  productFiles,
  textsOf,
} from '#tests/support/product-texts.ts'

// One word for one thing: docs/rules.md, "Die Wörter der Zunft", lists the words and the wrong ones, which
// are searched for here in all texts of the product and its handbook.

type Word = { right: string; wrong: string; pattern: RegExp }

/** Where a word is said all the same: in a text that holds `says`, of `file` or of a folder. */
type Exception = { says: string; file: string; why: string }

/** What stands apart from its verb, or holds the "ge" of it. */
const apart = /^(?:ab|an|auf|aus|ein|rück|weiter|zurück|zu)(?=\p{Ll}{4})/u

const rules = readFileSync('docs/rules.md', 'utf8')
const heading = '## Die Wörter der Zunft'
const section = rules.slice(rules.indexOf(heading)).split(/\n(?=## )/)[0] ?? ''
const words = wordsIn(section)

const spec = 'the specification says so'
const searched = 'who types another word finds the page'
const foreign = 'what stands in the tables of other guilds is understood'
const ofTheBank = 'what the bank itself did, in its own words'
const another = 'means somebody else'

const exceptions: readonly Exception[] = [
  { says: 'Das Kostüm konnte nicht geladen werden', file: 'web/data/costumes.ts', why: spec },
  { says: 'bereits für einen Umzug registriert', file: 'web/data/enrolment.ts', why: spec },
  {
    says: 'bereits für einen Umzug registriert',
    file: 'web/enrolment/enrolment.api.ts',
    why: spec,
  },
  { says: 'Login', file: 'web/enrolment/public/public-frame.tsx', why: spec },
  { says: '**Login**', file: 'docs/handbuch', why: spec },
  { says: 'widerrufen', file: 'worker/domain/legal.ts', why: 'the law’s own word' },
  { says: '', file: 'web/search/page-links.ts', why: searched },
  { says: '', file: 'worker/domain/import/known-headings.ts', why: foreign },
  { says: 'Häs', file: 'worker/domain/import/headings.ts', why: foreign },
  { says: '', file: 'worker/domain/import/words.ts', why: foreign },
  { says: '', file: 'web/billing/statement/statement-words.ts', why: ofTheBank },
  { says: 'Abbuchung', file: 'docs/rules.md', why: ofTheBank },
  { says: 'Nimmt der Anbieter heute keine mehr', file: 'docs/rules.md', why: another },
  { says: 'nimmt der Anbieter keine E-Mails', file: 'web/letters/circular-page.tsx', why: another },
  { says: 'anderer Anbieter', file: 'web/enrolment/public/privacy-page.tsx', why: another },
  { says: 'Parades', file: 'worker/domain/honors.ts', why: 'begins a code' },
]

/** The rows of the tables: **right**, what it means, where, "wrong, wrong". */
function wordsIn(text: string): Word[] {
  const rows = [...text.matchAll(/^\| \*\*(.+?)\*\* \|.*\| ([^|]+) \|$/gm)]
  return rows.flatMap(([, right = '', wrong = '']) =>
    wrong === '–'
      ? []
      : wrong.split(', ').map((one) => ({ right, wrong: one, pattern: patternOf(one) })),
  )
}

/** The word in all its forms: "storniert", "Stornierung", "ausgeloggt", "Kostüme". */
function patternOf(phrase: string): RegExp {
  const forms = phrase.split(' ').map((word) => (/^\p{Lu}/u.test(word) ? nounOf : verbOf)(word))
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}_-])(?:${forms.join(String.raw`\s+`)})(?![\p{L}\p{N}_])`,
    'gu',
  )
}

/** With its ending, and as the first part of another noun. */
function nounOf(word: string): string {
  return String.raw`${word}\p{Ll}*`
}

function verbOf(word: string): string {
  const [prefix = ''] = apart.exec(word) ?? []
  const stem = word.slice(prefix.length).replace(/e?n$/, '')
  const forms = prefix ? `${anyCase(prefix)}(?:ge|zu)?${stem}` : `(?:${anyCase(stem)}|[gG]e${stem})`
  return String.raw`${forms}\p{Ll}{0,5}`
}

function anyCase(word: string): string {
  return word.replace(/^./u, (first) => `[${first}${first.toUpperCase()}]`)
}

const read = [...productFiles(), ...filesOf(['docs/handbuch'], /\.md$/), rulesBesides()]

/** The rules outside of the section that has to name the words. */
function rulesBesides(): ProductFile {
  return { file: 'docs/rules.md', source: rules.replace(section, section.replace(/[^\n]/g, '')) }
}

type Found = { place: string; exception: Exception | undefined }

/** "web/data/costumes.ts:24: „Kostüm“, das heißt Kleid" */
function wrongWordsIn(file: ProductFile): Found[] {
  return textsOf(file).flatMap(({ text, start }) =>
    words.flatMap(({ right, pattern }) =>
      [...text.matchAll(pattern)].map(({ 0: said, index }) => ({
        place: `${file.file}:${lineAt(file.source, start + index)}: „${said}“, das heißt „${right}“`,
        exception: exceptions.find(
          (one) => file.file.startsWith(one.file) && holds(text, one.says, index),
        ),
      })),
    ),
  )
}

/** Around the word: the same word elsewhere in a long text is no exception. */
function holds(text: string, says: string, index: number): boolean {
  const flat = (part: string) => part.replace(/\s+/g, ' ')
  return flat(text.slice(Math.max(0, index - says.length), index + says.length)).includes(says)
}

const found = read.flatMap(wrongWordsIn)

test('No text of the product or its handbook contains a wrong word of the guild’s word list', () => {
  expect(found.flatMap(({ place, exception }) => (exception ? [] : [place]))).toEqual([])
})

test('Each exception to the word list belongs to an existing text', () => {
  const used = new Set(found.map(({ exception }) => exception))
  const isRead = (one: Exception) => read.some(({ file }) => file.startsWith(one.file))
  expect(exceptions.filter((one) => isRead(one) && !used.has(one))).toEqual([])
})

describe('the check of words', () => {
  const places = (file: string, source: string) =>
    wrongWordsIn({ file, source }).map(({ place }) => place)

  test.each([
    ['const a = "Teilnahme storniert"', '1: „storniert“, das heißt „absagen“'],
    ['<p>\n  {n} Stornierungen\n</p>', '2: „Stornierungen“, das heißt „absagen“'],
    [`\`\${n} Kostüme\``, '1: „Kostüme“, das heißt „Kleid“'],
    ['<p>Teilnahme\n  löschen</p>', '1: „Teilnahme\n  löschen“, das heißt „streichen“'],
    ['"Kreuzt Du an, was angekreuzt ist?"', '1: „angekreuzt“, das heißt „anhaken“'],
    ['"Nur zum Einloggen"', '1: „Einloggen“, das heißt „anmelden“'],
    ['"Parademarsch"', '1: „Parademarsch“, das heißt „Umzug“'],
  ])(
    'The check of words reports the wrong word in %s together with the right one',
    (source, place) => {
      expect(places('web/a.tsx', source)).toEqual([`web/a.tsx:${place}`])
    },
  )

  test.each(['"ParadeCancelled" // Die Parade', 'import "./Parade.ts"', 'const Parade = "Umzug"'])(
    'The check of words does not report %s, since users do not read it',
    (source) => {
      expect(places('web/a.tsx', source)).toEqual([])
    },
  )

  test('The check of words reports a wrong word in the handbook with its line', () => {
    expect(places('docs/handbuch/a.md', '# Kleider\n\nDas Kostüm')).toEqual([
      'docs/handbuch/a.md:3: „Kostüm“, das heißt „Kleid“',
    ])
  })
})

test("Every row of the guild's word list has a word, its meaning, its place and wrong words", () => {
  const rows = section.split('\n').filter((line) => line.startsWith('| **'))
  expect(rows.filter((row) => row.split('|').length !== 6)).toEqual([])
  const withWrong = rows.filter((row) => !row.endsWith('| – |'))
  expect(withWrong.length).toBeGreaterThan(0)
  expect(new Set(words.map(({ right }) => right)).size).toBe(withWrong.length)
})
