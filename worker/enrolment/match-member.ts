import { eq } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { members } from '#worker/db/schema.ts'
import { isForeignKeyViolation } from '#worker/db/sqlite.ts'
import { nameKey } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Matched } from './enrolment.contract.ts'
import { linkGroup, selectForMatching, unlinkGroup } from './unmatched.queries.ts'

/**
 * Says who an unmatched participation is, and with it the person's others: those of the same name
 * and birthday, or of the same order.
 * @returns `left`: the parades where the member stands already; there it stays unmatched
 */
export async function matchMember(
  db: Db,
  participationId: number,
  memberId: number,
): Promise<Matched> {
  const [[found], member] = await db.batch([
    selectForMatching(db, participationId),
    db.select({ id: members.id }).from(members).where(eq(members.id, memberId)),
  ])
  if (!found) throw notFound()
  if (member.length === 0) throw unknownMember()
  if (found.memberId === memberId) return { linked: 0, left: [] }
  if (found.memberId !== null) throw matchedAlready()
  const [linked, left, [now]] = await db
    .batch([...linkGroup(db, found, memberId), selectForMatching(db, participationId)])
    .catch(refuseGoneMember)
  // Somebody at another screen was faster.
  if (!now) throw notFound()
  if (now.memberId !== null && now.memberId !== memberId) throw matchedAlready()
  return { linked: linked.length, left: left.map(({ paradeId }) => paradeId) }
}

/** Takes back a wrong match of this participation and of the others given under the same name. */
export async function undoMatch(db: Db, participationId: number): Promise<Matched> {
  const [found] = await selectForMatching(db, participationId)
  if (!found) throw notFound()
  const { memberId, givenKey } = found
  if (memberId === null) return { linked: 0, left: [] }
  const group = { ...found, memberId, isPicked: givenKey.startsWith('m:') }
  const [unlinked, left] = await db.batch([...unlinkGroup(db, group, nameKey(found))])
  return { linked: unlinked.length, left: left.map(({ paradeId }) => paradeId) }
}

function refuseGoneMember(error: unknown): never {
  throw isForeignKeyViolation(error) ? unknownMember() : error
}

function unknownMember(): DomainError {
  return validationFailed({ memberId: 'Dieses Mitglied gibt es nicht mehr.' })
}

export function matchedAlready(): DomainError {
  return new DomainError('Conflict', 'Diese Teilnahme ist schon einem Mitglied zugeordnet.')
}
