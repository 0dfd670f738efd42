import { type ConstraintErrors, commit, retryOnConflict } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { pick, withChanges } from '#worker/domain/conflicts.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { sharesAddress } from '#worker/domain/households.ts'
import { type MemberFields, memberUnits } from '#worker/domain/member.ts'
import { changeableFields } from '#worker/domain/member-rights.ts'
import { can } from '#worker/domain/rights.ts'
import { assertNoConflicts } from '#worker/http/changed-meanwhile.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import { notFoundError, orNotFound, validationError } from '#worker/http/validate.ts'
import { anonymisedError, assertNotAnonymised } from './anonymised.ts'
import { assertMayChange, type MemberChange, partForbiddenError } from './bank-data.ts'
import {
  mandateDateNeeded,
  memberProblems,
  needsNewMandateDate,
  normaliseBankData,
} from './member-problems.ts'
import type { StoredMember } from './members.contract.ts'
import {
  countReferences,
  findMember,
  findMemberWithVersion,
  type Housemate,
  insertMember,
  listHousemates,
  listMembersOfSamePerson,
  moveHousemates,
  removeMember,
  updateMember,
} from './members.queries.ts'
import { payerConstraintErrors } from './payer.ts'

type Context = { db: Db; now: Date; today: Day }

/** @param allowDuplicate whether the user has seen the members of the same name and wants a new one */
export async function addMember(
  { db, now, today }: Context,
  draft: MemberFields,
  allowDuplicate: boolean,
): Promise<StoredMember> {
  const fields = validateDraft(draft, today)
  const insert = insertMember(db, fields, now, { allowDuplicate, number: 'given' })
  const [, [inserted]] = await commit(db, insert, memberInsertErrors(db, fields))
  return findSaved(db, (inserted as { id: number }).id)
}

/** The errors of the statements of `insertMember`. */
export function memberInsertErrors(db: Db, fields: MemberFields): ConstraintErrors {
  return {
    noDuplicate: () => memberExistsError(db, fields),
    'members.member_number': numberTakenError,
    ...payerConstraintErrors(db, fields.payerId, null),
  }
}

type ChangeRules = {
  user: Pick<SignedInUser, 'roles'>
  /** Whether the new IBAN corrects a typing error, so that the mandate stays valid. */
  sameMandate: boolean
  /** Members at the former address who move as well, in the same commit. */
  household: readonly number[]
}

/** Omitted fields keep their value; a field changed by another user since it was loaded is a conflict. */
export async function changeMember(
  { db, now, today }: Context,
  id: number,
  { before, ...given }: MemberChange,
  { user, sameMandate, household }: ChangeRules,
): Promise<StoredMember> {
  if (household.length > 0 && !can(user, 'keepMembers')) throw partForbiddenError('Anschrift')
  const sent = Object.keys(given)
  // Fields of another office are not saved: another user may change them at the same moment.
  const names = changeableFields(user).filter((name) => sent.includes(name))
  await retryOnConflict('versionUnchanged', async () => {
    const found = orNotFound(await findMemberWithVersion(db, id))
    assertNotAnonymised(found.member)
    const { id: _, exit: __, anonymisedAt: ___, ...stored } = found.member
    const wanted = normaliseBankData(withChanges(stored, given))
    assertMayChange(user, { stored, draft: wanted, before, names: sent })
    const draft = { ...stored, ...pick(wanted, names) }
    const save = { stored, given: pick(draft, names), before, units: memberUnits }
    await assertNoConflicts(db, { entity: 'member', id }, save)
    const fields = validateDraft(draft, today)
    if (!sameMandate && needsNewMandateDate(stored, fields)) throw mandateDateNeededError()
    const seen = before ? found.version : null
    const movesToo = household.filter((one) => one !== id)
    const housemates = await listHousemates(db, movesToo)
    assertSameAddress(housemates, movesToo.length, [stored, fields])
    const { payerId } = fields
    // A payer who has died since stays until another one is entered.
    const newPayer = payerId === stored.payerId ? null : payerId
    const move = moveHousemates(housemates, fields, now)
    await updateMember(db, id, fields, names, seen, newPayer, move, now, {
      notAnonymised: anonymisedError,
      'members.member_number': numberTakenError,
      // Deleted by a concurrent request.
      foreignKey: notFoundError,
      ...payerConstraintErrors(db, newPayer, id),
    })
  })
  return findSaved(db, id)
}

/** Housemates must have the old address, or the new one if the same request was sent before. */
function assertSameAddress(
  housemates: readonly Housemate[],
  count: number,
  addresses: readonly MemberFields[],
): void {
  const isThere = (mate: Housemate) => addresses.some((address) => sharesAddress(address, mate))
  if (housemates.length === count && housemates.every(isThere)) return
  const message = 'Hier wohnt jemand inzwischen woanders. Prüfe, für wen die Anschrift gilt.'
  throw validationError({ household: message })
}

/** A member who is referred to is not deleted; the error counts the references. */
export async function deleteMember(db: Db, id: number): Promise<void> {
  if (!(await removeMember(db, id, { foreignKey: () => memberInUseError(db, id) })))
    throw notFoundError()
}

async function memberInUseError(db: Db, id: number): Promise<DomainError> {
  const message = 'Zu diesem Mitglied gibt es Einträge. Deshalb kann es nicht gelöscht werden.'
  return new DomainError('MemberInUse', message, undefined, {
    references: await countReferences(db, id),
  })
}

function validateDraft(draft: MemberFields, today: Day): MemberFields {
  const fields = normaliseBankData(draft)
  const problems = memberProblems(fields, today)
  if (Object.keys(problems).length > 0) throw validationError(problems)
  return fields
}

async function findSaved(db: Db, id: number): Promise<StoredMember> {
  return orNotFound(await findMember(db, id))
}

async function memberExistsError(db: Db, fields: MemberFields): Promise<DomainError> {
  const candidates = await listMembersOfSamePerson(db, fields)
  const message = 'Es gibt schon ein Mitglied mit diesem Namen.'
  return new DomainError('MemberExists', message, undefined, { candidates })
}

function numberTakenError(): DomainError {
  const message = 'Diese Mitgliedsnummer hat schon ein anderes Mitglied.'
  return new DomainError('MemberNumberTaken', message, { memberNumber: message })
}

function mandateDateNeededError(): DomainError {
  return new DomainError('MandateDateNeeded', mandateDateNeeded, {
    bankingSepaAllowedDate: mandateDateNeeded,
  })
}
