import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import type { HonorOrder } from './assembly.contract.ts'

/** What was ordered, of all assemblies, newest first. */
export async function listOrders(_db: Db): Promise<HonorOrder[]> {
  throw new Error('not built')
}

/** Everything of an assembly that has to be bought: its rows, by issuer. */
export async function ordersCsv(_context: Context, _date: Day): Promise<string> {
  throw new Error('not built')
}
