import { normaliseName } from '#worker/domain/names.ts'

/**
 * The search of every list. Each typed word must be the beginning of a word of the row, in any
 * order, folded like names (ä = ae, ß = ss) or without umlauts ("hau" finds Hauser and Häußler). In
 * telephone and account numbers three consecutive digits suffice, at any place.
 */

/**
 * The search text of a row; computed once for a list, not on every key press. @param numbers found
 * by digits at any place, however they are grouped
 */
export function searchTextOf(parts: readonly string[], numbers: readonly string[] = []): string {
  const all = parts.join('\n')
  const words = wordsOf(normaliseName(all))
  if (umlaut.test(all)) words.push(...wordsOf(withoutPoints(all)))
  const runs = new Set(numbers.flatMap(digitsOf))
  return ` ${words.join(' ')}\n${[...runs].join('#')}`
}

/** Parses the search once for many rows. An empty search matches all. */
export function matcherOf(typed: string): (text: string) => boolean {
  const tokens = tokensOf(typed)
  if (tokens.length === 0) return () => typed.trim() === ''
  return (text) => passes(text, tokens, 0)
}

export function matches(text: string, typed: string): boolean {
  return matcherOf(typed)(text)
}

export type Marked = { text: string; isMarked: boolean }

/** Splits a shown text into pieces, marking the matched beginnings of words. */
export function markMatches(shown: string, typed: string): Marked[] {
  const chars = [...shown.normalize('NFC')]
  const marked = new Set<number>()
  const wanted = tokensOf(typed).flatMap(({ word, pieces }) => [word, ...pieces])
  for (const [start, char] of chars.entries()) {
    if (!partOfWord.test(char) || partOfWord.test(chars[start - 1] ?? '')) continue
    for (const word of wanted) {
      const end =
        endOf(word, chars, start, normaliseName) ?? endOf(word, chars, start, withoutPoints)
      for (let index = start; index < (end ?? start); index += 1) marked.add(index)
    }
  }
  return inPieces(chars, marked)
}

/** Like `markMatches` for a telephone number: marks digits, ignoring separators. */
export function markDigits(shown: string, typed: string): Marked[] {
  const chars = [...shown]
  const places = chars.flatMap((char, index) => (/\d/.test(char) ? [index] : []))
  const digits = places.map((index) => chars[index]).join('')
  const marked = new Set<number>()
  for (const { runs } of tokensOf(typed)) {
    // The longest match; "+49 741" and "0741" match each other without their prefixes.
    const found = runs
      .flatMap((run) => run.digits.flatMap((one) => [one, one.replace(/^0/, '')]))
      .filter((one) => one.length >= leastDigits - 1 && digits.includes(one))
      .sort((a, b) => b.length - a.length)[0]
    if (found === undefined) continue
    const first = digits.indexOf(found)
    const [from = 0, to = -1] = [places[first], places[first + found.length - 1]]
    for (let index = from; index <= to; index += 1) marked.add(index)
  }
  return inPieces(chars, marked)
}

/** Whether each typed word is a whole word of the text and not only a beginning. */
export function wholeWordMatcher(typed: string): (text: string) => boolean {
  const words = tokensOf(typed).map(({ word }) => word)
  const isWhole = (text: string, word: string) =>
    text.includes(` ${word} `) || text.includes(` ${word}\n`)
  return (text) => words.every((word) => isWhole(text, word))
}

type Token = {
  word: string
  /** "maier" and "grupp" of "maier-grupp", which may also be separate words. */
  pieces: readonly string[]
  /** The numbers that start with this token: the token alone, or joined with following ones. */
  runs: readonly Run[]
}

type Run = { digits: readonly string[]; next: number }

const umlaut = /[äöü]|\u0308/i
const partOfWord = /[\p{L}\p{N}]/u
const notOfWord = /[^\p{L}\p{N}]+/u
const leastDigits = 3

function tokensOf(typed: string): Token[] {
  const written = normaliseName(typed)
    // "14. 3. 1968" is a single day.
    .replace(/(\d\.) (?=\d)/g, '$1')
    .split(' ')
    .filter((word) => partOfWord.test(word))
  return written.map((one, at) => {
    const word = bareWord(one)
    const pieces = /\p{L}/u.test(word) && !word.includes('@') ? word.split(notOfWord) : []
    return { word, pieces: pieces.length > 1 ? pieces : [], runs: runsFrom(written, at) }
  })
}

const partOfDay = /^\d{1,2}\.(\d{1,2}(\.\d{0,4})?)?$/

/** "gruber," and "(geb:" without punctuation; a day keeps its last point. */
function bareWord(written: string): string {
  const word = written.replace(/^[^\p{L}\p{N}]+/u, '')
  return partOfDay.test(word) ? word : word.replace(/[^\p{L}\p{N}@]+$/u, '')
}

function runsFrom(written: readonly string[], at: number): Run[] {
  const runs: Run[] = []
  let run = ''
  for (let next = at; isDialled(written[next]); next += 1) {
    run += written[next]
    const digits = digitsOf(run).filter(({ length }) => length >= leastDigits)
    if (digits.length > 0) runs.push({ digits, next: next + 1 })
  }
  return runs
}

function isDialled(word = ''): boolean {
  return /^[+(]*\d[\d()/.-]*$/.test(word) && !partOfDay.test(word)
}

/** The digits of a number as written and as dialled in Germany: +49, 0049 and 0 are equal. */
function digitsOf(number: string): string[] {
  const written = number.replace(/\D/g, '')
  if (written === '') return []
  const abroad = /^[\s(]*\+/.test(number) ? `00${written}` : written
  const dialled = abroad.replace(/^00490?(?=\d)/, '0')
  return dialled === written ? [written] : [dialled, written]
}

/** Each token begins a word, or is part of a number that was typed with blanks. */
function passes(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token) return true
  if (beginsWord(text, token) && passes(text, tokens, at + 1)) return true
  return token.runs.some(
    ({ digits, next }) => hasDigits(text, digits) && passes(text, tokens, next),
  )
}

function beginsWord(text: string, { word, pieces }: Token): boolean {
  if (text.includes(` ${word}`)) return true
  return pieces.length > 0 && pieces.every((piece) => text.includes(` ${piece}`))
}

function hasDigits(text: string, digits: readonly string[]): boolean {
  const numbers = text.indexOf('\n')
  return digits.some((one) => text.includes(one, numbers))
}

/** Folded like names, but "muller" for "Müller". */
function withoutPoints(text: string): string {
  return normaliseName(text.normalize('NFD').replace(/\u0308/g, ''))
}

/** The suffixes at word parts, "maier-grupp" and "grupp", and the joined form "maiergrupp". */
function wordsOf(folded: string): string[] {
  return folded.split(' ').flatMap((word) => {
    if (/^[a-z\d]+$/.test(word)) return [word]
    const day = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(word)
    if (day) return daySpellings(day)
    const starts = [...word.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => word.slice(index))
    if (starts.length < 2) return starts
    // Nearly every address ends with ".de".
    if (word.includes('@')) return starts.slice(0, -1)
    return [...starts, word.replace(/[^\p{L}\p{N}]+/gu, '')]
  })
}

/** "14.03.1968" also as "14.3.1968", "14.3.68" and "1968". */
function daySpellings([, day = '', month = '', year = '']: RegExpExecArray): string[] {
  const days = [`${day}.${month}.`, `${Number(day)}.${Number(month)}.`]
  return [year, ...days.flatMap((one) => [one + year, one + year.slice(2)])]
}

/** The end of the match that begins at `start`, in whole characters: "gru" covers all of "Grü". */
function endOf(
  word: string,
  chars: readonly string[],
  start: number,
  fold: (char: string) => string,
): number | null {
  let read = ''
  let end = start
  while (read.length < word.length && end < chars.length) {
    read += fold(chars[end] ?? '')
    end += 1
    if (!read.startsWith(word.slice(0, read.length))) return null
  }
  return read.startsWith(word) ? end : null
}

function inPieces(chars: readonly string[], marked: ReadonlySet<number>): Marked[] {
  const pieces: Marked[] = []
  for (const [index, char] of chars.entries()) {
    const isMarked = marked.has(index)
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.text += char
    else pieces.push({ text: char, isMarked })
  }
  return pieces
}
