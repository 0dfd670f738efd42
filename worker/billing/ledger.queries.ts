import { asc, eq, type GetColumnData, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type AnySQLiteColumn, alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#worker/db/db.ts'
import { feeBookings, feeClaims, members } from '#worker/db/schema.ts'
import type { FeeBooking } from '#worker/domain/fee-ledger.ts'
import { plainBankKey } from './bank-keys.ts'

const member = alias(members, 'member')
const payer = alias(members, 'payer')

/** The payer: as of when the year was closed; if that member has died, the current payer of the member. */
const payerOfToday = sql`CASE WHEN
  CASE ${feeClaims.payerId} WHEN ${member.id} THEN ${member.membershipState}
    ELSE (SELECT d.membership_state FROM members d WHERE d.id = ${feeClaims.payerId}) END = 'Died'
  THEN coalesce(${member.payerId}, ${member.id}) ELSE ${feeClaims.payerId} END`

type NamedAs<Columns extends Record<string, AnySQLiteColumn>> = {
  [Name in keyof Columns]: SQL.Aliased<GetColumnData<Columns[Name]>>
}

/** A batch keys rows by column name: prefixes the names, so that they are distinct. */
function namedAs<Columns extends Record<string, AnySQLiteColumn>>(
  whose: string,
  columns: Columns,
): NamedAs<Columns> {
  const named = Object.entries(columns).map(([name, column]) => [
    name,
    sql`${column}`.mapWith(column).as(`${whose}_${name}`),
  ])
  return Object.fromEntries(named) as NamedAs<Columns>
}

/** Claims with member, payer and the payer's account, by the member's name. */
export function selectClaims(db: Db, where: SQL | undefined) {
  return db
    .select({
      id: feeClaims.id,
      year: feeClaims.year,
      amountInCent: feeClaims.amountInCent,
      reason: feeClaims.reason,
      merged: feeClaims.merged,
      /** The payer when the year was closed; `payer` may be another member. */
      payerAtClosing: sql<number>`${feeClaims.payerId}`.as('payer_at_closing'),
      createdAt: feeClaims.createdAt,
      member: namedAs('member', {
        id: member.id,
        firstName: member.firstName,
        lastName: member.lastName,
        birthday: member.birthday,
        memberNumber: member.memberNumber,
        membershipState: member.membershipState,
      }),
      payer: namedAs('payer', {
        id: payer.id,
        firstName: payer.firstName,
        lastName: payer.lastName,
        birthday: payer.birthday,
        memberNumber: payer.memberNumber,
        membershipState: payer.membershipState,
        bankingIban: payer.bankingIban,
        bankingBic: payer.bankingBic,
        bankingAccountOwner: payer.bankingAccountOwner,
        bankingSepaAllowed: payer.bankingSepaAllowed,
        bankingSepaAllowedDate: payer.bankingSepaAllowedDate,
        mandateReference: payer.mandateReference,
      }),
    })
    .from(feeClaims)
    .innerJoin(member, eq(member.id, feeClaims.memberId))
    .innerJoin(payer, sql`${payer.id} = ${payerOfToday}`)
    .where(where)
    .orderBy(asc(member.lastNameKey), asc(member.firstNameKey), asc(member.id), asc(feeClaims.id))
}

export type ClaimRow = Awaited<ReturnType<typeof selectClaims>>[number]

/** The bookings of the claims, oldest first. @param claims ids, as a subquery */
export function selectBookings(db: Db, claims: SQL) {
  return db
    .select(getTableColumns(feeBookings))
    .from(feeBookings)
    .where(sql`${feeBookings.claimId} IN ${claims}`)
    .orderBy(asc(feeBookings.id))
}

export type BookingRow = Awaited<ReturnType<typeof selectBookings>>[number]

/** A booking with its instant and user. */
export type LedgerBooking = FeeBooking & Pick<BookingRow, 'createdAt' | 'createdBy'>

export type LedgerClaim = ClaimRow & { bookings: LedgerBooking[] }

/** Each claim with its bookings. */
export function withBookings(
  claims: readonly ClaimRow[],
  bookings: readonly BookingRow[],
): LedgerClaim[] {
  const ofClaim = Map.groupBy(bookings, ({ claimId }) => claimId)
  return claims.map((claim) => ({
    ...claim,
    bookings: (ofClaim.get(claim.id) ?? []).map(toBooking),
  }))
}

export function toBooking({ claimId: _, bankKey, ...booking }: BookingRow): LedgerBooking {
  return { ...booking, bankKey: bankKey === null ? null : plainBankKey(bankKey) }
}
