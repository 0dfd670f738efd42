import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type ConstraintErrors, guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { type Read, read, reading } from '#worker/db/read-together.ts'
import { members } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { personColumns } from './member-columns.ts'
import type { Family } from './members.contract.ts'

// Members who pay fees for others (docs/rules.md, "Zahler"): a payer cannot have a payer.

const payer = alias(members, 'payer')

/** Who pays for a member, and for whom the member pays; null when the member does not exist. */
export function findFamily(db: Db, id: number): Promise<Family | null> {
  return read(db, familyRead(db, id))
}

export function familyRead(db: Db, id: number): Read<Family | null> {
  const statements = [
    db
      .select({
        payer: {
          id: payer.id,
          firstName: payer.firstName,
          lastName: payer.lastName,
          birthday: payer.birthday,
        },
      })
      .from(members)
      .leftJoin(payer, eq(payer.id, members.payerId))
      .where(eq(members.id, id)),
    selectPayees(db, id),
  ] as const
  return reading(statements, ([[found], payees]) => (found ? { payer: found.payer, payees } : null))
}

function selectPayees(db: Db, id: number) {
  return db
    .select(personColumns)
    .from(members)
    .where(eq(members.payerId, id))
    .orderBy(members.lastNameKey, members.firstNameKey, members.id)
}

/**
 * Aborts the commit unless this member can pay. Triggers and foreign keys reject the other cases: the member
 * itself, a chain of payers, and an id that does not exist.
 */
export function guardPayer(payerId: number) {
  return [
    guard(
      'canPay',
      sql`EXISTS (SELECT 1 FROM members p WHERE p.id = ${payerId}
        AND p.membership_state <> 'Died' AND p.anonymised_at IS NULL)`,
    ),
  ] as const
}

/**
 * What `commit` throws when a constraint rejects the payer.
 * @param memberId null for a new member
 */
export function payerConstraintErrors(
  db: Db,
  payerId: number | null,
  memberId: number | null,
): ConstraintErrors {
  if (payerId === null) return {}
  const error = () => payerImpossibleError(db, payerId, memberId)
  return { canPay: error, 'ledger: payer': error, foreignKey: error }
}

async function payerImpossibleError(
  db: Db,
  payerId: number,
  memberId: number | null,
): Promise<DomainError> {
  const [[chosen], payees, [member]] = await db.batch([
    db
      .select({
        firstName: members.firstName,
        lastName: members.lastName,
        state: members.membershipState,
        anonymisedAt: members.anonymisedAt,
        // A batch keys rows by column name, so the name must be distinct.
        paidBy: sql<string | null>`trim(${payer.firstName} || ' ' || ${payer.lastName})`.as(
          'paid_by',
        ),
      })
      .from(members)
      .leftJoin(payer, eq(payer.id, members.payerId))
      .where(eq(members.id, payerId)),
    selectPayees(db, memberId ?? 0),
    db
      .select({ id: members.id })
      .from(members)
      .where(eq(members.id, memberId ?? 0)),
  ])
  // A concurrent request has deleted the member.
  if (memberId !== null && !member) return notFoundError()
  if (payerId === memberId) return payerError('Wer selbst zahlt, braucht hier keinen Eintrag.')
  if (!chosen || chosen.anonymisedAt !== null) return payerError('Dieses Mitglied gibt es nicht.')
  const name = fullName(chosen)
  if (chosen.state === 'Died') return payerError(`${name} ist verstorben.`)
  if (chosen.paidBy) return payerError(`Für ${name} zahlt schon ${chosen.paidBy}. ${chain}`)
  if (payees.length > 0) {
    return payerError(
      `Dieses Mitglied zahlt schon für ${list.format(payees.map(fullName))}. ${chain}`,
    )
  }
  const message = 'Gerade hat jemand anderes etwas geändert. Versuche es noch einmal.'
  return new DomainError('Conflict', message)
}

const chain = 'Wer für andere zahlt, zahlt auch den eigenen Beitrag.'
const list = new Intl.ListFormat('de', { type: 'conjunction' })

function payerError(message: string): DomainError {
  return new DomainError('PayerImpossible', message, { payerId: message })
}
