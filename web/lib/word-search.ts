import { normaliseName } from '#worker/domain/names.ts'

/**
 * The search of every list. Each typed word must begin a word of the row, in any order; umlauts are folded as in
 * names (ä = ae, ß = ss) or dropped ("hau" finds Hauser and Häußler). In telephone and account numbers three
 * consecutive digits suffice, at any place.
 *
 * The search over all lists then adds less close matches: three letters inside a word, and beginnings with one
 * typing error in words of five letters or more.
 */

/** How exact a match has to be; each level also accepts what the levels before it accept. */
export const closeness = { start: 0, inside: 1, typo: 2 } as const
export type Closeness = (typeof closeness)[keyof typeof closeness]

/**
 * The search text of a row; computed once for a list, not on every key press.
 * @param numbers telephone numbers and the like, of which any digits are found, with or without blanks
 */
export function searchTextOf(parts: readonly string[], numbers: readonly string[] = []): string {
  const all = parts.join('\n')
  const words = wordsOf(normaliseName(all))
  if (umlaut.test(all)) words.push(...wordsOf(withoutPoints(all)))
  const runs = new Set(numbers.flatMap(digitsOf))
  return ` ${words.join(' ')}\n${[...runs].join('#')}`
}

/** A function that tells whether the search text of a row matches; an empty search matches every row. */
export function matcherOf(
  typed: string,
  level: Closeness = closeness.start,
): (text: string) => boolean {
  const tokens = tokensOf(typed)
  if (tokens.length === 0) return () => typed.trim() === ''
  return (text) => matchesFrom(text, tokens, 0, level)
}

export function matches(text: string, typed: string): boolean {
  return matcherOf(typed)(text)
}

export type Marked = { text: string; isMarked: boolean }

/** Splits a shown text into pieces, marking what matches: mostly the beginnings of words. */
export function markMatches(
  shown: string,
  typed: string,
  level: Closeness = closeness.start,
): Marked[] {
  const chars = [...shown.normalize('NFC')]
  const marked = new Set<number>()
  const tokens = tokensOf(typed)
  const wanted = tokens.flatMap(({ word, pieces }) => [word, ...pieces])
  for (const [start, char] of chars.entries()) {
    if (!partOfWord.test(char)) continue
    const isStart = !partOfWord.test(chars[start - 1] ?? '')
    if (!isStart && level === closeness.start) continue
    for (const word of wanted) {
      if (!isStart && word.length < leastInside) continue
      const end =
        endOf(word, chars, start, normaliseName) ?? endOf(word, chars, start, withoutPoints)
      for (let index = start; index < (end ?? start); index += 1) marked.add(index)
    }
    if (!isStart || level !== closeness.typo) continue
    const end = endOfWord(chars, start)
    const word = chars.slice(start, end).join('')
    if (!tokens.some((token) => hasTypo(` ${normaliseName(word)} ${withoutPoints(word)}`, token)))
      continue
    for (let index = start; index < end; index += 1) marked.add(index)
  }
  return inPieces(chars, marked)
}

function endOfWord(chars: readonly string[], start: number): number {
  const length = chars.slice(start).findIndex((char) => !partOfWord.test(char))
  return length < 0 ? chars.length : start + length
}

/** Like `markMatches` for a telephone number: marks digits, ignoring separators. */
export function markDigits(shown: string, typed: string): Marked[] {
  const chars = [...shown]
  const places = chars.flatMap((char, index) => (/\d/.test(char) ? [index] : []))
  const digits = places.map((index) => chars[index]).join('')
  const marked = new Set<number>()
  for (const { runs } of tokensOf(typed)) {
    // Marks the longest match. The leading 0 is also left out, so that "0741" is found in "+49 741".
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
  /** The numbers that may begin with this token: the token alone, or joined with the tokens after it. */
  runs: readonly Run[]
  /** Spellings that are also compared with one typing error; none of short words and numbers. */
  misspelt: readonly string[]
}

type Run = { digits: readonly string[]; next: number }

const umlaut = /[äöü]|\u0308/i
const partOfWord = /[\p{L}\p{N}]/u
const notOfWord = /[^\p{L}\p{N}]+/u
const leastDigits = 3
const leastInside = 3
const leastMisspelt = 5

/** The "Nr." in "Nr. 215" or "Mitgliedsnummer 215"; replaced by "#", so that "#215" is not read as a telephone number. */
const signOfNumber = /(^| )(?:(?:\p{L}*nummer|[\p{L}.-]*nr|no)(?:[.:]{1,2} ?| )|[#№] ?)(?=\d)/gu

function tokensOf(typed: string): Token[] {
  const written = normaliseName(typed)
    .replace(signOfNumber, '$1#')
    // Removes the blanks in "14. 3. 1968", so that the day is one word.
    .replace(/(\d\.) (?=\d)/g, '$1')
    .split(' ')
    .filter((word) => partOfWord.test(word))
  const asTyped = typed.normalize('NFC').split(/\s+/)
  return written.map((one, at) => {
    const word = bareWord(one)
    const pieces = /\p{L}/u.test(word) && !word.includes('@') ? word.split(notOfWord) : []
    return {
      word,
      pieces: pieces.length > 1 ? pieces : [],
      runs: digitRunsFrom(written, at),
      misspelt: misspeltOf(word, asTyped),
    }
  })
}

function misspeltOf(word: string, asTyped: readonly string[]): string[] {
  if (!/^\p{L}+$/u.test(word)) return []
  // Letters are counted as typed: "Höck" has four, its folded form five.
  const own = asTyped.find((one) => bareWord(normaliseName(one)) === word) ?? word
  if (bareWord(own).length < leastMisspelt) return []
  return [...new Set([word, withoutPoints(bareWord(own))])]
}

const partOfDay = /^\d{1,2}\.(\d{1,2}(\.\d{0,4})?)?$/

/** "gruber," and "(geb:" without punctuation; a day keeps its last point. */
function bareWord(written: string): string {
  const word = written.replace(/^[^\p{L}\p{N}]+/u, '')
  return partOfDay.test(word) ? word : word.replace(/[^\p{L}\p{N}@]+$/u, '')
}

function digitRunsFrom(written: readonly string[], at: number): Run[] {
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

/** Whether the text matches the tokens from `at` on; a number typed with blanks takes several tokens at once. */
function matchesFrom(
  text: string,
  tokens: readonly Token[],
  at: number,
  level: Closeness,
): boolean {
  const token = tokens[at]
  if (!token) return true
  const fits =
    beginsWord(text, token) ||
    (level >= closeness.inside && isInside(text, token)) ||
    (level >= closeness.typo && hasTypo(text, token))
  if (fits && matchesFrom(text, tokens, at + 1, level)) return true
  return token.runs.some(
    ({ digits, next }) => hasDigits(text, digits) && matchesFrom(text, tokens, next, level),
  )
}

function isInside(text: string, { word }: Token): boolean {
  if (word.length < leastInside || !/\p{L}/u.test(word)) return false
  const at = text.indexOf(word)
  return at >= 0 && at < endOfWords(text)
}

function hasTypo(text: string, { misspelt }: Token): boolean {
  if (misspelt.length === 0) return false
  const words = text.slice(1, endOfWords(text)).split(' ')
  return misspelt.some((typed) => words.some((word) => beginsWithTypo(word, typed)))
}

function endOfWords(text: string): number {
  const end = text.indexOf('\n')
  return end < 0 ? text.length : end
}

/** Whether the word begins as typed, except for one wrong, missing, superfluous or swapped letter. */
function beginsWithTypo(word: string, typed: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at += 1
  const rest = typed.slice(at)
  return (
    word.startsWith(rest.slice(1), at + 1) ||
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest.slice(1), at) ||
    (rest[0] === word[at + 1] && rest[1] === word[at] && word.startsWith(rest.slice(2), at + 2))
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

/** The text folded like a name, but with the umlauts' points dropped: "muller" for "Müller". */
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
    // The last part of an e-mail address cannot be searched: nearly every address ends with ".de".
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
