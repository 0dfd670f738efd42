import type { Day } from '#worker/domain/dates.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import type { RowsChange } from './assembly.contract.ts'

/** What somebody did about honors of an assembly. */
export async function changeRows(
  _context: Context,
  _date: Day,
  _change: RowsChange,
): Promise<void> {
  throw new Error('not built')
}
