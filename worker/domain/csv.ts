/** What a spreadsheet would run as a formula when it stands first in a cell. */
const runsAsFormula = /^[=+\-@\t\r]/

/** `+49 (7523) 12/34-5`: a plus, and nothing that could do harm. */
const phoneNumber = /^\+[\d ()/-]*$/

/**
 * A whole CSV file: `;`, CRLF, UTF-8 with BOM, RFC 4180 quoting. Text that a spreadsheet would run
 * is defused with a leading apostrophe; phone numbers stay as they are.
 */
export function csvFile(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(cell).join(';'))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cell(text: string): string {
  const isHarmless = !runsAsFormula.test(text) || phoneNumber.test(text)
  const safe = isHarmless ? text : `'${text}`
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
