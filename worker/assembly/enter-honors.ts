import type { Day } from '#worker/domain/dates.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import type { Entered, EnterRows, Undone } from './assembly.contract.ts'

type Writing = Context & { requestId: string }

/** All of them in one act, or none. */
export async function enterHonors(
  _context: Writing,
  _date: Day,
  _rows: EnterRows,
): Promise<Entered> {
  throw new Error('not built')
}

/** Takes an act back. */
export async function undoEntry(_context: Writing, _date: Day, _act: string): Promise<Undone> {
  throw new Error('not built')
}
