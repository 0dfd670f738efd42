import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { notFound } from '#worker/http/validate.ts'
import { type Member, newMemberBody } from '#worker/members/members.contract.ts'
import { findMember, insertMember, newestMember } from '#worker/members/members.queries.ts'
import { isRefusedDuplicate, refuseInsert } from '#worker/members/save-member.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { type By, linkGroupToNewest, selectForMatching } from './match.queries.ts'
import { matchedOtherwise } from './match-member.ts'

/**
 * "Neues passives Mitglied": from the name and birthday of an enrolment, joined today, and linked
 * with that person's participations, in one batch.
 * @param allowDuplicate somebody looked at the candidates and wants the member all the same
 */
export async function addPassiveMember(
  { db, now, today }: Deps,
  by: By,
  participationId: number,
  allowDuplicate: boolean,
): Promise<Member> {
  const [found] = await selectForMatching(db, [participationId])
  if (!found) throw notFound()
  if (found.memberId !== null) throw matchedOtherwise(found)
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
  const [[inserted]] = await commit(db, [
    ...insert,
    ...linkGroupToNewest(db, by, found, newestMember),
  ]).catch(async (error: unknown) => {
    if (!isRefusedDuplicate(error)) throw error
    const [current] = await selectForMatching(db, [participationId])
    if (!current) throw notFound()
    if (current.memberId !== null) throw matchedOtherwise(current)
    return refuseInsert(db, fields, error)
  })
  const member = await findMember(db, (inserted as { id: number }).id)
  if (!member) throw notFound()
  return member
}
