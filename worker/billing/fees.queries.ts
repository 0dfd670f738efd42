import { and, asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeRules, guildSettings, honors, members } from '#worker/db/schema.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type FamilyMember, freeHonors } from '#worker/domain/fees.ts'

/** The day of an exit that has not taken effect yet; NULL without one. */
const leavesOn = sql<Day | null>`(SELECT x.date FROM member_exits x
  WHERE x.member_id = members.id AND x.effective_at IS NULL AND x.undone_at IS NULL)`

/** A member who leaves before the year begins owes nothing for it. */
export function isMemberIn(year: number) {
  return (member: { leavesOn: Day | null }) =>
    member.leavesOn === null || member.leavesOn >= `${year}-01-01`
}

/**
 * Active and passive members with everything that their fee and its collection depend on.
 * @param condition if it is false, none are read
 */
export function selectPayers(db: Db, condition?: SQL) {
  return db
    .select({
      memberId: members.id,
      payerId: sql<number>`coalesce(${members.payerId}, ${members.id})`.as('payer'),
      memberNumber: members.memberNumber,
      firstName: members.firstName,
      lastName: members.lastName,
      birthday: members.birthday,
      membershipState: members.membershipState,
      leavesOn: leavesOn.as('leaves_on'),
      individualFeeInCent: members.individualFeeInCent,
      individualFeeReason: members.individualFeeReason,
      bankingIban: members.bankingIban,
      bankingBic: members.bankingBic,
      bankingAccountOwner: members.bankingAccountOwner,
      bankingSepaAllowed: members.bankingSepaAllowed,
      bankingSepaAllowedDate: members.bankingSepaAllowedDate,
      mandateReference: members.mandateReference,
    })
    .from(members)
    .where(and(inArray(members.membershipState, ['Active', 'Passive']), condition))
    .orderBy(asc(members.lastNameKey), asc(members.firstNameKey), asc(members.id))
}

/** Members who pay for others, whatever their own state, with their account. */
export function selectFamilyPayers(db: Db, condition?: SQL) {
  return db
    .select({
      id: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      birthday: members.birthday,
      memberNumber: members.memberNumber,
      membershipState: members.membershipState,
      bankingIban: members.bankingIban,
      bankingBic: members.bankingBic,
      bankingAccountOwner: members.bankingAccountOwner,
      bankingSepaAllowed: members.bankingSepaAllowed,
      bankingSepaAllowedDate: members.bankingSepaAllowedDate,
      mandateReference: members.mandateReference,
    })
    .from(members)
    .where(
      and(
        sql`${members.id} IN (SELECT other.payer_id FROM members other WHERE other.payer_id IS NOT NULL)`,
        condition,
      ),
    )
}

/** The state before the exit; 'Active' when the exit was entered in the form, which does not store it. */
export const stateBefore: SQL<MembershipState> = sql`coalesce((SELECT x.state_before FROM member_exits x
  WHERE x.member_id = members.id AND x.undone_at IS NULL
    AND x.state_before IN ('Active', 'Passive')
  ORDER BY x.id DESC LIMIT 1), 'Active')`

/** A group of members with the same fee in every year; a member of a family is a group of its own. */
export type FeeFactors = Omit<FamilyMember, 'honors'> & { leavesOn: Day | null; isFree: 0 | 1 }

const stateForFee = sql`CASE members.membership_state WHEN 'Left' THEN ${stateBefore}
  ELSE members.membership_state END`
const isFree = sql`members.id IN (SELECT h.member_id FROM honors h WHERE h.type IN ${freeHonors})`

/** Columns of `members` for groups made by `feeFactorKey`. */
export const feeFactorColumns: Readonly<Record<keyof FeeFactors, SQL>> = {
  memberId: sql`min(members.id)`,
  payerId: sql`min(coalesce(members.payer_id, members.id))`,
  membershipState: stateForFee,
  birthday: sql`min(members.birthday)`,
  individualFeeInCent: sql`members.individual_fee_in_cent`,
  individualFeeReason: sql`members.individual_fee_reason`,
  leavesOn,
  isFree,
}

/**
 * For a GROUP BY that reduces a large guild to a few hundred rows. The age on 1 January depends on the year of
 * birth, except for members born on 1 January.
 */
export const feeFactorKey: SQL = sql`${stateForFee}, substr(members.birthday, 1, 4),
  substr(members.birthday, 5) = '-01-01', members.individual_fee_in_cent,
  members.individual_fee_reason, ${leavesOn}, ${isFree},
  CASE WHEN members.payer_id IS NOT NULL
    OR members.id IN (SELECT p.payer_id FROM members p WHERE p.payer_id IS NOT NULL) THEN members.id END`

export function withFreeHonors<Row extends FeeFactors>(factors: Row) {
  return { ...factors, honors: factors.isFree ? freeHonors : [] }
}

export function selectFreeHonors(db: Db) {
  return db
    .select({ memberId: honors.memberId, type: honors.type })
    .from(honors)
    .where(inArray(honors.type, freeHonors))
}

/** The creditor's account, the lead days and the family cap. */
export function selectSettings(db: Db) {
  return db
    .select({
      creditorName: guildSettings.creditorName,
      creditorId: guildSettings.creditorId,
      creditorIban: guildSettings.creditorIban,
      creditorBic: guildSettings.creditorBic,
      sepaLeadDays: guildSettings.sepaLeadDays,
      familyCapInCent: guildSettings.familyCapInCent,
    })
    .from(guildSettings)
}

/** Everything that the fees of a year depend on, in one round trip. */
export async function findFeeData(db: Db) {
  const [payers, held, rules, [settings]] = await db.batch([
    selectPayers(db),
    selectFreeHonors(db),
    db.select().from(feeRules),
    selectSettings(db),
  ])
  if (!settings) throw new Error('guild_settings has no row')
  return { payers, held, rules, settings }
}

export type FeeData = Awaited<ReturnType<typeof findFeeData>>
export type CreditorSettings = FeeData['settings']
