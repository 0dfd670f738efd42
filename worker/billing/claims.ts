import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#worker/db/db.ts'
import { feeClaims, feeRules, members, users } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import type { Fee } from '#worker/domain/fees.ts'
import { defaultDueDate } from '#worker/domain/sepa-due-date.ts'
import { mandateReference } from '#worker/domain/sepa-text.ts'
import { eachOf } from '#worker/http/many.ts'
import { notFound } from '#worker/http/validate.ts'
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
 * Claims with their accounts, by name. Of a page only what stands on it is read and reckoned.
 * @param years of which it is told what a fee would be today
 * @throws DomainError NotFound: there is no claim that the page would begin behind
 */
export async function listClaims(
  { db, today }: BillingDeps,
  asked: Asked,
  // The fees of other years are not computed any more.
  years = closableYears(today).filter((year) => (asked.year ?? year) === year),
): Promise<FeeClaim[]> {
  const isPage = asked.limit !== undefined || asked.after !== undefined
  const ids = isPage ? pageIds(asked) : wantedIds(asked)
  const [claims, bookings, names, rules, [settings], alike, owned, [behind], ...facts] =
    await db.batch([
      selectClaims(db, ids && sql`${feeClaims.id} IN ${ids}`),
      selectBookings(db, ids ?? allIds),
      // A handful, asked once and not with each line.
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
  if (!settings) throw new Error('the guild has no settings')
  if (asked.after !== undefined && !behind) throw notFound()
  const { familyCapInCent: capInCent, sepaLeadDays } = settings
  const listed = withBookings(claims, bookings)
  const judged = [...listed, ...(await findSharing(db, { listed, owned, ofAll: wantedIds(asked) }))]
  return toFeeClaims(judged, {
    facts: toObstacleFacts(facts),
    fees: feesToday(alike, { rules, capInCent }),
    sepaLeadDays,
    nameOf: new Map(names.map(({ id, name }) => [id, name])),
    today,
  }).slice(0, listed.length)
}

/** As a subquery; undefined = all there are. What is not even is summed up within the year alone. */
function wantedIds({ year, open }: Asked): SQL | undefined {
  const ofYear = year === undefined ? undefined : sql`year = ${year}`
  if (open === 'true') {
    return sql`(SELECT claim_id FROM fee_open WHERE ${and(ofYear, sql`open_in_cent <> 0`)})`
  }
  return ofYear && sql`(SELECT id FROM fee_claims WHERE ${ofYear})`
}

/** The same along the index of the members' names, from where the page before ended. */
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

/** References of mandates that were given and not made of number and day. */
function selectOwnReferences(db: Db, isAsked: boolean) {
  return db
    .select({ id: members.id, mandateReference: members.mandateReference })
    .from(members)
    .where(
      and(
        // In the words of the partial index.
        sql`${members.mandateReference} <> ''`,
        isAsked ? undefined : sql`0`,
      ),
    )
}

type Sharing = {
  listed: readonly LedgerClaim[]
  owned: readonly OwnReference[]
  /** Which claims are judged together. */
  ofAll: SQL | undefined
}

/**
 * Two mandates of one reference stand in each other's way: the claims of whoever shares one with a payer that is
 * listed. Members' numbers are unique, so one of the two references was given.
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
  const theirs = sql`(payer.id IN (SELECT value FROM ${eachOf(ids)})
    OR payer.member_number IN (SELECT value FROM ${eachOf(numbers.map(Number))}))`
  const [claims, bookings] = await db.batch([
    selectClaims(db, and(ofAll && sql`${feeClaims.id} IN ${ofAll}`, theirs)),
    selectBookings(db, ofAll ?? allIds),
  ])
  return withBookings(claims, bookings)
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
