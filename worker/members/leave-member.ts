import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { costumeOwnerships, dutyEntries, members, memberTimespans } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { LeaveBody, Member } from './members.contract.ts'
import { findMember } from './members.queries.ts'

/**
 * Ausgetreten or Verstorben, and what the person at the screen chose to end with it, in one batch.
 * Nothing else is ended: what was not chosen stays as it is.
 */
export async function leaveMember(
  { db, now }: { db: Db; now: Date },
  id: number,
  leave: LeaveBody,
): Promise<Member> {
  const open = await findOpen(db, id, leave.date)
  if (!open.member) throw notFound()
  refuseImpossible(leave, open)
  const { date, state } = leave
  await db.batch([
    db
      .update(members)
      .set({ membershipState: state, dateLeft: date, updatedAt: now.toISOString() })
      .where(eq(members.id, id)),
    ...(leave.endTimespans
      ? [
          db
            .update(memberTimespans)
            .set({ to: date })
            .where(and(eq(memberTimespans.memberId, id), isNull(memberTimespans.to))),
        ]
      : []),
    ...leave.dutyIds.map((dutyId) =>
      db
        .update(dutyEntries)
        .set({ to: date })
        .where(and(eq(dutyEntries.id, dutyId), eq(dutyEntries.memberId, id))),
    ),
    ...leave.costumeIds.map((costumeId) =>
      db
        .update(costumeOwnerships)
        .set({ ownedTo: date })
        .where(
          and(
            eq(costumeOwnerships.costumeId, costumeId),
            eq(costumeOwnerships.memberId, id),
            isNull(costumeOwnerships.ownedTo),
          ),
        ),
    ),
  ])
  return (await findMember(db, id)) as Member
}

type Open = Awaited<ReturnType<typeof findOpen>>

/** What could be ended on that day: one read. An office that ended before stays as it is. */
async function findOpen(db: Db, id: number, date: Day) {
  const [found, timespans, offices, owned] = await db.batch([
    db.select({ dateJoined: members.dateJoined }).from(members).where(eq(members.id, id)),
    db
      .select({ from: memberTimespans.from })
      .from(memberTimespans)
      .where(and(eq(memberTimespans.memberId, id), isNull(memberTimespans.to))),
    db
      .select({ id: dutyEntries.id, from: dutyEntries.from })
      .from(dutyEntries)
      .where(
        and(eq(dutyEntries.memberId, id), or(isNull(dutyEntries.to), gt(dutyEntries.to, date))),
      ),
    db
      .select({ id: costumeOwnerships.costumeId, from: costumeOwnerships.ownedFrom })
      .from(costumeOwnerships)
      .where(and(eq(costumeOwnerships.memberId, id), isNull(costumeOwnerships.ownedTo))),
  ])
  return { member: found[0], timespans, offices, owned }
}

function refuseImpossible(leave: LeaveBody, open: Open): void {
  const problems: FieldMessages = {}
  const { date } = leave
  const starts = [
    open.member?.dateJoined ?? date,
    ...(leave.endTimespans ? open.timespans.map((span) => span.from) : []),
  ]
  if (starts.some((from) => from > date)) problems.date = 'Das Datum liegt vor dem Eintritt.'
  check('dutyIds', leave.dutyIds, open.offices, 'Dieses Amt')
  check('costumeIds', leave.costumeIds, open.owned, 'Dieses Kleid')
  if (Object.keys(problems).length > 0) throw validationFailed(problems)

  function check(field: string, ids: number[], entries: Open['owned'], what: string): void {
    ids.forEach((id, index) => {
      const entry = entries.find((one) => one.id === id)
      if (!entry) problems[`${field}.${index}`] = `${what} gehört nicht (mehr) zu diesem Mitglied.`
      else if (entry.from > date) problems[`${field}.${index}`] = `${what} beginnt erst später.`
    })
  }
}
