import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { feeClaims } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import type { claimsQuery, FeeClaim } from './billing.contract.ts'
import { closableYears } from './closable-years.ts'
import type { BillingDeps } from './deps.ts'
import { type FeesToday, feesToday, selectFeesToday, toFeesToday } from './fees-today.ts'
import { type LedgerClaim, selectBookings, selectClaims, withBookings } from './ledger.queries.ts'

/** Claims with their accounts, by name. */
export async function listClaims(
  { db, today }: BillingDeps,
  asked: z.output<typeof claimsQuery>,
): Promise<FeeClaim[]> {
  const wanted = wantedClaims(asked)
  const [claims, bookings, ...fees] = await db.batch([
    selectClaims(db, wanted),
    selectBookings(db, sql`(SELECT ${feeClaims.id} FROM ${feeClaims} WHERE ${wanted ?? sql`1`})`),
    ...selectFeesToday(db, today),
  ])
  return toFeeClaims(withBookings(claims, bookings), toFeesToday(fees), today)
}

function wantedClaims({ year, open }: z.output<typeof claimsQuery>): SQL | undefined {
  const notEven = sql`${feeClaims.id} IN (SELECT claim_id FROM fee_open WHERE open_in_cent <> 0)`
  return and(
    year === undefined ? undefined : eq(feeClaims.year, year),
    open === 'true' ? notEven : undefined,
  )
}

/** As they are answered, with what each fee would be today where that can still be told. */
export function toFeeClaims(
  claims: readonly LedgerClaim[],
  data: FeesToday,
  today: Day,
): FeeClaim[] {
  const feesOf = new Map(closableYears(today).map((year) => [year, feesToday(data, year)]))
  return claims.map((claim) => {
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
      obstacle: null,
      payerIban: bankingIban,
      today: feesOf.get(claim.year)?.get(member.id) ?? null,
      bookings: claim.bookings,
    }
  })
}
