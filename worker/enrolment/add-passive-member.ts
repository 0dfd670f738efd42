import { sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { emptyMember } from '#worker/domain/member.ts'
import { notFoundError, orNotFound } from '#worker/http/validate.ts'
import { memberRules, type StoredMember } from '#worker/members/members.contract.ts'
import { findMember, insertMember, newestMember } from '#worker/members/members.queries.ts'
import { memberInsertErrors } from '#worker/members/save-member.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { type By, linkGroupToNewest, selectForMatching } from './match.queries.ts'
import { matchedOtherwiseError } from './match-member.ts'

/**
 * "Neues passives Mitglied": creates a member with name and birthday of an enrolment, joined today, and links
 * the person's participations, in one batch.
 * @param allowDuplicate the user has seen the similar members and wants a new one
 */
export async function addPassiveMember(
  { db, now, today }: Deps,
  by: By,
  participationId: number,
  allowDuplicate: boolean,
): Promise<StoredMember> {
  const [found] = await selectForMatching(db, [participationId])
  if (!found) throw notFoundError()
  if (found.memberId !== null) throw matchedOtherwiseError(found)
  const { firstName, lastName, birthday } = found
  const fields = memberRules.parse({
    ...emptyMember,
    firstName,
    lastName,
    birthday,
    dateJoined: today,
    membershipState: 'Passive',
  })
  // If two users do this at once, the second one's batch is rejected because the participation is matched.
  const isOpen = sql`EXISTS (SELECT 1 FROM participations
    WHERE id = ${found.id} AND member_id IS NULL AND state = 'booked')`
  const statements = [
    guard('unmatched', isOpen),
    ...insertMember(db, fields, now, { allowDuplicate, number: 'next' }),
    ...linkGroupToNewest(db, by, found, newestMember),
  ] as const
  const [, , [inserted]] = await commit(db, statements, {
    ...memberInsertErrors(db, fields),
    unmatched: async () => {
      const [current] = await selectForMatching(db, [participationId])
      return current ? matchedOtherwiseError(current) : notFoundError()
    },
  })
  return orNotFound(await findMember(db, (inserted as { id: number }).id))
}
