import { sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { notFound, orNotFound } from '#worker/http/validate.ts'
import { type Member, newMemberBody } from '#worker/members/members.contract.ts'
import { findMember, insertMember, newestMember } from '#worker/members/members.queries.ts'
import { insertRefusals } from '#worker/members/save-member.ts'
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
  const isOpen = sql`EXISTS (SELECT 1 FROM participations
    WHERE id = ${found.id} AND member_id IS NULL AND state = 'booked')`
  const statements = [
    guard('unmatched', isOpen),
    ...insertMember(db, fields, now, { allowDuplicate, number: 'next' }),
    ...linkGroupToNewest(db, by, found, newestMember),
  ] as const
  const [, , [inserted]] = await commit(db, statements, {
    ...insertRefusals(db, fields),
    unmatched: async () => {
      const [current] = await selectForMatching(db, [participationId])
      return current ? matchedOtherwise(current) : notFound()
    },
  })
  return orNotFound(await findMember(db, (inserted as { id: number }).id))
}
