import { germanDate } from '#worker/domain/dates.ts'
import { isBlank } from '#worker/domain/text.ts'
import type { Cell } from './types.ts'

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|_x000D_/gu
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
  if (shown === null) return null
  return shown === withoutResult
    ? 'In der Zelle steht eine Formel, aber kein Ergebnis. Trag den Wert ein oder speichere die Tabelle in Excel oder LibreOffice noch einmal.'
    : `In der Zelle steht ${quoted(shown)} statt eines Werts.`
}

const noDays = /^00?\.00?\.(?:0000|00)$|^0000-00-00$/

/** Most cells by far: nothing of them has to be put right. */
const clean = /^[!-~\u00c0-\u00ff]+(?: [!-~\u00c0-\u00ff]+)*$/

/** One line as it may be stored; '' for what stands for nothing. */
export function oneLine(cell: Cell): string {
  if (typeof cell === 'object' && cell !== null && 'unreadable' in cell) return cell.unreadable
  if (typeof cell === 'string' && clean.test(cell) && !cell.includes('_x000D_'))
    return withoutNothing(cell)
  return withoutNothing(plain(cell).replace(/[\s\p{Z}]+/gu, ' '))
}

/** Several lines, without blanks at their ends. */
export function severalLines(cell: Cell): string {
  if (typeof cell === 'object' && cell !== null && 'unreadable' in cell) return cell.unreadable
  const lines = plain(cell)
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\S\n]|\p{Zs}/gu, ' ')
  return withoutNothing(
    lines
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n'),
  )
}

function plain(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'ja' : 'nein'
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  if (typeof cell === 'object') return 'day' in cell ? germanDate(cell.day) : cell.unreadable
  return cell.normalize('NFC').replace(invisible, '')
}

/** Our own files put an apostrophe before what a spreadsheet would run (domain/csv.ts). */
function withoutNothing(text: string): string {
  const bare = text
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .trim()
  return empty.has(bare) || noDays.test(bare) || isBlank(bare) ? '' : bare
}

/** A cell as a sentence names it: its beginning, when it is long. */
export function quoted(text: string): string {
  const letters = [...text]
  return letters.length > 60 ? `„${letters.slice(0, 59).join('')}…“` : `„${text}“`
}
