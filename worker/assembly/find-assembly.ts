import type { Day } from '#worker/domain/dates.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import type { Assembly } from './assembly.contract.ts'

/** The one list of an assembly. @param asked undefined: the day that the guild has set */
export async function findAssembly(_context: Context, _asked: Day | undefined): Promise<Assembly> {
  throw new Error('not built')
}
