import { and, asc, count, eq, inArray, isNull, max, not, or, type SQL, sql } from 'drizzle-orm'
import { type ConstraintErrors, commit, guard, guardVersion } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import {
  assemblyHonors,
  costumeOwnerships,
  dutyEntries,
  feeClaims,
  feeRules,
  guildSettings,
  honors,
  memberExits,
  memberMerges,
  memberNoDuplicates,
  members,
  memberTimespans,
  participations,
} from '#worker/db/schema.ts'
import { correlated, insertSelected } from '#worker/db/statements.ts'
import { isUnusedPlace } from '#worker/db/unused-places.ts'
import { pick } from '#worker/domain/conflicts.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { type Fee, familyFees } from '#worker/domain/fees.ts'
import type { MemberFields, Timespan } from '#worker/domain/member.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { eachId } from '#worker/http/many.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { guardNotAnonymised } from './anonymised.ts'
import { closeSupersededExits, exitOfMember } from './exits.queries.ts'
import { memberColumns, personColumns, toRow } from './member-columns.ts'
import type { MemberCandidate, MemberReferences, StoredMember } from './members.contract.ts'
import { guardPayer } from './payer.ts'

export async function nextMemberNumber(db: Db): Promise<number> {
  const [row] = await db.select({ highest: max(members.memberNumber) }).from(members)
  return (row?.highest ?? 0) + 1
}

const timespansOfMember = correlated<Timespan[]>(
  sql`SELECT json_group_array(json_object('from', s.from_date, 'to', s.to_date) ORDER BY s.from_date)
    FROM member_timespans s WHERE s.member_id = ${members.id}`,
).mapWith((json: string): Timespan[] => JSON.parse(json))

/** A member with all fields, in one round trip. */
export function findMember(db: Db, id: number): Promise<StoredMember | null> {
  return read(db, memberRead(db, id))
}

export function memberRead(db: Db, id: number): Read<StoredMember | null> {
  return reading([selectMember(db, id)], ([rows]) => toMemberWithVersion(rows)?.member ?? null)
}

/** The member, and the version that a save compares. */
export async function findMemberWithVersion(
  db: Db,
  id: number,
): Promise<{ member: StoredMember; version: number } | null> {
  return toMemberWithVersion(await selectMember(db, id))
}

function selectMember(db: Db, id: number) {
  return db
    .select({
      ...memberColumns,
      version: members.version,
      membershipActiveTimespan: timespansOfMember,
      exit: exitOfMember,
    })
    .from(members)
    .where(eq(members.id, id))
}

function toMemberWithVersion([found]: Awaited<ReturnType<typeof selectMember>>) {
  if (!found) return null
  const { version, anonymisedAt, ...whole } = found
  return { member: anonymisedAt === null ? whole : { ...whole, anonymisedAt }, version }
}

/** A claim with its corrections, as domain/fee-ledger.ts computes it from the bookings. */
const correctedInCent =
  sql<number>`fee_claims.amount_in_cent + coalesce((SELECT sum(b.amount_in_cent)
  FROM fee_bookings b WHERE b.claim_id = fee_claims.id AND b.kind = 'corrected'
    AND NOT EXISTS (SELECT 1 FROM fee_bookings u WHERE u.reverses_id = b.id)), 0)`.as('corrected')

/**
 * The fee of a member in a year: the claim, else the fee by today's data, with the family cap. Former members
 * have none.
 */
export function findFee(db: Db, id: number, year: number): Promise<Fee | null> {
  return read(db, feeRead(db, id, year))
}

export function feeRead(db: Db, id: number, year: number): Read<Fee | null> {
  const payer = sql`(SELECT coalesce(self.payer_id, self.id) FROM members self WHERE self.id = ${id})`
  const isFamily = sql`(${members.id} = ${id} OR ${members.id} = ${payer}
    OR ${members.payerId} = ${payer})`
  const statements = [
    db
      .select({ amountInCent: correctedInCent, reason: feeClaims.reason })
      .from(feeClaims)
      .where(
        and(eq(feeClaims.memberId, id), eq(feeClaims.year, year), eq(feeClaims.merged, false)),
      ),
    db
      .select({
        memberId: members.id,
        payerId: sql<number>`coalesce(${members.payerId}, ${members.id})`.as('payer'),
        membershipState: members.membershipState,
        birthday: members.birthday,
        individualFeeInCent: members.individualFeeInCent,
        individualFeeReason: members.individualFeeReason,
      })
      .from(members)
      .where(isFamily),
    db
      .select({ memberId: honors.memberId, type: honors.type })
      .from(honors)
      .where(sql`${honors.memberId} IN (SELECT ${members.id} FROM ${members} WHERE ${isFamily})`),
    db.select().from(feeRules),
    db.select({ capInCent: guildSettings.familyCapInCent }).from(guildSettings),
  ] as const
  return reading(statements, ([claims, family, held, rules, [settings]]) => {
    const own = family.find(({ memberId }) => memberId === id)
    if (!own) return null
    if (claims[0]) return claims[0]
    const honorsOf = Map.groupBy(held, ({ memberId }) => memberId)
    const paying = family
      .filter((one) => one === own || ['Active', 'Passive'].includes(one.membershipState))
      .map((one) => ({ ...one, honors: honorsOf.get(one.memberId)?.map(({ type }) => type) ?? [] }))
    const fees = familyFees(paying, { rules, year, capInCent: settings?.capInCent ?? null })
    return fees[paying.findIndex(({ memberId }) => memberId === id)] ?? null
  })
}

/** Members of any state who may be the same person: same name, and equal or missing birthday. */
function isSamePerson(fields: MemberFields): SQL | undefined {
  const names = [fields.lastName, fields.maidenName].map(normaliseName).filter(Boolean)
  return and(
    eq(members.firstNameKey, normaliseName(fields.firstName)),
    or(inArray(members.lastNameKey, names), inArray(members.maidenNameKey, names)),
    fields.birthday === null
      ? undefined
      : or(isNull(members.birthday), eq(members.birthday, fields.birthday)),
  )
}

export function listMembersOfSamePerson(db: Db, fields: MemberFields): Promise<MemberCandidate[]> {
  return db
    .select({
      ...personColumns,
      membershipState: members.membershipState,
    })
    .from(members)
    .where(isSamePerson(fields))
    .orderBy(asc(members.id))
}

/**
 * Statements that insert a member with timespans; the second returns the id. The guard `noDuplicate` rejects a
 * duplicate.
 */
export function insertMember(
  db: Db,
  fields: MemberFields,
  now: Date,
  { allowDuplicate, number }: InsertRules,
) {
  const row = toRow(fields, now)
  const twin = db.select({ one: sql`1` }).from(members).where(isSamePerson(fields))
  return [
    guard('noDuplicate', allowDuplicate ? sql`1` : sql`NOT EXISTS ${twin}`),
    write
      .insert(members)
      .values({
        ...row,
        ...(number === 'next' && { memberNumber: nextNumber }),
        createdAt: row.updatedAt,
      })
      .returning({ id: members.id }),
    ...fields.membershipActiveTimespan.map((span) => insertTimespan(newestMember, span)),
    ...(fields.payerId === null ? [] : guardPayer(fields.payerId)),
  ] as const
}

type InsertRules = {
  /** Whether the user has seen the members of the same name and wants a new one. */
  allowDuplicate: boolean
  /** `next`: assigned within the INSERT, so that concurrent requests get different numbers. */
  number: 'given' | 'next'
}

const nextNumber = sql`(SELECT coalesce(max(member_number), 0) + 1 FROM members)`

/** The commit is one transaction, so the highest id is the member just inserted. */
export const newestMember = sql`(SELECT max(id) FROM members)`

/**
 * Writes only the given fields, so that concurrent changes of other fields are kept. Another state or date of
 * leaving closes an exit that waits or could be undone.
 * @param seen the version on which the save was decided; null = the last write wins
 * @param newPayer the new payer, who must be able to pay; null = the payer does not change, or the member pays
 * @param move statements for housemates who move as well
 */
export async function updateMember(
  db: Db,
  id: number,
  fields: MemberFields,
  given: readonly string[],
  seen: number | null,
  newPayer: number | null,
  move: ReturnType<typeof moveHousemates>,
  now: Date,
  constraintErrors: ConstraintErrors,
): Promise<void> {
  const { firstNameKey, lastNameKey, maidenNameKey, updatedAt, ...row } = toRow(fields, now)
  const keys = { firstNameKey, lastNameKey, maidenNameKey }
  const keysOfGiven = pick(
    keys,
    given.map((name) => `${name}Key`),
  )
  const { membershipState: state, dateLeft } = pick(row, given)
  const statements = [
    guardNotAnonymised(id),
    ...guardVersion(members, id, seen),
    closeSupersededExits(
      id,
      { ...(state && { state }), ...(dateLeft !== undefined && { dateLeft }) },
      now,
    ),
    write
      .update(members)
      .set({
        ...pick(row, given),
        ...keysOfGiven,
        version: sql`${members.version} + 1`,
        updatedAt,
      })
      .where(eq(members.id, id)),
    ...(given.includes('membershipActiveTimespan')
      ? replaceTimespans(id, fields.membershipActiveTimespan)
      : []),
    ...(newPayer === null ? [] : guardPayer(newPayer)),
    ...move,
  ]
  await commit(db, statements, constraintErrors)
}

const addressColumns = {
  addressStreet: members.addressStreet,
  addressNumber: members.addressNumber,
  addressPlz: members.addressPlz,
  addressTown: members.addressTown,
}

export type Housemate = Awaited<ReturnType<typeof selectHousemates>>[number]

/** The members of these ids with their address, without deleted or anonymised ones. */
export async function listHousemates(db: Db, ids: readonly number[]): Promise<Housemate[]> {
  return ids.length === 0 ? [] : selectHousemates(db, ids)
}

function selectHousemates(db: Db, ids: readonly number[]) {
  return db
    .select({ id: members.id, version: members.version, ...addressColumns })
    .from(members)
    .where(
      sql`${members.id} IN (SELECT value FROM ${eachId(ids)}) AND ${members.anonymisedAt} IS NULL`,
    )
}

/** Gives the housemates the new address; the guard `versionUnchanged` rejects what changed since they were read. */
export function moveHousemates(
  housemates: readonly Housemate[],
  { addressStreet, addressNumber, addressPlz, addressTown }: MemberFields,
  now: Date,
) {
  if (housemates.length === 0) return []
  const seen = JSON.stringify(housemates.map(({ id, version }) => [id, version]))
  return [
    guard(
      'versionUnchanged',
      sql`(SELECT count(*) FROM json_each(${seen}) w CROSS JOIN members m
        WHERE m.id = w.value ->> 0 AND m.version = w.value ->> 1) = ${housemates.length}`,
    ),
    write
      .update(members)
      .set({
        ...{ addressStreet, addressNumber, addressPlz, addressTown },
        version: sql`${members.version} + 1`,
        updatedAt: now.toISOString(),
      })
      .where(sql`${members.id} IN (SELECT value FROM ${eachId(housemates.map(({ id }) => id))})`),
  ]
}

/** Replaces the timespans. Unchanged spans are not rewritten, so that the history shows actual changes only. */
function replaceTimespans(memberId: number, spans: readonly Timespan[]) {
  const wanted = sql`json_each(${JSON.stringify(spans.map(({ from, to }) => [from, to]))}) w`
  const isSame = sql`${memberTimespans.from} = w.value ->> 0 AND ${memberTimespans.to} IS w.value ->> 1`
  const ofMember = sql`${memberTimespans.memberId} = ${memberId}`
  return [
    write
      .delete(memberTimespans)
      .where(sql`${ofMember} AND NOT EXISTS (SELECT 1 FROM ${wanted} WHERE ${isSame})`),
    insertSelected(
      memberTimespans,
      { memberId, from: sql`w.value ->> 0`, to: sql`w.value ->> 1` },
      sql`${wanted} WHERE NOT EXISTS (SELECT 1 FROM ${memberTimespans} WHERE ${ofMember} AND ${isSame})`,
    ),
  ]
}

function insertTimespan(memberId: SQL, span: Timespan) {
  return write.insert(memberTimespans).values({ memberId, from: span.from, to: span.to })
}

/** The error for a missing id; for a merged member it names the one that was kept. */
export async function memberGoneError(db: Db, id: number): Promise<DomainError> {
  const [merge] = await db
    .select({ mergedInto: memberMerges.keptId })
    .from(memberMerges)
    .where(and(eq(memberMerges.goneId, id), isNull(memberMerges.undoneAt)))
  const error = notFoundError()
  return new DomainError('NotFound', error.message, undefined, merge)
}

/**
 * Deletes the member's timespans, exits, merges and marks for an assembly as well; foreign keys reject the
 * deletion when anything else refers to the member.
 */
export async function removeMember(
  db: Db,
  id: number,
  constraintErrors: ConstraintErrors,
): Promise<boolean> {
  const statements = [
    // Marks for an assembly are deleted with the member; honors that were entered prevent it.
    write
      .delete(assemblyHonors)
      .where(and(eq(assemblyHonors.memberId, id), isNull(assemblyHonors.honorId))),
    write
      .update(participations)
      .set({ memberId: null })
      .where(and(eq(participations.memberId, id), isUnusedPlace)),
    write.delete(memberTimespans).where(eq(memberTimespans.memberId, id)),
    write.delete(memberExits).where(eq(memberExits.memberId, id)),
    write.delete(memberMerges).where(eq(memberMerges.keptId, id)),
    write
      .delete(memberNoDuplicates)
      .where(or(eq(memberNoDuplicates.memberId, id), eq(memberNoDuplicates.otherId, id))),
    write.delete(members).where(eq(members.id, id)).returning({ id: members.id }),
  ] as const
  const [, , , , , , deleted] = await commit(db, statements, constraintErrors)
  return deleted.length > 0
}

export async function countReferences(db: Db, id: number): Promise<MemberReferences> {
  const n = { n: count() }
  const [places, ownerships, held, offices, claims, payees] = await db.batch([
    db
      .select(n)
      .from(participations)
      .where(and(eq(participations.memberId, id), not(isUnusedPlace))),
    db.select(n).from(costumeOwnerships).where(eq(costumeOwnerships.memberId, id)),
    db.select(n).from(honors).where(eq(honors.memberId, id)),
    db.select(n).from(dutyEntries).where(eq(dutyEntries.memberId, id)),
    db
      .select(n)
      .from(feeClaims)
      .where(or(eq(feeClaims.memberId, id), eq(feeClaims.payerId, id))),
    db.select(n).from(members).where(eq(members.payerId, id)),
  ])
  return {
    participations: places[0]?.n ?? 0,
    ownerships: ownerships[0]?.n ?? 0,
    honors: held[0]?.n ?? 0,
    duties: offices[0]?.n ?? 0,
    claims: claims[0]?.n ?? 0,
    paysFor: payees[0]?.n ?? 0,
  }
}
