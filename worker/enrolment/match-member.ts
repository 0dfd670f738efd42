import { eq } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { members } from '#worker/db/schema.ts'
import { nameKey, unmatchedPerson } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { Matched } from './enrolment.contract.ts'
import { linkGroup, listMatched, selectForMatching, unlink } from './unmatched.queries.ts'

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
  if (member.length === 0) {
    throw validationFailed({ memberId: 'Dieses Mitglied gibt es nicht mehr.' })
  }
  if (found.memberId === memberId) return { linked: 0, left: [] }
  if (found.memberId !== null) throw matchedAlready()
  const [linked, left] = await db.batch([...linkGroup(db, found, memberId)])
  return { linked: linked.length, left: left.map(({ paradeId }) => paradeId) }
}

/** Takes back a wrong match of this participation and of the others given under the same name. */
export async function undoMatch(db: Db, participationId: number): Promise<Matched> {
  const [found] = await selectForMatching(db, participationId)
  if (!found) throw notFound()
  if (found.memberId === null) return { linked: 0, left: [] }
  const key = nameKey(found)
  // As it was before the match, when the key was the given name.
  const personOf = (one: Omit<typeof found, 'memberId'>) =>
    unmatchedPerson({ ...one, personKey: nameKey(one) })
  const group = (await listMatched(db, found.memberId)).filter(
    (other) => personOf(other) === personOf(found),
  )
  const ids = group.map(({ id }) => id)
  const [unlinked, left] = await db.batch([...unlink(db, ids, found.memberId, key)])
  return { linked: unlinked.length, left: left.map(({ paradeId }) => paradeId) }
}

export function matchedAlready(): DomainError {
  return new DomainError('Conflict', 'Diese Teilnahme ist schon einem Mitglied zugeordnet.')
}
