/** Blanks of any width, control characters and invisible characters, which some spreadsheets drop. */
const unseen = String.raw`[\s\p{Z}\p{Cc}\p{Cf}\u2800\p{Default_Ignorable_Code_Point}]`

/**
 * Characters that begin a formula, in every width and height, or that some programs take for its beginning.
 */
const begins = String.raw`[=+\-@＝﹦⁼₌＋﹢⁺₊﬩－﹣＠﹫\t\r\n]`

/**
 * `runsAsFormula` matches text that a spreadsheet would run as a formula, or that would be mistaken
 * for escaped text when the file is read again. `isDefused` matches escaped text.
 */
const runsAsFormula = new RegExp(`^'*${unseen}*${begins}`, 'u')
const isDefused = new RegExp(`^'+${unseen}*${begins}`, 'u')

/** A phone number, `+49 (7523) 12/34-5`: it begins with a plus, but as a formula it only computes a number. */
const phoneNumber = /^\+[\d ()/-]*$/

/**
 * A whole CSV file: `;`, CRLF, UTF-8 with BOM, RFC 4180 quoting. Text that a spreadsheet would run
 * as a formula is escaped with a leading apostrophe; phone numbers are not.
 */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${csvLines([header, ...rows])}`
}

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Lines of a CSV file as `csvFile` writes them, without the byte order mark. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')
}

/** The text of a cell without its escaping apostrophe. */
export function plainText(cellText: string): string {
  return isDefused.test(cellText) ? cellText.slice(1) : cellText
}

function cell(text: string): string {
  const isHarmless = !runsAsFormula.test(text) || phoneNumber.test(text)
  const safe = isHarmless ? text : `'${text}`
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
