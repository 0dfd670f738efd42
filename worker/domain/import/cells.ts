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
/** A formula that was never calculated: the file holds no value for it. */
export const withoutResult = 'Formel ohne Ergebnis'
/** #NV and #N/A stand for an empty cell in texts, as people and programs write them. */
const errorWords =
  /^#(?:BEZUG!|REF!|WERT!|VALUE!|DIV\/0!|NAME\?|NULL!|ZAHL!|NUM!|ÜBERLAUF!|SPILL!|KALK!|CALC!|#{2,})$/iu

/** A sentence on a cell that shows no value, be it of a workbook or written out in a text; else null. */
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

/** A character that was lost on the way from one program to another. */
function lostCharacter(cell: Cell): string | null {
  if (typeof cell !== 'string' || !cell.includes('\ufffd')) return null
  return `In ${quoted(cell.trim())} ist ein Zeichen verloren gegangen. Schreib es, wie es richtig ist.`
}

const noDays = /^00?\.00?\.(?:0000|00)$|^0000-00-00$/

/** One line as it may be stored; '' for what stands for nothing. */
export function oneLine(cell: Cell): string {
  if (typeof cell === 'object' && cell !== null && 'unreadable' in cell) return cell.unreadable
  return lineOf(plain(cell))
}

/** The same of a part of a cell that was read already: its apostrophes are its own. */
export function lineOf(text: string): string {
  return withoutNothing(cleanLine(text))
}

/** Several lines, without blanks at their ends. */
export function severalLines(cell: Cell): string {
  return withoutNothing(cleanLines(plain(cell)).replace(/[ \t]+$/gm, ''))
}

function plain(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'ja' : 'nein'
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (typeof cell === 'object') return 'day' in cell ? germanDate(cell.day) : cell.unreadable
  // Excel writes a carriage return in letters; our own files put an apostrophe before what a spreadsheet would run.
  return plainText(cell.replaceAll('_x000D_', '').trim())
}

function withoutNothing(text: string): string {
  const bare = text.trim()
  return empty.has(bare) || noDays.test(bare) || isBlank(bare) ? '' : bare
}

/** A cell as a sentence names it: its beginning, when it is long. */
export function quoted(text: string): string {
  const letters = [...text]
  return letters.length > 60 ? `„${letters.slice(0, 59).join('')}…“` : `„${text}“`
}
