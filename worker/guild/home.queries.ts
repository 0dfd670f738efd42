import type { Db } from '#worker/db/db.ts'
import { missingInImprint, missingInPrivacy } from '#worker/domain/legal.ts'
import type { Home, MissingStep } from './guild.contract.ts'
import { findLegal } from './guild.queries.ts'

/** The overview as management sees it. */
export async function readHome(db: Db): Promise<Home> {
  const legal = await findLegal(db)
  const steps: MissingStep[] = [
    { step: 'imprint', fields: missingInImprint(legal) },
    { step: 'privacy', fields: missingInPrivacy(legal) },
  ]
  return { missing: steps.filter(({ fields }) => fields.length > 0) }
}
