import { commit, retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { isForeignKeyViolation, notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { memberUnits } from '#worker/domain/conflicts.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { pick, withGiven } from '#worker/domain/given.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { refuseClashes } from '#worker/http/changed-meanwhile.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import { mandateDateNeeded, needsNewMandateDate, normaliseBankData } from './bank-data.ts'
import { memberProblems } from './member-problems.ts'
import type { Member, MemberChange } from './members.contract.ts'
import {
  countReferences,
  findMember,
  findVersion,
  insertMember,
  listCandidates,
  removeMember,
  updateMember,
} from './members.queries.ts'
import { isPayerRefused, payerImpossible } from './payer.ts'
import { refuseNobody } from './somebody.ts'

type Context = { db: Db; now: Date; today: Day }

/** @param allowDuplicate somebody looked at the candidates and wants the member all the same */
export async function addMember(
  { db, now, today }: Context,
  draft: MemberFields,
  allowDuplicate: boolean,
): Promise<Member> {
  const fields = complete(draft, today)
  const [[inserted]] = await commit(db, [
    ...insertMember(db, fields, now, { allowDuplicate, number: 'given' }),
  ]).catch((error: unknown) => refuseInsert(db, fields, error))
  return reread(db, (inserted as { id: number }).id)
}

/** Turns the database's refusal of a new member into the answer. */
export async function refuseInsert(db: Db, fields: MemberFields, error: unknown): Promise<never> {
  if (isRefusedDuplicate(error)) throw await memberExists(db, fields)
  const { payerId } = fields
  if (payerId !== null && isPayerRefused(error)) throw await payerImpossible(db, payerId, null)
  throw numberTaken(error)
}

/** The INSERT's own test said no: a duplicate, or the caller's condition. */
export function isRefusedDuplicate(error: unknown): boolean {
  return notNullViolation(error) === 'members.first_name_key'
}

/**
 * What the change leaves out keeps its value; what somebody else changed since is told.
 * @param sameMandate the new IBAN corrects a typing error: the mandate stays as it was given
 */
export async function changeMember(
  { db, now, today }: Context,
  id: number,
  { before, ...given }: MemberChange,
  sameMandate: boolean,
): Promise<Member> {
  const names = Object.keys(given)
  await retryOnConflict('members.version', async () => {
    const found = await findVersion(db, id)
    if (!found) throw notFound()
    refuseNobody(found.member)
    const { id: _, exit: __, anonymisedAt: ___, ...stored } = found.member
    const draft = normaliseBankData(withGiven(stored, given))
    const save = { stored, given: pick(draft, names), before, units: memberUnits }
    await refuseClashes(db, { entity: 'member', id }, save)
    const fields = complete(draft, today)
    if (!sameMandate && needsNewMandateDate(stored, fields)) throw noMandateDate()
    const seen = before ? found.version : null
    const { payerId } = fields
    // Who has died since stays the payer until somebody enters another one.
    const newPayer = payerId === stored.payerId ? null : payerId
    await updateMember(db, id, fields, names, seen, newPayer, now).catch(async (error: unknown) => {
      if (newPayer !== null && isPayerRefused(error)) throw await payerImpossible(db, newPayer, id)
      // Deleted by somebody else at this moment.
      throw isForeignKeyViolation(error) ? notFound() : numberTaken(error)
    })
  })
  return reread(db, id)
}

/** A member with history stays; the answer counts what refers to them. */
export async function deleteMember(db: Db, id: number): Promise<void> {
  const deleted = await removeMember(db, id).catch(async (error: unknown) => {
    if (!isForeignKeyViolation(error)) throw error
    const message = 'Zu diesem Mitglied gibt es Einträge. Deshalb kann es nicht gelöscht werden.'
    throw new DomainError('MemberInUse', message, undefined, {
      references: await countReferences(db, id),
    })
  })
  if (!deleted) throw notFound()
}

function complete(draft: MemberFields, today: Day): MemberFields {
  const fields = normaliseBankData(draft)
  const problems = memberProblems(fields, today)
  if (Object.keys(problems).length > 0) throw validationFailed(problems)
  return fields
}

async function reread(db: Db, id: number): Promise<Member> {
  const member = await findMember(db, id)
  if (!member) throw notFound()
  return member
}

async function memberExists(db: Db, fields: MemberFields): Promise<DomainError> {
  const candidates = await listCandidates(db, fields)
  const message = 'Es gibt schon ein Mitglied mit diesem Namen.'
  return new DomainError('MemberExists', message, undefined, { candidates })
}

function numberTaken(error: unknown): unknown {
  if (!uniqueViolation(error)?.includes('members.member_number')) return error
  const message = 'Diese Mitgliedsnummer hat schon ein anderes Mitglied.'
  return new DomainError('MemberNumberTaken', message, { memberNumber: message })
}

function noMandateDate(): DomainError {
  return new DomainError('MandateDateNeeded', mandateDateNeeded, {
    bankingSepaAllowedDate: mandateDateNeeded,
  })
}
