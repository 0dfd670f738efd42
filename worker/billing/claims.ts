import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#worker/db/db.ts'
import { feeClaims, feeRules, members, users } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import type { Fee } from '#worker/domain/fees.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import { eachId } from '#worker/http/many.ts'
import { notFoundError } from '#worker/http/validate.ts'
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

type Asked = z.output<typeof claimsQuery>

const allIds = sql`(SELECT id FROM fee_claims)`

/**
 * Claims with their bookings, by name. For a page only its claims are read.
 * @param years for which the fee by today's data is computed
 * @throws DomainError NotFound when the claim of `after` does not exist
 */
export async function listClaims(
  { db, today }: BillingDeps,
  asked: Asked,
  // Fees of other years can no longer be computed.
  years = closableYears(today).filter((year) => (asked.year ?? year) === year),
): Promise<FeeClaim[]> {
  const isPage = asked.limit !== undefined || asked.after !== undefined
  const ids = isPage ? pageIds(asked) : wantedIds(asked)
  const [claims, bookings, names, rules, [settings], feeGroups, owned, [behind], ...facts] =
    await db.batch([
      selectClaims(db, ids && sql`${feeClaims.id} IN ${ids}`),
      selectBookings(db, ids ?? allIds),
      // Read once, since a guild has few users.
      db
        .select({
          id: users.id,
          name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
        })
        .from(users),
      db.select().from(feeRules),
      selectSettings(db),
      selectClaimsByFee(db, years, isPage ? ids : undefined),
      selectOwnReferences(db, isPage),
      db
        .select({ id: feeClaims.id })
        .from(feeClaims)
        .where(eq(feeClaims.id, asked.after ?? 0)),
      ...selectObstacleFacts(db, today),
    ])
  if (!settings) throw new Error('guild_settings has no row')
  if (asked.after !== undefined && !behind) throw notFoundError()
  const { familyCapInCent: capInCent, sepaLeadDays } = settings
  const listed = withBookings(claims, bookings)
  const checked = [
    ...listed,
    ...(await findSharing(db, { listed, owned, ofAll: wantedIds(asked) })),
  ]
  return toFeeClaims(checked, {
    facts: toObstacleFacts(facts),
    fees: feesToday(feeGroups, { rules, capInCent }),
    sepaLeadDays,
    nameOf: new Map(names.map(({ id, name }) => [id, name])),
    today,
  }).slice(0, listed.length)
}

/** Ids of the wanted claims as a subquery; undefined: all. With `open`, only claims of the year are summed up. */
function wantedIds({ year, open }: Asked): SQL | undefined {
  const ofYear = year === undefined ? undefined : sql`year = ${year}`
  if (open === 'true') {
    return sql`(SELECT claim_id FROM fee_open WHERE ${and(ofYear, sql`open_in_cent <> 0`)})`
  }
  return ofYear && sql`(SELECT id FROM fee_claims WHERE ${ofYear})`
}

/** Ids of the claims of one page as a subquery, along the index of member names from the end of the page before. */
function pageIds({ year, open, after, limit = -1 }: Asked): SQL {
  const start =
    after === undefined
      ? sql`('', '', 0, 0)`
      : sql`(SELECT a.last_name_key, a.first_name_key, a.id, x.id
          FROM fee_claims x JOIN members a ON a.id = x.member_id WHERE x.id = ${after})`
  const where = and(
    sql`(m.last_name_key, m.first_name_key, m.id, c.id) > ${start}`,
    year === undefined ? undefined : sql`c.year = ${year}`,
    open === 'true'
      ? sql`(SELECT o.open_in_cent FROM fee_open o WHERE o.claim_id = c.id) <> 0`
      : undefined,
  )
  return sql`(SELECT c.id FROM members m CROSS JOIN fee_claims c ON c.member_id = m.id
    WHERE ${where} ORDER BY m.last_name_key, m.first_name_key, m.id, c.id LIMIT ${limit})`
}

type OwnReference = { id: number; mandateReference: string }

/** Mandate references that were entered, not derived from member number and date. */
function selectOwnReferences(db: Db, isAsked: boolean) {
  return db
    .select({ id: members.id, mandateReference: members.mandateReference })
    .from(members)
    .where(
      and(
        // The condition must match the partial index.
        sql`${members.mandateReference} <> ''`,
        isAsked ? undefined : sql`0`,
      ),
    )
}

type Sharing = {
  listed: readonly LedgerClaim[]
  owned: readonly OwnReference[]
  /** Ids of the claims that are checked together, as a subquery; undefined: all. */
  ofAll: SQL | undefined
}

/**
 * Two mandates with the same reference block each other: reads the claims of payers who share a reference with
 * a listed payer. Member numbers are unique, so at least one of two equal references was entered.
 */
async function findSharing(db: Db, { listed, owned, ofAll }: Sharing): Promise<LedgerClaim[]> {
  const payers = new Map(listed.map(({ payer }) => [payer.id, payer]))
  const known = Map.groupBy(payers.values(), mandateReference)
  const made = { memberNumber: 0, bankingSepaAllowedDate: null }
  const ids = owned
    .filter((one) =>
      known.get(mandateReference({ ...made, ...one }))?.some(({ id }) => id !== one.id),
    )
    .map(({ id }) => id)
  const numbers = [...payers.values()].flatMap(
    (payer) => /^M(\d{1,9})-/i.exec(payer.mandateReference.trim())?.[1] ?? [],
  )
  if (ids.length + numbers.length === 0) return []
  const isSharingPayer = sql`(payer.id IN (SELECT value FROM ${eachId(ids)})
    OR payer.member_number IN (SELECT value FROM ${eachId(numbers.map(Number))}))`
  const [claims, bookings] = await db.batch([
    selectClaims(db, and(ofAll && sql`${feeClaims.id} IN ${ofAll}`, isSharingPayer)),
    selectBookings(db, ofAll ?? allIds),
  ])
  return withBookings(claims, bookings)
}

type ClaimContext = {
  facts: ObstacleFacts
  /** The fee of each claim by today's data, by claim id. */
  fees: ReadonlyMap<number, Fee>
  sepaLeadDays: number
  /** The names of users, by id. */
  nameOf: ReadonlyMap<number, string>
  today: Day
}

/** The claims as returned by the API, with the fee by today's data where it can be computed. */
export function toFeeClaims(
  claims: readonly LedgerClaim[],
  { facts, fees, sepaLeadDays, nameOf, today }: ClaimContext,
): FeeClaim[] {
  const dueDate = defaultDueDate(today, sepaLeadDays)
  const obstacles = claimObstacles(claims, facts, { today, dueDate, released: new Set() })
  return claims.map((claim, index) => {
    const { membershipState: _, ...member } = claim.member
    const { id, firstName, lastName, birthday, memberNumber } = claim.payer
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
      payerIban: claim.payer.bankingIban,
      payerBic: claim.payer.bankingBic,
      payerSepaAllowed: claim.payer.bankingSepaAllowed,
      payerSepaAllowedDate: claim.payer.bankingSepaAllowedDate,
      today: fees.get(claim.id) ?? null,
      bookings: claim.bookings.map(({ createdBy, ...booking }) => ({
        ...booking,
        createdBy: nameOf.get(createdBy) ?? '',
      })),
      merged: claim.merged,
    }
  })
}
