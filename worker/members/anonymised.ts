import { type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import { members } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'

/** The member's id, and NULL for an anonymised one, whose rows are not changed any more. */
export function idUnlessAnonymised(memberId: number): SQL<number> {
  return sql<number>`(SELECT ${members.id} FROM ${members}
    WHERE ${members.id} = ${memberId} AND ${members.anonymisedAt} IS NULL)`
}

/** There is this member, and not anonymised: refuses the commit as `memberThere`. */
export function guardMemberExists(memberId: number) {
  return guard('memberThere', sql`${idUnlessAnonymised(memberId)} IS NOT NULL`)
}

/** Refuses the commit as `notAnonymised`; a member who is not there is left to the write. */
export function guardNotAnonymised(memberId: number) {
  return guard(
    'notAnonymised',
    sql`NOT EXISTS (SELECT 1 FROM ${members}
      WHERE ${members.id} = ${memberId} AND ${members.anonymisedAt} IS NOT NULL)`,
  )
}

/** @throws DomainError Conflict when the member is anonymised */
export function assertNotAnonymised({
  anonymisedAt = null,
}: {
  anonymisedAt?: string | null | undefined
}): void {
  if (anonymisedAt !== null) throw anonymisedError()
}

export function anonymisedError(): DomainError {
  const message = 'Dieses Mitglied ist anonymisiert. Daran lässt sich nichts mehr ändern.'
  return new DomainError('Conflict', message)
}
