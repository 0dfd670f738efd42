import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { SignedInUser } from '#worker/http/factory.ts'

/** What an act in the ledger needs of its request. */
export type BillingDeps = { db: Db; now: Date; today: Day; user: Pick<SignedInUser, 'id'> }

/** Of one whose answer names who did it. */
export type NamedBillingDeps = BillingDeps & { user: SignedInUser }
