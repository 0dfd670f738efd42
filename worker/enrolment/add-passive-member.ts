import { sql } from 'drizzle-orm'
import { notFound } from '#worker/http/validate.ts'
import { type Member, newMemberBody } from '#worker/members/members.contract.ts'
import { findMember, insertMember, newestMember } from '#worker/members/members.queries.ts'
import { isRefusedDuplicate, refuseInsert } from '#worker/members/save-member.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { matchedAlready } from './match-member.ts'
import { linkGroup, selectForMatching } from './unmatched.queries.ts'

/**
 * "Neues passives Mitglied": from the name and birthday of an enrolment, joined today, and linked
 * with that person's participations, in one batch.
 * @param allowDuplicate somebody looked at the candidates and wants the member all the same
 */
export async function addPassiveMember(
  { db, now, today }: Deps,
  participationId: number,
  allowDuplicate: boolean,
): Promise<Member> {
  const [found] = await selectForMatching(db, participationId)
  if (!found) throw notFound()
  if (found.memberId !== null) throw matchedAlready()
  const { firstName, lastName, birthday } = found
  const fields = newMemberBody.parse({
    firstName,
    lastName,
    birthday,
    dateJoined: today,
    membershipState: 'Passive',
  })
  // Two people at two screens: the second finds the participation matched, and nothing is written.
  const refuseWhen = sql`NOT EXISTS (SELECT 1 FROM participations
    WHERE id = ${found.id} AND member_id IS NULL AND state = 'booked')`
  const insert = insertMember(db, fields, now, { allowDuplicate, number: 'next', refuseWhen })
  const [[inserted]] = await db
    .batch([...insert, ...linkGroup(db, found, newestMember)])
    .catch(async (error: unknown) => {
      if (!isRefusedDuplicate(error)) throw error
      const [current] = await selectForMatching(db, participationId)
      if (!current) throw notFound()
      if (current.memberId !== null) throw matchedAlready()
      return refuseInsert(db, fields, error)
    })
  const member = await findMember(db, (inserted as { id: number }).id)
  if (!member) throw notFound()
  return member
}
