import { sql } from 'drizzle-orm'
import { feeClaims } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { type Fee, familyFees } from '#worker/domain/fees.ts'
import { fullName } from '#worker/domain/names.ts'
import type { Person } from '#worker/members/members.contract.ts'
import type { FeeData } from './fees.queries.ts'
import { withHonors } from './list-fees.ts'

/** The fee that a member owes for a year, stored as a claim when the year is closed. */
export type NewClaim = { memberId: number; payerId: number; amountInCent: number; reason: string }

/** What closing a year would store, by today's members and the fee table. */
export type Closing = {
  claims: NewClaim[]
  sumInCent: number
  /** Members for whom no row of the fee table applies; the year cannot be closed while there are any. */
  withoutRow: Person[]
}

export function closingOf(data: FeeData, year: number): Closing {
  const members = withHonors(data, year)
  const { rules, settings } = data
  return toClosing(
    members,
    familyFees(members, { rules, year, capInCent: settings.familyCapInCent }),
  )
}

type Claimed = Omit<Person, 'id'> & { memberId: number; payerId: number }

/** @param fees of the members, in the same order */
export function toClosing(members: readonly Claimed[], fees: readonly Fee[]): Closing {
  const withoutRow: Person[] = []
  const claims = members.flatMap((member, index): NewClaim[] => {
    const { amountInCent = null, reason = '' } = fees[index] ?? {}
    const { memberId, payerId, firstName, lastName, birthday } = member
    if (amountInCent !== null) return [{ memberId, payerId, amountInCent, reason }]
    withoutRow.push({ id: memberId, firstName, lastName, birthday })
    return []
  })
  return { claims, withoutRow, sumInCent: claims.reduce((sum, one) => sum + one.amountInCent, 0) }
}

/** @throws DomainError FeeRuleMissing */
export function assertEveryFeeHasRule({ withoutRow }: Closing): void {
  if (withoutRow.length === 0) return
  const [first] = withoutRow
  const who = first && withoutRow.length === 1 ? fullName(first) : `${withoutRow.length} Mitglieder`
  const message = `Für ${who} gibt es keine Zeile in der Beitragstabelle.`
  throw new DomainError('FeeRuleMissing', message, undefined, { members: withoutRow })
}

type Written = { year: number; at: string; userId: number }

/** One statement; a second claim of a member violates the unique index and aborts the commit. */
export function insertClaims(claims: readonly NewClaim[], { year, at, userId }: Written) {
  const of = (name: keyof NewClaim) => sql`given.value ->> ${sql.raw(`'$.${name}'`)}`
  return insertSelected(
    feeClaims,
    {
      year,
      memberId: of('memberId'),
      payerId: of('payerId'),
      amountInCent: of('amountInCent'),
      reason: of('reason'),
      createdAt: at,
      createdBy: userId,
    },
    sql`json_each(${JSON.stringify(claims)}) given WHERE 1`,
  )
}
