import { and, asc, between, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeClaims, feeRules, members } from '#worker/db/schema.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type FamilyMember, familyFees } from '#worker/domain/family-fees.ts'
import type { Fee } from '#worker/domain/fees.ts'
import { closableYears } from './closable-years.ts'
import { isMemberIn, selectFreeHonors, selectPayers, selectSettings } from './fees.queries.ts'

/** What they were before they left; an exit entered by hand tells nothing of it. */
const stateBefore: SQL<MembershipState> = sql`coalesce((SELECT x.state_before FROM member_exits x
  WHERE x.member_id = members.id AND x.undone_at IS NULL
    AND x.state_before IN ('Active', 'Passive')
  ORDER BY x.id DESC LIMIT 1), 'Active')`

/** Who left in this year or the next, with what their fee depends on, as they were before. */
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

/** Who has a claim of this year or the next. */
function selectClaimed(db: Db, today: Day) {
  return db
    .select({ year: feeClaims.year, memberId: feeClaims.memberId })
    .from(feeClaims)
    .where(and(inArray(feeClaims.year, [...closableYears(today)]), eq(feeClaims.merged, false)))
}

/** What the fees of this year and the next depend on today; statements of a reading batch. */
export function selectFeesToday(db: Db, today: Day) {
  return [
    selectPayers(db),
    selectLeavers(db, today),
    selectFreeHonors(db),
    db.select().from(feeRules),
    selectSettings(db),
    selectClaimed(db, today),
  ] as const
}

type Rows<Statements extends readonly unknown[]> = {
  -readonly [K in keyof Statements]: Awaited<Statements[K]>
}

export function toFeesToday([payers, leavers, held, rules, [settings], claimed]: Rows<
  ReturnType<typeof selectFeesToday>
>) {
  if (!settings) throw new Error('the guild has no settings')
  return { payers, leavers, held, rules, settings, claimed }
}

export type FeesToday = ReturnType<typeof toFeesToday>

type Payer = FamilyMember & { firstName: string; lastName: string }

/** Whoever owes a fee of the year, if it is closed: today's members and who left in it. */
export function membersOf(data: FeesToday, year: number): Payer[] {
  const leavers = data.leavers.filter(({ dateLeft }) => dateLeft?.startsWith(`${year}-`))
  const honorsOf = Map.groupBy(data.held, ({ memberId }) => memberId)
  return [...data.payers.filter(isMemberIn(year)), ...leavers].map((member) => ({
    ...member,
    honors: honorsOf.get(member.memberId)?.map(({ type }) => type) ?? [],
  }))
}

/** The fee today of everybody with a claim of the year, by the member. */
export function feesToday(data: FeesToday, year: number): Map<number, Fee> {
  const claimed = new Set(
    data.claimed.filter((claim) => claim.year === year).map(({ memberId }) => memberId),
  )
  const members = membersOf(data, year).filter(({ memberId }) => claimed.has(memberId))
  const { rules, settings } = data
  const fees = familyFees(members, { rules, year, capInCent: settings.familyCapInCent })
  return new Map(members.map(({ memberId }, index) => [memberId, fees[index] as Fee]))
}
