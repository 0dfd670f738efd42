import { type SQL, sql } from 'drizzle-orm'
import { members } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'

/** The member's id, and NULL for one that was made nobody's: nothing of theirs is written any more. */
export function idOfSomebody(memberId: number): SQL<number> {
  return sql<number>`(SELECT ${members.id} FROM ${members}
    WHERE ${members.id} = ${memberId} AND ${members.anonymisedAt} IS NULL)`
}

/** @throws DomainError Conflict when the member was made nobody's */
export function refuseNobody({
  anonymisedAt = null,
}: {
  anonymisedAt?: string | null | undefined
}): void {
  if (anonymisedAt === null) return
  const message = 'Dieses Mitglied ist anonymisiert. Daran lässt sich nichts mehr ändern.'
  throw new DomainError('Conflict', message)
}
