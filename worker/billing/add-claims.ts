import { and, count, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { commit, guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { feeClaims, members } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { familyFees, isTableFee } from '#worker/domain/fees.ts'
import { fullName } from '#worker/domain/names.ts'
import { eachId } from '#worker/http/many.ts'
import { validationError } from '#worker/http/validate.ts'
import type { FeeClaim, newClaimsBody } from './billing.contract.ts'
import { toFeeClaims } from './claims.ts'
import { assertClosableYear, yearClosedError } from './closable-years.ts'
import { assertEveryFeeHasRule, insertClaims, type NewClaim, toClosing } from './closing.ts'
import { bookedMeanwhileError } from './collection-errors.ts'
import type { BillingDeps } from './deps.ts'
import {
  type FeesToday,
  feesToday,
  membersOf,
  selectClaimsByFee,
  selectFeesToday,
  toFeesToday,
} from './fees-today.ts'
import { selectClaims, withBookings } from './ledger.queries.ts'
import { selectObstacleFacts, toObstacleFacts } from './obstacles.ts'

/**
 * Adds claims for members who joined or left after the year was closed, with the full fee. Claims of their
 * families for the year count towards the cap.
 * @throws DomainError YearClosed when a member has a claim already, FeeRuleMissing, ValidationFailed
 */
export async function addClaims(
  { db, now, today, user }: BillingDeps,
  { year, memberIds }: z.output<typeof newClaimsBody>,
): Promise<FeeClaim[]> {
  assertClosableYear(year, today)
  const [[known], named, family, begun, voids, uses, returns, ...fees] = await db.batch([
    db.select({ count: count() }).from(feeClaims).where(eq(feeClaims.year, year)),
    selectNamed(db, memberIds),
    selectFamilyClaims(db, year, memberIds),
    ...selectObstacleFacts(db, today),
    ...selectFeesToday(db, today),
  ])
  const knownCount = known?.count ?? 0
  if (knownCount === 0) throw validationError({ year: 'Das Jahr ist noch nicht festgeschrieben.' })
  const data = toFeesToday(fees)
  const claims = claimsOf({ year, memberIds, named, family, data })
  const added = claims.length
  const sumInCent = claims.reduce((sum, { amountInCent }) => sum + amountInCent, 0)
  const isNew = sql`${feeClaims.memberId} IN (SELECT value FROM ${eachId(memberIds)})`
  const [, , , written, feeGroups] = await commit(
    db,
    [
      insertClaims(claims, { year, at: now.toISOString(), userId: user.id }),
      // Rejects a concurrent addition in the same family, for which each request would apply the cap
      // separately.
      guard(
        'claimsAsRead',
        sql`(SELECT count(*) FROM fee_claims WHERE year = ${year}) = ${knownCount + added}`,
      ),
      recordEvent({
        entity: 'feeYear',
        entityId: year,
        changes: { year, count: added, sumInCent },
      }),
      selectClaims(db, and(eq(feeClaims.year, year), isNew)),
      selectClaimsByFee(db, [year]),
    ],
    {
      'fee_claims.member_id': () => yearClosedError(year, 'Jemand davon'),
      claimsAsRead: bookedMeanwhileError,
      foreignKey: bookedMeanwhileError,
    },
  )
  const { rules, settings } = data
  const { familyCapInCent: capInCent, sepaLeadDays } = settings
  return toFeeClaims(withBookings(written, []), {
    facts: toObstacleFacts([begun, voids, uses, returns]),
    fees: feesToday(feeGroups, { rules, capInCent }),
    sepaLeadDays,
    nameOf: new Map(),
    today,
  })
}

type Wanted = {
  year: number
  memberIds: readonly number[]
  named: Awaited<ReturnType<typeof selectNamed>>
  family: readonly FamilyClaim[]
  data: FeesToday
}

/** @throws DomainError as in `addClaims` */
function claimsOf({ year, memberIds, named, family, data }: Wanted): NewClaim[] {
  const allMembers = membersOf(data, year)
  const added = allMembers.filter(({ memberId }) => memberIds.includes(memberId))
  const known = new Map(named.map((member) => [member.id, member]))
  for (const id of memberIds) {
    const member = known.get(id)
    if (!member) throw validationError({ memberIds: 'Ein Mitglied davon gibt es nicht mehr.' })
    const name = fullName(member)
    if (family.some(({ memberId }) => memberId === id)) throw yearClosedError(year, name)
    if (member.membershipState === 'Died') {
      throw validationError({ memberIds: `${name} ist verstorben.` })
    }
    if (!added.some(({ memberId }) => memberId === id)) {
      throw validationError({ memberIds: `${name} ist ${year} kein Mitglied.` })
    }
  }
  const tableFees = new Set(allMembers.filter(isTableFee).map(({ memberId }) => memberId))
  const claimedInCent = new Map<number, number>()
  for (const { memberId, payerId, amountInCent } of family) {
    if (!tableFees.has(memberId)) continue
    claimedInCent.set(payerId, (claimedInCent.get(payerId) ?? 0) + amountInCent)
  }
  const capInCent = data.settings.familyCapInCent
  const closing = toClosing(
    added,
    familyFees(added, { rules: data.rules, year, capInCent, claimedInCent }),
  )
  assertEveryFeeHasRule(closing)
  return closing.claims
}

function selectNamed(db: Db, memberIds: readonly number[]) {
  return db
    .select({
      id: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipState: members.membershipState,
    })
    .from(members)
    .where(sql`${members.id} IN (SELECT value FROM ${eachId(memberIds)})`)
}

type FamilyClaim = { memberId: number; payerId: number; amountInCent: number }

/** The claims of these members and of their families for the year, with corrections. */
function selectFamilyClaims(db: Db, year: number, memberIds: readonly number[]) {
  const ids = sql`(SELECT value FROM ${eachId(memberIds)})`
  return rowsOf<FamilyClaim>(
    db,
    {
      memberId: sql`c.member_id`,
      payerId: sql`c.payer_id`,
      amountInCent: sql`c.amount_in_cent + coalesce((SELECT sum(b.amount_in_cent)
        FROM fee_bookings b WHERE b.claim_id = c.id AND b.kind = 'corrected'
          AND NOT EXISTS (SELECT 1 FROM fee_bookings u WHERE u.reverses_id = b.id)), 0)`,
    },
    sql`fee_claims c WHERE c.year = ${year} AND c.merged = 0 AND (c.member_id IN ${ids}
      OR c.payer_id IN (SELECT coalesce(m.payer_id, m.id) FROM members m WHERE m.id IN ${ids}))`,
  )
}
