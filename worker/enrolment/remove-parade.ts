import { deleteParade } from '#worker/parades/parades.queries.ts'
import type { Deps } from './deps.ts'
import { expireSandboxHolds } from './orders.queries.ts'

/** Here and not with the parades, since a hold that is over must not keep a parade. */
export async function removeParade({ db, now }: Deps, id: number): Promise<boolean> {
  await db.batch([...expireSandboxHolds(db, now.toISOString())])
  return deleteParade(db, id)
}
