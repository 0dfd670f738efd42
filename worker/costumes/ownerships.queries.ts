import {
  aliasedTable,
  and,
  desc,
  eq,
  gt,
  isNull,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type ConstraintErrors, commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { costumeOwnerships, costumes, costumeTypes, members } from '#worker/db/schema.ts'
import { insertSelected, singleRow } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Owner } from '#worker/domain/ownership.ts'
import type { CostumeOfMember, Ownership, OwnershipChange } from './costumes.contract.ts'

const { ownedFrom, ownedTo } = costumeOwnerships
/** Another ownership of the same costume, for subqueries of a statement about one ownership. */
const other = aliasedTable(costumeOwnerships, 'other')

const columns = {
  id: costumeOwnerships.id,
  member: {
    // A batch keys rows by column name, so the id is taken from the ownership.
    id: costumeOwnerships.memberId,
    firstName: members.firstName,
    lastName: members.lastName,
    birthday: members.birthday,
  },
  ownedFrom,
  ownedTo,
}

/** Later than every day; used for an ownership without an end when ends are compared. */
const forever = '9999-12-31'

// Of two ownerships that begin on the same day, one of zero days is the older.
const newestFirst = [
  desc(ownedFrom),
  desc(sql`coalesce(${ownedTo}, ${forever})`),
  desc(costumeOwnerships.id),
]

function selectOwnerships(db: Db, condition: SQL | undefined) {
  return db
    .select(columns)
    .from(costumeOwnerships)
    .innerJoin(members, eq(members.id, costumeOwnerships.memberId))
    .where(condition)
    .orderBy(...newestFirst)
}

/** Without an end, or ending after the day: a member whose exit lies in the future keeps a costume until then. */
export function runsBeyond(day: Day): SQL | undefined {
  return or(isNull(ownedTo), gt(ownedTo, day))
}

/** Newest first; null when the costume does not exist. */
export async function listOwnerships(db: Db, costumeId: number): Promise<Ownership[] | null> {
  const [costume, rows] = await db.batch([
    db.select({ id: costumes.id }).from(costumes).where(eq(costumes.id, costumeId)),
    selectOwnerships(db, eq(costumeOwnerships.costumeId, costumeId)),
  ])
  return costume.length > 0 ? rows : null
}

/** Newest first; null when the member does not exist. */
export function listCostumesOfMember(db: Db, memberId: number): Promise<CostumeOfMember[] | null> {
  return read(db, costumesRead(db, memberId))
}

export function costumesRead(db: Db, memberId: number): Read<CostumeOfMember[] | null> {
  const statements = [
    db.select({ id: members.id }).from(members).where(eq(members.id, memberId)),
    db
      .select({
        id: costumes.id,
        number: costumes.number,
        type: { id: costumes.costumeTypeId, name: costumeTypes.name },
        ownedFrom,
        ownedTo,
      })
      .from(costumeOwnerships)
      .innerJoin(costumes, eq(costumes.id, costumeOwnerships.costumeId))
      .innerJoin(costumeTypes, eq(costumeTypes.id, costumes.costumeTypeId))
      .where(eq(costumeOwnerships.memberId, memberId))
      .orderBy(...newestFirst),
  ] as const
  return reading(statements, ([member, rows]) => (member.length > 0 ? rows : null))
}

/** Whether an ownership of the costume begins after that day. */
function ownedLater(costumeId: number, day: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM ${costumeOwnerships} AS other
    WHERE ${other.costumeId} = ${costumeId} AND ${other.ownedFrom} > ${day})`
}

/** The ownership would extend beyond its owner's death. `to` NULL = no end. */
function isBeyondDeath(memberId: SQL, to: SQL, today: Day): SQL {
  return sql`EXISTS (SELECT 1 FROM ${members} WHERE ${members.id} = ${memberId}
    AND ${members.membershipState} = 'Died'
    AND (${to} IS NULL OR ${to} > coalesce(${members.dateLeft}, ${today})))`
}

/** Anonymised members keep their costumes and get no new ones. */
function isAnonymised(memberId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${members} WHERE ${members.id} = ${memberId}
    AND ${members.anonymisedAt} IS NOT NULL)`
}

/**
 * Gives the costume to the member from a day on, decided within one commit. A member who owns it already keeps
 * the open row: the unique index rejects a second one. The guard `ownable` rejects a later owner, a
 * deregistered costume, and a dead or anonymised member. An ownership that would end on the day of its
 * beginning is deleted, and one of the same member that ended on that day is continued in its row.
 */
export async function insertOwnership(
  db: Db,
  costumeId: number,
  memberId: number,
  from: Day,
  constraintErrors: ConstraintErrors,
): Promise<Ownership> {
  const ofCostume = eq(costumeOwnerships.costumeId, costumeId)
  const ofOthers = and(
    ofCostume,
    not(sql`(${costumeOwnerships.memberId} = ${memberId} AND ${ownedTo} IS NULL)`),
  )
  const endsThen = sql`(SELECT ${other.id} FROM ${costumeOwnerships} AS other
    WHERE ${other.costumeId} = ${costumeId} AND ${other.memberId} = ${memberId}
      AND ${other.ownedTo} = ${from} ORDER BY ${other.ownedFrom} LIMIT 1)`
  const obstacle = sql`${ownedLater(costumeId, from)}
    OR EXISTS (SELECT 1 FROM ${costumes} WHERE ${costumes.id} = ${costumeId}
      AND ${costumes.registeredUntil} IS NOT NULL)
    OR ${isAnonymised(sql`${memberId}`)}
    OR ${isBeyondDeath(sql`${memberId}`, sql`NULL`, from)}`
  const statements = [
    guard('ownable', sql`NOT (${obstacle})`),
    write.delete(costumeOwnerships).where(and(ofOthers, eq(ownedFrom, from), runsBeyond(from))),
    write
      .update(costumeOwnerships)
      .set({ ownedTo: from })
      .where(and(ofOthers, lt(ownedFrom, from), runsBeyond(from))),
    insertSelected(
      costumeOwnerships,
      { costumeId, memberId, ownedFrom: from },
      sql`${singleRow} WHERE ${endsThen} IS NULL`,
    ),
    write
      .update(costumeOwnerships)
      .set({ ownedTo: null })
      .where(sql`${costumeOwnerships.id} = ${endsThen}`),
    removeInside(costumeId),
    selectOwnerships(db, and(ofCostume, isNull(ownedTo))),
  ] as const
  const [, , , , , , [begun]] = await commit(db, statements, constraintErrors)
  return begun as Ownership
}

/** Deletes spans of zero days within another ownership, which carry no information. */
function removeInside(costumeId: number) {
  return write.delete(costumeOwnerships).where(
    and(
      eq(costumeOwnerships.costumeId, costumeId),
      eq(ownedTo, ownedFrom),
      sql`EXISTS (SELECT 1 FROM ${costumeOwnerships} AS other WHERE ${other.costumeId} = ${costumeId}
        AND ${other.ownedFrom} < ${ownedFrom}
        AND (${other.ownedTo} IS NULL OR ${other.ownedTo} > ${ownedFrom}))`,
    ),
  )
}

/**
 * Ends the ownership of that day and returns it as ended; a span of zero days is deleted. null when the costume
 * had no owner, or got a later one.
 */
export async function endOwnership(db: Db, costumeId: number, day: Day): Promise<Ownership | null> {
  const running = and(
    eq(costumeOwnerships.costumeId, costumeId),
    runsBeyond(day),
    not(ownedLater(costumeId, day)),
  )
  const [[ended]] = await commit(db, [
    selectOwnerships(db, and(running, lte(ownedFrom, day))),
    write.delete(costumeOwnerships).where(and(running, eq(ownedFrom, day))),
    write
      .update(costumeOwnerships)
      .set({ ownedTo: day })
      .where(and(running, lt(ownedFrom, day))),
  ])
  return ended ? { ...ended, ownedTo: day } : null
}

/**
 * Writes only the given fields. The guard `spanPossible` ensures that the span overlaps no other ownership, has
 * at least a day, and ends with its owner's life. null when the costume has no such ownership.
 */
export async function updateOwnership(
  db: Db,
  costumeId: number,
  id: number,
  change: OwnershipChange,
  today: Day,
  constraintErrors: ConstraintErrors,
): Promise<Ownership | null> {
  const isIt = and(eq(costumeOwnerships.id, id), eq(costumeOwnerships.costumeId, costumeId))
  const memberId = sql`${change.memberId ?? costumeOwnerships.memberId}`
  const from = sql`${change.ownedFrom ?? ownedFrom}`
  const to = sql`${change.ownedTo === undefined ? ownedTo : change.ownedTo}`
  const obstacle = sql`EXISTS (SELECT 1 FROM ${costumeOwnerships} AS other WHERE ${other.costumeId} = ${costumeId}
      AND ${other.id} <> ${id}
      AND coalesce(${other.ownedTo}, ${forever}) > ${other.ownedFrom}
      AND coalesce(${other.ownedTo}, ${forever}) > ${from}
      AND ${other.ownedFrom} < coalesce(${to}, ${forever}))
    OR (${to} = ${from} AND (${from} <> ${ownedFrom} OR ${to} IS NOT ${ownedTo}))
    OR (${memberId} <> ${costumeOwnerships.memberId} AND ${isAnonymised(memberId)})
    OR ${isBeyondDeath(memberId, to, today)}`
  const statements = [
    guard(
      'spanPossible',
      sql`NOT EXISTS (SELECT 1 FROM ${costumeOwnerships} WHERE ${isIt} AND (${obstacle}))`,
    ),
    write
      .update(costumeOwnerships)
      .set({ ...change, ownedFrom: from })
      .where(isIt),
    removeInside(costumeId),
    selectOwnerships(db, isIt),
  ] as const
  const [, , , [changed]] = await commit(db, statements, constraintErrors)
  return changed ?? null
}

/**
 * Returns whether the ownership existed. With `reopenPrevious` the previous one is extended to the next one's
 * beginning, unless the guard `previousLives` rejects that.
 */
export async function deleteOwnership(
  db: Db,
  costumeId: number,
  id: number,
  reopenPrevious: boolean,
  today: Day,
  constraintErrors: ConstraintErrors,
): Promise<boolean> {
  const isIt = and(eq(costumeOwnerships.id, id), eq(costumeOwnerships.costumeId, costumeId))
  const remove = write.delete(costumeOwnerships).where(isIt).returning({ id: costumeOwnerships.id })
  if (!reopenPrevious) return (await commit(db, [remove]))[0].length > 0
  const beginOfNext = neighbourOwnership(id, costumeId, 'after')
  const isPrevious = sql`${costumeOwnerships.id} = ${neighbourOwnership(id, costumeId, 'before')}`
  const isDead = isBeyondDeath(sql`${costumeOwnerships.memberId}`, beginOfNext, today)
  const statements = [
    guard(
      'previousLives',
      sql`NOT EXISTS (SELECT 1 FROM ${costumeOwnerships} WHERE ${isPrevious} AND ${isDead})`,
    ),
    // For a moment the next ownership gets an end: the unique index allows only one open ownership at a time.
    write
      .update(costumeOwnerships)
      .set({ ownedTo: forever })
      .where(and(isIt, isNull(ownedTo))),
    write.update(costumeOwnerships).set({ ownedTo: beginOfNext }).where(isPrevious),
    remove,
  ] as const
  const [, , , deleted] = await commit(db, statements, constraintErrors)
  return deleted.length > 0
}

/** The id of the ownership before the given one, or the first day of the one after; NULL without one. */
function neighbourOwnership(id: number, costumeId: number, where: 'before' | 'after'): SQL {
  const it = aliasedTable(costumeOwnerships, 'it')
  const place = (of: typeof other) =>
    sql`(${of.ownedFrom}, coalesce(${of.ownedTo}, ${forever}), ${of.id})`
  const [sought, than, way] =
    where === 'before'
      ? [other.id, sql.raw('<'), sql.raw('DESC')]
      : [other.ownedFrom, sql.raw('>'), sql.raw('ASC')]
  return sql`(SELECT ${sought} FROM ${costumeOwnerships} AS it
    JOIN ${costumeOwnerships} AS other ON ${other.costumeId} = ${it.costumeId}
    WHERE ${it.id} = ${id} AND ${it.costumeId} = ${costumeId}
      AND ${place(other)} ${than} ${place(it)}
    ORDER BY ${other.ownedFrom} ${way}, coalesce(${other.ownedTo}, ${forever}) ${way},
      ${other.id} ${way} LIMIT 1)`
}

/** The data for validating a change of owner: the costume, its ownerships, and the member. */
export async function readOwnershipFacts(db: Db, costumeId: number, memberId: number | SQL) {
  const [[costume], ownerships, [owner]] = await db.batch([
    db
      .select({ registeredUntil: costumes.registeredUntil })
      .from(costumes)
      .where(eq(costumes.id, costumeId)),
    selectOwnerships(db, eq(costumeOwnerships.costumeId, costumeId)),
    selectOwner(db, memberId),
  ])
  return { costume, ownerships, owner: owner ? ownerOf(owner) : null }
}

/** The member of an ownership. */
export function ownerOfOwnership(id: number): SQL {
  return sql`(SELECT ${costumeOwnerships.memberId} FROM ${costumeOwnerships} WHERE ${costumeOwnerships.id} = ${id})`
}

export async function findOwner(db: Db, memberId: number): Promise<Owner | null> {
  const [owner] = await selectOwner(db, memberId)
  return owner ? ownerOf(owner) : null
}

function selectOwner(db: Db, memberId: number | SQL) {
  return db
    .select({
      firstName: members.firstName,
      lastName: members.lastName,
      state: members.membershipState,
      dateLeft: members.dateLeft,
      anonymisedAt: members.anonymisedAt,
    })
    .from(members)
    .where(eq(members.id, memberId))
}

type OwnerRow = Awaited<ReturnType<typeof selectOwner>>[number]

function ownerOf({ state, dateLeft, anonymisedAt, ...name }: OwnerRow): Owner {
  const hasDied = state === 'Died'
  const isAnonymised = anonymisedAt !== null
  return { ...name, hasDied, dateOfDeath: hasDied ? dateLeft : null, isAnonymised }
}
