import { and, asc, between, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeRules, members } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type FamilyMember, type Fee, type FeeRule, familyFees } from '#worker/domain/fees.ts'
import { closableYears } from './closable-years.ts'
import {
  type FeeFactors,
  feeFactorColumns,
  feeFactorKey,
  isMemberIn,
  selectFreeHonors,
  selectPayers,
  selectSettings,
  stateBefore,
  withFreeHonors,
} from './fees.queries.ts'

/** Members who left in this year or the next, with the state before their exit. */
function selectLeavers(db: Db, today: Day) {
  const [first, last] = closableYears(today)
  return db
    .select({
      memberId: members.id,
      payerId: sql<number>`coalesce(${members.payerId}, ${members.id})`.as('payer'),
      firstName: members.firstName,
      lastName: members.lastName,
      birthday: members.birthday,
      membershipState: stateBefore.as('state_before'),
      individualFeeInCent: members.individualFeeInCent,
      individualFeeReason: members.individualFeeReason,
      dateLeft: members.dateLeft,
    })
    .from(members)
    .where(
      and(
        eq(members.membershipState, 'Left'),
        between(members.dateLeft, `${first}-01-01`, `${last}-12-31`),
      ),
    )
    .orderBy(asc(members.id))
}

/** Statements that read what the fees of this year and the next depend on. */
export function selectFeesToday(db: Db, today: Day) {
  return [
    selectPayers(db),
    selectLeavers(db, today),
    selectFreeHonors(db),
    db.select().from(feeRules),
    selectSettings(db),
  ] as const
}

type Rows<Statements extends readonly unknown[]> = {
  -readonly [K in keyof Statements]: Awaited<Statements[K]>
}

export function toFeesToday([payers, leavers, held, rules, [settings]]: Rows<
  ReturnType<typeof selectFeesToday>
>) {
  if (!settings) throw new Error('guild_settings has no row')
  return { payers, leavers, held, rules, settings }
}

export type FeesToday = ReturnType<typeof toFeesToday>

type Payer = FamilyMember & { firstName: string; lastName: string }

/** The members who owe a fee for the year: today's members, and those who left in it. */
export function membersOf(data: FeesToday, year: number): Payer[] {
  const leavers = data.leavers.filter(({ dateLeft }) => dateLeft?.startsWith(`${year}-`))
  const honorsOf = Map.groupBy(data.held, ({ memberId }) => memberId)
  return [...data.payers.filter(isMemberIn(year)), ...leavers].map((member) => ({
    ...member,
    honors: honorsOf.get(member.memberId)?.map(({ type }) => type) ?? [],
  }))
}

const hasLeft = sql`members.membership_state = 'Left'`

/** Claims of one year whose members have the same fee today. @see FeeFactors */
type ClaimsByFactors = FeeFactors & {
  year: number
  hasLeft: 0 | 1
  /** The ids of the claims, as a JSON array. */
  claimIds: string
}

/**
 * The claims of these years, without those of people who have died or were not members in the year. Grouped in
 * SQL, so that a few hundred rows are read for ten thousand claims.
 * @param claims ids, as a subquery: limits the result to them and their families
 */
export function selectClaimsByFee(db: Db, years: readonly number[], claims?: SQL) {
  const ofFamilies =
    claims &&
    sql`AND c.member_id IN (WITH heads AS (SELECT coalesce(m.payer_id, m.id) AS id
        FROM fee_claims x JOIN members m ON m.id = x.member_id WHERE x.id IN ${claims})
      SELECT id FROM heads UNION SELECT m.id FROM members m WHERE m.payer_id IN (SELECT id FROM heads))`
  return rowsOf<ClaimsByFactors>(
    db,
    {
      ...feeFactorColumns,
      year: sql`c.year`,
      hasLeft,
      claimIds: sql`json_group_array(c.id)`,
    },
    sql`json_each(${JSON.stringify(years)}) y
      CROSS JOIN fee_claims c ON c.year = y.value AND c.merged = 0 ${ofFamilies}
      CROSS JOIN members ON members.id = c.member_id
      WHERE members.membership_state IN ('Active', 'Passive') OR (${hasLeft}
        AND members.date_left BETWEEN c.year || '-01-01' AND c.year || '-12-31')
      GROUP BY c.year, ${hasLeft}, ${feeFactorKey}`,
  )
}

type Table = { rules: readonly FeeRule[]; capInCent: number | null }

/** The fee of each claim by today's data, by claim id. */
export function feesToday(groups: readonly ClaimsByFactors[], table: Table): Map<number, Fee> {
  const fees = new Map<number, Fee>()
  for (const [year, ofYear] of Map.groupBy(groups, (one) => one.year)) {
    const members = ofYear.filter((one) => one.hasLeft || isMemberIn(year)(one)).map(withFreeHonors)
    const ofMembers = familyFees(members, { ...table, year })
    for (const [index, { claimIds }] of members.entries()) {
      for (const id of JSON.parse(claimIds) as number[]) fees.set(id, ofMembers[index] as Fee)
    }
  }
  return fees
}
