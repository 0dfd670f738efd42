import { importFields } from '#worker/domain/import/fields.ts'
import { headingKey, sheetKinds } from '#worker/domain/import/headings.ts'
import { knownHeadings } from '#worker/domain/import/known-headings.ts'

/** Encodings with one byte for each character. In `utf-8+…` they decode only the bytes that are not valid UTF-8. */
const singleByte = ['windows-1252', 'windows-1254', 'windows-1250', 'cp850', 'macintosh'] as const
type SingleByte = (typeof singleByte)[number]

export type CodePage = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte | `utf-8+${SingleByte}`

/** A possible encoding, with sample words for the user to judge. */
export type EncodingOption = { codePage: CodePage; samples: string[] }

/** When several encodings are plausible, the user has to choose. */
export type Decoded = { text: string } | { readings: EncodingOption[] }

/** The text in the encoding that yields German words; when none or several do, the candidates. */
export function decodeText(bytes: Uint8Array): Decoded {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe) return { text: decodeAs(bytes.subarray(2), 'utf-16le') }
  if (first === 0xfe && second === 0xff) return { text: decodeAs(bytes.subarray(2), 'utf-16be') }
  const wide = withoutMark(bytes)
  if (wide) return { text: decodeAs(bytes, wide) }
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  const body = hasMark ? bytes.subarray(3) : bytes
  const text = strictUtf8(body)
  return text === null ? chooseEncoding(body) : { text: onceEncoded(text) }
}

export function decodeAs(bytes: Uint8Array, codePage: CodePage): string {
  if (codePage.startsWith('utf-8+')) return decodedMixed(bytes, codePage.slice(6) as SingleByte)
  if (codePage === 'cp850') return decodedWith(bytes, tableOf(codePage))
  return new TextDecoder(codePage).decode(bytes)
}

/** Repairs UTF-8 that was read as Windows-1252 and encoded again: "MÃ¼ller". */
function onceEncoded(text: string): string {
  if (!doubleEncoded('Ã').test(text)) return text
  return text.replace(doubleEncoded('ÂÃÄÅ'), ([lead = '', next = '']) => {
    const at = tableOf('windows-1252').indexOf(next)
    const second = at === -1 ? next.charCodeAt(0) : at + 128
    return strictUtf8(Uint8Array.of(lead.charCodeAt(0), second)) ?? lead + next
  })
}

/** Matches one of `leads`, followed by the Windows-1252 character of a byte from 128 to 191. */
const doubleEncoded = (leads: string) =>
  new RegExp(`[${leads}][\\u0080-\\u00bf${tableOf('windows-1252').slice(0, 32).join('')}]`, 'gu')

const strict = new TextDecoder('utf-8', { fatal: true })

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

/** Detects UTF-16 without a byte order mark: in Latin text every other byte is zero. */
function withoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const pairs = Math.min(bytes.length, 4_000) >> 1
  let even = 0
  let odd = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (bytes[2 * pair] === 0) even++
    if (bytes[2 * pair + 1] === 0) odd++
  }
  if (pairs === 0 || even * 20 > pairs === odd * 20 > pairs) return null
  if (odd * 2 > pairs) return 'utf-16le'
  return even * 2 > pairs ? 'utf-16be' : null
}

// ── Single bytes ───────────────────────────────────────────────────────────────────────────

/** Code page 850 (DOS, Western Europe) from 128 on, which `TextDecoder` does not support. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const tables = new Map<SingleByte, readonly string[]>()

/** The characters of the bytes from 128 to 255. */
function tableOf(codePage: SingleByte): readonly string[] {
  const high = Uint8Array.from({ length: 128 }, (_, index) => index + 128)
  const table = tables.get(codePage) ?? [
    ...(codePage === 'cp850' ? cp850 : new TextDecoder(codePage).decode(high)),
  ]
  tables.set(codePage, table)
  return table
}

const decodedWith = (bytes: Uint8Array, table: readonly string[]) =>
  pieces(bytes, (at) => ({ text: table[(bytes[at] ?? 0) - 128] ?? '', length: 1 }))

/** Keeps runs of ASCII and decodes all other bytes with `read`. */
function pieces(bytes: Uint8Array, read: (at: number) => { text: string; length: number }): string {
  const ascii = new TextDecoder('utf-8')
  const found: string[] = []
  let at = 0
  while (at < bytes.length) {
    let end = at
    while (end < bytes.length && (bytes[end] ?? 0) < 128) end++
    if (end > at) found.push(ascii.decode(bytes.subarray(at, end)))
    at = end
    if (at === bytes.length) break
    const { text, length } = read(at)
    found.push(text)
    at += length
  }
  return found.join('')
}

// ── UTF-8 mixed with other bytes ───────────────────────────────────────────────────────────

/** The length of the UTF-8 sequence at `at`; 0 unless its character occurs in names and addresses. */
function lengthOfUtf8(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0
  const length = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : 0
  if (length === 0 || at + length > bytes.length) return 0
  const character = strictUtf8(bytes.subarray(at, at + length))
  return character !== null &&
    (latin.test(character) || marks.has(character) || character === '\ufffd')
    ? length
    : 0
}

const latin = /^(?:[\u00a0-\u024f\u1e00-\u1eff]|\p{M})$/u

/**
 * Decodes UTF-8 in which some words are in another encoding. A word that is plausible in neither gets U+FFFD,
 * which the import reports as an error of the cell.
 */
function decodedMixed(bytes: Uint8Array, other: SingleByte): string {
  const table = tableOf(other)
  return pieces(bytes, (at) => {
    let end = at
    while (end < bytes.length && isWordByte(bytes[end] ?? 0)) end++
    let start = at
    while (start > 0 && isWordByte(bytes[start - 1] ?? 0)) start--
    const isWord = wordPlausibility(mixedWord(bytes.subarray(start, end), table)) > 0
    const read = isWord ? table : lost
    return { text: mixedWord(bytes.subarray(at, end), read), length: end - at }
  })
}

const lost: readonly string[] = Array.from({ length: 128 }, () => '\ufffd')

function mixedWord(bytes: Uint8Array, table: readonly string[]): string {
  return pieces(bytes, (at) => {
    const length = lengthOfUtf8(bytes, at)
    if (length === 0) return { text: table[(bytes[at] ?? 0) - 128] ?? '', length: 1 }
    return { text: new TextDecoder().decode(bytes.subarray(at, at + length)), length }
  })
}

// ── Choice of the encoding ─────────────────────────────────────────────────────────────────

/** The number of distinct words that are scored. */
const wordsToJudge = 3_000
/** The lead over the second best score below which the user is asked. */
const clearLead = 3
/** A head start for the encoding of Windows, where nearly all files in a single-byte encoding come from. */
const usual: Partial<Record<SingleByte, number>> = { 'windows-1252': 1.5 }

function chooseEncoding(bytes: Uint8Array): Decoded {
  const words = wordsOf(bytes)
  const hasUtf8 = words.some((word) => word.some((_, at) => lengthOfUtf8(word, at) > 0))
  const pure = singleByte.map((codePage) => ({
    codePage: codePage as CodePage,
    score:
      (usual[codePage] ?? 0) +
      sum(words, (word) => wordPlausibility(decodedWith(word, tableOf(codePage)))),
  }))
  const mixed = !hasUtf8
    ? []
    : singleByte.map((codePage) => ({
        codePage: `utf-8+${codePage}` as CodePage,
        // An implausible word lowers the score by at most 0.5. It does not rule out the encoding, since
        // `decodedMixed` replaces what it cannot read, and the user sees an error at the cell.
        score:
          (usual[codePage] ?? 0) +
          sum(words, (word) =>
            Math.max(-0.5, wordPlausibility(mixedWord(word, tableOf(codePage)))),
          ),
      }))
  const ranked = [...mixed, ...pure]
    .map((one) => ({ ...one, read: words.map((word) => decodeAs(word, one.codePage)) }))
    .toSorted((one, other) => other.score - one.score)
    // Of several encodings that read all words alike, only the best is a candidate.
    .filter(({ read }, index, all) => all.findIndex((one) => isSame(one.read, read)) === index)
  const [best, next] = ranked
  if (!best) return { text: decodeAs(bytes, 'windows-1252') }
  const isUsual = best.codePage.includes('utf-8') || best.codePage === 'windows-1252'
  const isLikely = isUsual ? best.score > 0 : best.score >= clearLead - 0.5
  if (isLikely && best.score - (next?.score ?? Number.NEGATIVE_INFINITY) >= clearLead) {
    return { text: decodeAs(bytes, best.codePage) }
  }
  const telling = words
    .map((_, index) => index)
    .toSorted((one, other) => lettersOf(ranked, other) - lettersOf(ranked, one))
    .slice(0, 5)
  return {
    readings: ranked.slice(0, 4).map(({ codePage, read }) => ({
      codePage,
      samples: telling.map((index) => read[index] ?? ''),
    })),
  }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.every((word, index) => word === other[index])

const lettersOf = (ranked: readonly { read: readonly string[] }[], index: number) =>
  ranked[0]?.read[index]?.replace(/\P{L}/gu, '').length ?? 0

function sum(words: readonly Uint8Array[], score: (word: Uint8Array) => number): number {
  return words.reduce((total, word) => total + score(word), 0)
}

const isWordByte = (byte: number) =>
  byte >= 128 || (byte > 64 && byte < 91) || (byte > 96 && byte < 123)

/** The distinct words that contain a byte from 128 on. */
function wordsOf(bytes: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>()
  let start = -1
  let isHigh = false
  for (let at = 0; at <= bytes.length && words.size < wordsToJudge; at++) {
    const byte = bytes[at] ?? 0
    if (at < bytes.length && isWordByte(byte)) {
      if (start < 0) start = at
      isHigh ||= byte >= 128
      continue
    }
    if (start >= 0 && isHigh) {
      const word = bytes.subarray(start, at)
      words.set(String.fromCharCode(...word.subarray(0, 200)), word.subarray(0, 200))
    }
    start = -1
    isHigh = false
  }
  return [...words.values()]
}

// ── Scoring of words ───────────────────────────────────────────────────────────────────────

/** Parts of names, addresses and headings with umlauts and the like. */
const stems =
  /straße|gä(?:ss|ß)|mü(?:ll|hl|nch|nst)|jörg|jürgen|günt|käth|schäf|köhl|krämer|bäck|schröd|schütz|björn|(?:ren|andr)é(?!\p{L})|groß|größ|weiß|strauß|jäger|könig|löffl|öschl|hö(?:fe|he|ll|lz)|tübing|köln|würz|österreich|schön|grün|süß|brühl|bühl|rüdig|bärb|dörf|zürich|präs|führer|prüf|räti?n|häs|männ|frän|jüng|flör|büch|kühn|kübl|bär|käs|lörr|schwäb|österr|übung|überwe|gebühr|tätig|ämt|lädt|mäd|töcht|söhn|brüd|vä?ter|älter/iu

const letter = /\p{L}/u
const vowel = /[aeiouyäöüAEIOUYÄÖÜ]/u
const otherVowel = /[aeiouyáéíóúýě]/iu
/** Accented letters that are frequent in names in Germany. */
const frequent = new Set('éèáàóíúçñëâšžýãøřşğıÉÁÓÇŠŽŞİ')
/** Icelandic letters, at whose place the Turkish code page has ğ, ş and Ş. */
const icelandic = new Set('ðþÐÞ')
/** Endings of names from Croatia, Serbia and Slovenia. */
const slavicEnd = new Set('čć')
/** Characters that stand beside words, such as quotation marks, and make a word implausible when inside it. */
const marks = new Set('„“”‚‘’‹›«»–—…•·°§€²³†\u00a0')

/** A score for how likely the word occurs in German data: above 0 for a plausible word, below 0 for a wrong reading. */
export function wordPlausibility(word: string): number {
  const letters = [...word]
  let score = 0
  letters.forEach((one, at) => {
    if (one > '\u007f') score += letterScore(letters, one, at)
  })
  if (score > 0 && (stems.test(word) || isKnownHeading(word))) score += 4
  return score
}

function letterScore(word: readonly string[], one: string, at: number): number {
  const before = word[at - 1] ?? ''
  const after = word[at + 1] ?? ''
  const isAfter = letter.test(before)
  const isBefore = letter.test(after)
  if (one === '\ufffd') return -1
  if (!letter.test(one) || 'ªºµﬁﬂƒ'.includes(one)) {
    if (!marks.has(one)) return one < '\u00a0' ? -6 : -4
    if (one === '\u00a0') return 0
    if (one === '’') return isAfter ? 1.5 : -1
    if (isAfter && isBefore) return -4
    if ('„‚'.includes(one)) return isAfter ? -1 : 1.5
    return '“”‘'.includes(one) ? 1 : 0.5
  }
  if (!isAfter && !isBefore) return 'äöüÄÖÜ'.includes(one) ? 0 : -2
  if (one === 'ß') return vowel.test(before) ? 3 : -2
  const isUpper = one !== one.toLowerCase()
  // A capital inside a word is implausible after or before a small letter.
  if (isUpper && isAfter && !/\p{Lu}/u.test(before)) return -3
  if (isUpper && isAfter && /\p{Ll}/u.test(after)) return -3
  if (!isUpper && /\p{Lu}\p{Lu}/u.test((word[at - 2] ?? '') + before)) return -2
  if (!isUpper && /\p{Lu}/u.test(after)) return -2
  if ('äöüÄÖÜ'.includes(one)) return one === 'ö' && !isBefore ? -0.5 : 3
  if (slavicEnd.has(one)) return isBefore ? -0.5 : 2
  if ((one === 'è' || one === 'æ') && !isBefore) return -2
  if (icelandic.has(one)) return -1.5
  // "ø" beside a vowel is most likely the "ř" of another code page.
  if (one === 'ø' && (vowel.test(before) || otherVowel.test(after))) return -1.5
  if (one === 'ř' && !vowel.test(after) && !otherVowel.test(after)) return -0.5
  return frequent.has(one) ? 1 : -0.5
}

const known = new Set(
  sheetKinds.flatMap((kind) => [
    ...Object.values(knownHeadings[kind]).flat().map(headingKey),
    ...importFields[kind].map(({ label }) => headingKey(label)),
  ]),
)

/** Whether the text is a heading of any kind of import; with its punctuation, "a, b" is not the heading "ab". */
export function isKnownHeading(text: string): boolean {
  const key = headingKey(text)
  return known.has(key) && (key.length > 3 || text.length < key.length + 2)
}
