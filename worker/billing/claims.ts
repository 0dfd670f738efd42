import { and, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { feeClaims, feeRules, users } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import type { Fee } from '#worker/domain/fees.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import type { claimsQuery, FeeClaim } from './billing.contract.ts'
import { closableYears } from './closable-years.ts'
import type { BillingDeps } from './deps.ts'
import { selectSettings } from './fees.queries.ts'
import { feesToday, selectClaimsByFee } from './fees-today.ts'
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
  const ids = wantedIds(asked)
  // The fees of other years are not computed any more.
  const years = closableYears(today).filter((year) => (asked.year ?? year) === year)
  const [claims, bookings, names, rules, [settings], alike, ...facts] = await db.batch([
    selectClaims(db, ids && sql`${feeClaims.id} IN ${ids}`),
    selectBookings(db, ids ?? sql`(SELECT id FROM fee_claims)`),
    // A handful, asked once and not with each line.
    db
      .select({
        id: users.id,
        name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      })
      .from(users),
    db.select().from(feeRules),
    selectSettings(db),
    selectClaimsByFee(db, years),
    ...selectObstacleFacts(db, today),
  ])
  if (!settings) throw new Error('the guild has no settings')
  const { familyCapInCent: capInCent, sepaLeadDays } = settings
  return toFeeClaims(withBookings(claims, bookings), {
    facts: toObstacleFacts(facts),
    fees: feesToday(alike, { rules, capInCent }),
    sepaLeadDays,
    nameOf: new Map(names.map(({ id, name }) => [id, name])),
    today,
  })
}

/** As a subquery; undefined = all there are. What is not even is summed up within the year alone. */
function wantedIds({ year, open }: z.output<typeof claimsQuery>): SQL | undefined {
  const ofYear = year === undefined ? undefined : sql`year = ${year}`
  if (open === 'true') {
    return sql`(SELECT claim_id FROM fee_open WHERE ${and(ofYear, sql`open_in_cent <> 0`)})`
  }
  return ofYear && sql`(SELECT id FROM fee_claims WHERE ${ofYear})`
}

type Beside = {
  facts: ObstacleFacts
  /** What each would be today, by the claim. */
  fees: ReadonlyMap<number, Fee>
  sepaLeadDays: number
  /** Of users, by their number. */
  nameOf: ReadonlyMap<number, string>
  today: Day
}

/** As they are answered, with what each fee would be today where that can still be told. */
export function toFeeClaims(
  claims: readonly LedgerClaim[],
  { facts, fees, sepaLeadDays, nameOf, today }: Beside,
): FeeClaim[] {
  const dueDate = defaultDueDate(today, sepaLeadDays)
  const obstacles = claimObstacles(claims, facts, { today, dueDate, released: new Set() })
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
      today: fees.get(claim.id) ?? null,
      bookings: claim.bookings.map(({ createdBy, ...booking }) => ({
        ...booking,
        createdBy: nameOf.get(createdBy) ?? '',
      })),
      merged: claim.merged,
    }
  })
}
