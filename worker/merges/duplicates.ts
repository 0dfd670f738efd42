import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { memberNoDuplicates, members } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { type LikenessKeys, likelySamePerson } from '#worker/members/likeness.ts'
import { personColumns } from '#worker/members/member-columns.ts'
import type { DuplicateMember, DuplicatePair, Duplicates } from './merges.contract.ts'

/** The most pairs that are proposed at once. */
const mostPairs = 200
/** A birthday shared by more members than this is a placeholder for an unknown one and is ignored. */
const mostOfOneDay = 50

type Known = DuplicateMember & LikenessKeys

/** All pairs that may be one person; pairs dismissed by a user are listed separately. */
export async function listDuplicates(db: Db): Promise<Duplicates> {
  const [all, apart] = await db.batch([
    db
      .select({
        ...personColumns,
        maidenName: members.maidenName,
        memberNumber: members.memberNumber,
        membershipState: members.membershipState,
        firstNameKey: members.firstNameKey,
        lastNameKey: members.lastNameKey,
        maidenNameKey: members.maidenNameKey,
      })
      .from(members)
      .where(isNull(members.anonymisedAt))
      .orderBy(asc(members.lastNameKey), asc(members.firstNameKey), asc(members.id)),
    db
      .select({ memberId: memberNoDuplicates.memberId, otherId: memberNoDuplicates.otherId })
      .from(memberNoDuplicates),
  ])
  const known = new Set(apart.map(({ memberId, otherId }) => `${memberId} ${otherId}`))
  const isDismissed = ({ members: [one, other] }: DuplicatePair) =>
    known.has(`${one.id} ${other.id}`)
  const pairs = pairsOf(all)
  const open = pairs.filter((pair) => !isDismissed(pair))
  return {
    pairs: open.slice(0, mostPairs),
    dismissed: pairs.filter(isDismissed).slice(0, mostPairs),
    hasMore: open.length > mostPairs,
  }
}

/**
 * Compares only members who share a name or a birthday: for five thousand members a few thousand
 * comparisons instead of twelve million.
 */
export function pairsOf(all: readonly Known[]): DuplicatePair[] {
  const found = new Map<string, DuplicatePair>()
  const groups = [...groupByNames(all), ...groupByBirthday(all)]
  for (const group of groups) {
    for (const [place, one] of group.entries()) {
      for (const other of group.slice(place + 1)) {
        const kind = likelySamePerson(one, other)
        if (!kind) continue
        const [older, younger] = one.id < other.id ? [one, other] : [other, one]
        found.set(`${older.id} ${younger.id}`, { members: [shown(older), shown(younger)], kind })
      }
    }
  }
  return [...found.values()]
}

function groupByNames(all: readonly Known[]): Known[][] {
  const groups = new Map<string, Known[]>()
  for (const member of all) {
    const lastNames = new Set([member.lastNameKey, member.maidenNameKey].filter(Boolean))
    for (const last of lastNames) {
      const key = `${last} ${member.firstNameKey}`
      const group = groups.get(key)
      if (group) group.push(member)
      else groups.set(key, [member])
    }
  }
  // Limits the comparisons among very many namesakes.
  return [...groups.values()].map((group) => group.slice(0, mostOfOneDay))
}

function groupByBirthday(all: readonly Known[]): Known[][] {
  const born = all.filter(({ birthday }) => birthday !== null)
  const groups = [...Map.groupBy(born, ({ birthday }) => birthday).values()]
  return groups.filter(({ length }) => length <= mostOfOneDay)
}

function shown({ firstNameKey: _f, lastNameKey: _l, maidenNameKey: _m, ...member }: Known) {
  return member
}

/** Records that the two are different persons; a repeated call changes nothing. */
export async function dismissDuplicate(
  db: Db,
  { memberId, otherId }: { memberId: number; otherId: number },
  { userId, now }: { userId: number; now: Date },
): Promise<boolean> {
  const [low, high] = lowerFirst(memberId, otherId)
  const [, there] = await commit(db, [
    insertSelected(
      memberNoDuplicates,
      { memberId: low, otherId: high, at: now.toISOString(), by: userId },
      sql`members one CROSS JOIN members other WHERE one.id = ${low} AND other.id = ${high}`,
    ).onConflictDoNothing(),
    db
      .select({ memberId: memberNoDuplicates.memberId })
      .from(memberNoDuplicates)
      .where(isPair(low, high)),
  ])
  return there.length > 0
}

/** Proposes a dismissed pair again. */
export async function deleteDismissal(db: Db, one: number, other: number): Promise<void> {
  await commit(db, [write.delete(memberNoDuplicates).where(isPair(...lowerFirst(one, other)))])
}

const lowerFirst = (one: number, other: number): [number, number] =>
  one < other ? [one, other] : [other, one]

function isPair(low: number, high: number) {
  return and(eq(memberNoDuplicates.memberId, low), eq(memberNoDuplicates.otherId, high))
}
