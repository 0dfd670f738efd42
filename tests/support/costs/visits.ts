import { assembly } from './assembly.ts'
import { calendar } from './calendar.ts'
import { checkIn } from './check-in.ts'
import { circulars } from './circulars.ts'
import { evaluations } from './evaluations.ts'
import { feeLetters } from './fee-letters.ts'
import { imports } from './imports.ts'
import { ledger } from './ledger.ts'
import { merges } from './merges.ts'
import { money } from './money.ts'
import { myOrders } from './my-orders.ts'
import { passkeys } from './passkeys.ts'
import { people } from './people.ts'
import { privacy } from './privacy.ts'
import { runs } from './runs.ts'
import { views } from './views.ts'
import type { Visits } from './visit.ts'
import { waiting } from './waiting.ts'
import { walks } from './walks.ts'
import { wardrobe } from './wardrobe.ts'

/** A successful request for every route. */
export const visits: Visits = {
  ...assembly,
  ...evaluations,
  ...people,
  ...passkeys,
  ...wardrobe,
  ...walks,
  ...calendar,
  ...checkIn,
  ...circulars,
  ...feeLetters,
  ...merges,
  ...money,
  ...myOrders,
  ...privacy,
  ...imports,
  ...views,
  ...ledger,
  ...runs,
  ...waiting,
}
