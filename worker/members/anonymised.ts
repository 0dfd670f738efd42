import { type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import { members } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'

/** The member's id; NULL for an anonymised member, whose rows must not change. */
export function idUnlessAnonymised(memberId: number): SQL<number> {
  return sql<number>`(SELECT ${members.id} FROM ${members}
    WHERE ${members.id} = ${memberId} AND ${members.anonymisedAt} IS NULL)`
}

/** Aborts the commit as `memberThere` unless the member exists and is not anonymised. */
export function guardMemberExists(memberId: number) {
  return guard('memberThere', sql`${idUnlessAnonymised(memberId)} IS NOT NULL`)
}

/** Aborts the commit as `notAnonymised`; a missing member is left to the write itself. */
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
