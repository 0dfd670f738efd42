import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { SignedInUser } from '#worker/http/factory.ts'

/** The request's values that a change of the ledger needs. */
export type BillingDeps = { db: Db; now: Date; today: Day; user: Pick<SignedInUser, 'id'> }

/** For a response that contains the user's name. */
export type NamedBillingDeps = BillingDeps & { user: SignedInUser }
