import type { Context } from '#worker/statistics/prepared.ts'
import type { AssemblyReport } from './assembly.contract.ts'

/** "Jahresbericht": a calendar year beside the one before. */
export async function findReport(_context: Context, _year: number): Promise<AssemblyReport> {
  throw new Error('not built')
}
