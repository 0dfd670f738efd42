import { germanDate } from '#worker/domain/dates.ts'
import type { ImportCell } from '#worker/imports/imports.contract.ts'

/** A cell as people see it in their spreadsheet. */
export function cellText(cell: ImportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return 'day' in cell ? germanDate(cell.day) : cell.unreadable
  if (typeof cell === 'boolean') return cell ? 'WAHR' : 'FALSCH'
  return typeof cell === 'number' ? String(cell).replace('.', ',') : cell
}
