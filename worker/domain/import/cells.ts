import { plainText } from '#worker/domain/csv.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { cleanLine, cleanLines, isBlank } from '#worker/domain/text.ts'
import type { Cell } from './types.ts'

const empty = new Set([
  '-',
  '--',
  '---',
  '–',
  '—',
  '?',
  'k.A.',
  'k. A.',
  'k.a.',
  '#NV',
  '#N/A',
  'NULL',
])
/** The text that stands for a formula without a stored result; the value of the cell is unknown. */
export const withoutResult = 'Formel ohne Ergebnis'
/**
 * Error values of spreadsheets. #NV and #N/A are not among them: people and programs write them for
 * an empty cell.
 */
const errorWords =
  /^#(?:BEZUG!|REF!|WERT!|VALUE!|DIV\/0!|NAME\?|NULL!|ZAHL!|NUM!|ÜBERLAUF!|SPILL!|KALK!|CALC!|#{2,})$/iu

/**
 * A German sentence on a cell without a readable value, from a workbook or as text; null when it is readable.
 */
export function unreadableReason(cell: Cell): string | null {
  const shown =
    typeof cell === 'object' && cell !== null && 'unreadable' in cell
      ? cell.unreadable
      : typeof cell === 'string' && (errorWords.test(cell.trim()) || cell === withoutResult)
        ? cell.trim()
        : null
  if (shown === null) return lostCharacter(cell)
  return shown === withoutResult
    ? 'In der Zelle steht eine Formel, aber kein Ergebnis. Trag den Wert ein oder speichere die Tabelle in Excel oder LibreOffice noch einmal.'
    : `In der Zelle steht ${quoted(shown)} statt eines Werts.`
}

/** The sentence on a cell with a replacement character: a character was lost when the file was converted. */
function lostCharacter(cell: Cell): string | null {
  if (typeof cell !== 'string' || !cell.includes('\ufffd')) return null
  return `In ${quoted(cell.trim())} ist ein Zeichen verloren gegangen. Schreib es, wie es richtig ist.`
}

const noDays = /^00?\.00?\.(?:0000|00)$|^0000-00-00$/

/** The cell as one line to store; '' for an empty cell and for placeholders like "-". */
export function oneLine(cell: Cell): string {
  if (typeof cell === 'object' && cell !== null && 'unreadable' in cell) return cell.unreadable
  return lineOf(plain(cell))
}

/** `oneLine` for a part of a cell whose escaping apostrophe was removed before. */
export function lineOf(text: string): string {
  return withoutNothing(cleanLine(text))
}

/** The cell as several lines, without blanks at their ends. */
export function severalLines(cell: Cell): string {
  return withoutNothing(cleanLines(plain(cell)).replace(/[ \t]+$/gm, ''))
}

function plain(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'ja' : 'nein'
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (typeof cell === 'object') return 'day' in cell ? germanDate(cell.day) : cell.unreadable
  // Excel writes a carriage return as _x000D_; files of this software escape formulas with an
  // apostrophe.
  return plainText(cell.replaceAll('_x000D_', '').trim())
}

function withoutNothing(text: string): string {
  const bare = text.trim()
  return empty.has(bare) || noDays.test(bare) || isBlank(bare) ? '' : bare
}

/** The text in German quotation marks, shortened to 60 characters. */
export function quoted(text: string): string {
  const letters = [...text]
  return letters.length > 60 ? `„${letters.slice(0, 59).join('')}…“` : `„${text}“`
}
