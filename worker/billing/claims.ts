import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { feeClaims } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import type { claimsQuery, FeeClaim } from './billing.contract.ts'
import { closableYears } from './closable-years.ts'
import type { BillingDeps } from './deps.ts'
import { type FeesToday, feesToday, selectFeesToday, toFeesToday } from './fees-today.ts'
import { type LedgerClaim, selectBookings, selectClaims, withBookings } from './ledger.queries.ts'
import {
  claimObstacles,
  type ObstacleFacts,
  selectObstacleFacts,
  toObstacleFacts,
} from './obstacles.ts'

/** Claims with their accounts, by name. */
export async function listClaims(
  { db, today }: BillingDeps,
  asked: z.output<typeof claimsQuery>,
): Promise<FeeClaim[]> {
  const wanted = wantedClaims(asked)
  const ids = sql`(SELECT ${feeClaims.id} FROM ${feeClaims} WHERE ${wanted ?? sql`1`})`
  const [claims, bookings, begun, voids, uses, returns, ...fees] = await db.batch([
    selectClaims(db, wanted),
    selectBookings(db, ids),
    ...selectObstacleFacts(db, today),
    ...selectFeesToday(db, today),
  ])
  const facts = toObstacleFacts([begun, voids, uses, returns])
  return toFeeClaims(withBookings(claims, bookings), { facts, data: toFeesToday(fees), today })
}

function wantedClaims({ year, open }: z.output<typeof claimsQuery>): SQL | undefined {
  const notEven = sql`${feeClaims.id} IN (SELECT claim_id FROM fee_open WHERE open_in_cent <> 0)`
  return and(
    year === undefined ? undefined : eq(feeClaims.year, year),
    open === 'true' ? notEven : undefined,
  )
}

type Beside = { facts: ObstacleFacts; data: FeesToday; today: Day }

/** As they are answered, with what each fee would be today where that can still be told. */
export function toFeeClaims(
  claims: readonly LedgerClaim[],
  { facts, data, today }: Beside,
): FeeClaim[] {
  const dueDate = defaultDueDate(today, data.settings.sepaLeadDays)
  const obstacles = claimObstacles(claims, facts, { today, dueDate, released: new Set() })
  const feesOf = new Map(closableYears(today).map((year) => [year, feesToday(data, year)]))
  return claims.map((claim, index) => {
    const { membershipState: _, ...member } = claim.member
    const { id, firstName, lastName, birthday, memberNumber, bankingIban } = claim.payer
    return {
      id: claim.id,
      year: claim.year,
      member,
      payer: { id, firstName, lastName, birthday, memberNumber },
      amountInCent: claim.amountInCent,
      openInCent: openInCent(claim),
      reason: claim.reason,
      state: feeState(claim),
      obstacle: obstacles[index] ?? null,
      payerIban: bankingIban,
      today: feesOf.get(claim.year)?.get(member.id) ?? null,
      bookings: claim.bookings,
    }
  })
}
