/** A place in a text that refers to a fee, "MB2027-4711" or "MB2027-ID12". */
export type WrittenReference = {
  /**
   * Every reading, the shortest number first: a digit after a blank or a line break may belong to
   * the number ("MB2026-4 2") or not ("MB2026-24 2 Personen"). The last one covers a named season
   * ("MB2026/27-12").
   */
  readings: string[]
  /** The readings as EndToEndIds: a second collection appends a number, "MB2026-41-2". */
  debits: string[]
  /** Whether it is a bare number after a reference, which may be a second one ("MB2025-128 und 179"). */
  isExtra: boolean
  /** Whether more text follows; digits after a blank may belong to that text. */
  hasMoreText: boolean
}

/** The distinct references in the texts of a line. */
export function referencesIn(texts: readonly string[]): WrittenReference[] {
  // Some banks leave MT940 field marks at line ends: "MB2026-9?210 Pfleiderer".
  const found = texts.flatMap((text) =>
    readText(text.normalize('NFKC').replace(/\?(?:2\d|3[0-46-9]|6[0-3])/g, '\n')),
  )
  return [...new Map(found.map((one) => [`${one.readings} ${one.isExtra}`, one])).values()]
}

const separator = String.raw`[\s./_:#*|\p{Pd}−]{0,3}`
/** How a reference starts. Right after a letter only without blanks: "BeitragMB2026-42", not "im B 2026 42". */
const start = String.raw`(?:(?<![\p{L}\p{N}])M\s*B${separator}|(?<=[\p{L}\p{N}])MB(?=\d{4}))`
const written = new RegExp(
  String.raw`${start}((?:\d\s*){4})(${separator})((?:I\s*D|N[ro]|Mitglied(?:snr|snummer)?)${separator})?(\d[\d\s]*)`,
  'giu',
)
const attempt = /(\s*)\p{Pd}(\s*)(\d{1,2})(?!\d)/uy
const further = /\s*(?:[,;/+&]|und\b|u\.?(?=\s))\s*(?:I\s*D[\s\p{Pd}]*)?(\d{1,9})(?!\d|[.,]\d)/iuy
const mostDigits = 9

function readText(text: string): WrittenReference[] {
  return [...text.matchAll(written)].flatMap((match) => {
    const [whole, written = '', between = '', word = '', digits = ''] = match
    const groups = digits.trim().split(/\s+/)
    const year = written.replace(/\s/g, '')
    const prefix = `MB${year}-${/^I/i.test(word) ? 'ID' : ''}`
    const numbers = groups
      .map((_, index) => groups.slice(0, index + 1).join(''))
      .filter((number, index) => index === 0 || number.length <= mostDigits)
    const own = numbers.map((number) => `${prefix}${Number(number)}`)
    const end = match.index + whole.trimEnd().length
    const inSeason =
      word === '' ? ofSeason(Number(year), between, text.slice(end - digits.trim().length)) : []
    const readings = [...own, ...inSeason]
    const hasMoreText = text.slice(end).trim() !== ''
    const first = { readings, debits: debitsNamed(own, text, end), isExtra: false, hasMoreText }
    const extra = numbersBehind(text, end).map((number) => {
      const reading = `${prefix}${number}`
      return { readings: [reading], debits: [], isExtra: true, hasMoreText: false }
    })
    return [first, ...extra]
  })
}

/** A number after "2026/27" or "2026-2027", for either year. */
function ofSeason(year: number, between: string, behind: string): string[] {
  const [, end = '', number] =
    /^(\d{4}|\d{2})[\s./_:\p{Pd}−]{1,3}(\d{1,9})(?!\d)/u.exec(behind) ?? []
  const isSeason = /[/\p{Pd}−]/u.test(between) && String(year + 1).endsWith(end)
  return isSeason && number ? [year, year + 1].map((one) => `MB${one}-${Number(number)}`) : []
}

function debitsNamed(readings: readonly string[], text: string, end: number): string[] {
  attempt.lastIndex = end
  const match = attempt.exec(text)
  const last = readings.at(-1)
  if (!match) return [...readings]
  const [, before, behind, number] = match
  const isGlued = before === '' && behind === ''
  return [...(isGlued ? readings.slice(0, -1) : readings), `${last}-${Number(number)}`]
}

function numbersBehind(text: string, end: number): number[] {
  const found: number[] = []
  further.lastIndex = end
  for (let match = further.exec(text); match && found.length < 20; match = further.exec(text)) {
    found.push(Number(match[1]))
  }
  return found
}
