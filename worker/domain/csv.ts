/** Blanks of every width, control characters and what shows nothing: some spreadsheets drop it. */
const unseen = String.raw`[\s\p{Z}\p{Cc}\p{Cf}\u2800\p{Default_Ignorable_Code_Point}]`

/** Signs that begin a formula, in every width and height, and characters that some read as its beginning. */
const begins = String.raw`[=+\-@＝﹦⁼₌＋﹢⁺₊﬩－﹣＠﹫\t\r\n]`

/**
 * What a spreadsheet would run as a formula when it stands first in a cell, and what would be taken for
 * such a defused one when it is read again.
 */
const runsAsFormula = new RegExp(`^'*${unseen}*${begins}`, 'u')
const isDefused = new RegExp(`^'+${unseen}*${begins}`, 'u')

/** `+49 (7523) 12/34-5`: a plus, and nothing that could do harm. */
const phoneNumber = /^\+[\d ()/-]*$/

/**
 * A whole CSV file: `;`, CRLF, UTF-8 with BOM, RFC 4180 quoting. Text that a spreadsheet would run
 * is defused with a leading apostrophe; phone numbers stay as they are.
 */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${csvLines([header, ...rows])}`
}

/** Stands before the first line, so that spreadsheets take the file for UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Some lines of such a file. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')
}

/** What a cell of such a file said before its apostrophe. */
export function plainText(cellText: string): string {
  return isDefused.test(cellText) ? cellText.slice(1) : cellText
}

function cell(text: string): string {
  const isHarmless = !runsAsFormula.test(text) || phoneNumber.test(text)
  const safe = isHarmless ? text : `'${text}`
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
