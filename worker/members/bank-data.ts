import { isSameValue, pick, pickChanged } from '#worker/domain/conflicts.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  emptyMember,
  labelAlone,
  type MemberFieldName,
  type MemberFields,
  memberFieldNames,
  namesOfGroup,
} from '#worker/domain/member.ts'
import { mayChangeField } from '#worker/domain/member-rights.ts'
import { can } from '#worker/domain/rights.ts'
import { ibanTail } from '#worker/domain/text.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import { validationError } from '#worker/http/validate.ts'
import type { BankField, Member, SentChange, SentMember, StoredMember } from './members.contract.ts'

// Account and mandate of a member are for management and treasurer alone (docs/rules.md, "Rollen").

type User = Pick<SignedInUser, 'roles'>

const bankFields = namesOfGroup('bank') as readonly BankField[]
const noBankData = Object.fromEntries(bankFields.map((name) => [name, null])) as {
  [Name in BankField]: null
}

/** The member as this user may see it: bank data are null for all but management and treasurer. */
export function memberFor(user: User, member: StoredMember): Member {
  if (can(user, 'seeBankData')) return member
  return { ...member, ...noBankData, bankingIbanTail: ibanTail(member.bankingIban) }
}

/** A change of stored fields, and the values as loaded. */
export type MemberChange = { [Name in keyof MemberFields]?: MemberFields[Name] | undefined } & {
  before?: SentChange['before']
}

/**
 * The change without bank data if the user may not see them; then they must be null or omitted.
 * @throws DomainError Forbidden for bank data without the right, ValidationFailed for a null with the right
 */
export function permittedChange(
  user: User,
  { before, ...sent }: Omit<SentChange, 'household'>,
): MemberChange {
  if (can(user, 'seeBankData')) {
    assertNoNull(sent)
    return { ...sent, before } as MemberChange
  }
  if (bankFields.some((name) => (sent[name] ?? null) !== null)) throw bankDataForbiddenError()
  return { ...withoutBankData(sent), before: before && withoutBankData(before) }
}

/** The fields of a new member; those that the user may not change must be null or empty. */
export function permittedNewMember(user: User, sent: SentMember): MemberFields {
  const isFilled = (name: MemberFieldName) => !isSameValue(sent[name] ?? null, emptyMember[name])
  if (namesOfGroup('fee').some((name) => isFilled(name) && !mayChangeField(user, name))) {
    throw feeForbiddenError()
  }
  if (can(user, 'seeBankData')) {
    assertNoNull(sent)
    return sent as MemberFields
  }
  const isEmpty = (name: BankField) => [null, emptyMember[name]].includes(sent[name])
  if (!bankFields.every(isEmpty)) throw bankDataForbiddenError()
  return { ...emptyMember, ...withoutBankData(sent) }
}

/**
 * Rejects a change of fields that belong to another office; a field sent with its stored value, or as the form
 * has loaded it, is no change.
 * @param draft the member as it would be saved
 * @throws DomainError Forbidden
 */
export function assertMayChange(
  user: User,
  { stored, draft, before = {}, names }: ChangedMember,
): void {
  const changed = Object.keys(pickChanged(before, pickChanged(stored, pick(draft, names))))
  const foreign = memberFieldNames.filter(
    (name) => changed.includes(name) && !mayChangeField(user, name),
  )
  if (foreign.length === 0) return
  if (can(user, 'keepMembers')) throw feeForbiddenError()
  throw partForbiddenError(foreign.map(labelAlone).join(', '))
}

type ChangedMember = {
  stored: MemberFields
  draft: MemberFields
  before?: object | undefined
  /** The names of the sent fields. */
  names: readonly string[]
}

/** Only the treasurer lacks the right to most fields. */
export function partForbiddenError(labels: string): DomainError {
  const message = `Mit der Rolle „Kasse“ änderst Du nur Bankdaten und Beitrag, nicht: ${labels}.`
  return new DomainError('Forbidden', message)
}

function feeForbiddenError(): DomainError {
  return new DomainError('Forbidden', 'Den persönlichen Beitrag ändern nur Verwaltung und Kasse.')
}

function withoutBankData<Fields extends object>(fields: Fields): Omit<Fields, BankField> {
  const names: readonly string[] = bankFields
  const left = Object.entries(fields).filter(([name]) => !names.includes(name))
  return Object.fromEntries(left) as Omit<Fields, BankField>
}

/** Of the bank data only the day of the mandate may be null. */
function assertNoNull(sent: { [Name in BankField]?: unknown }): void {
  const wrong = bankFields.filter((name) => sent[name] === null && emptyMember[name] !== null)
  if (wrong.length === 0) return
  throw validationError(Object.fromEntries(wrong.map((name) => [name, 'Hier fehlt eine Angabe.'])))
}

function bankDataForbiddenError(): DomainError {
  return new DomainError('Forbidden', 'Bankdaten ändern nur Verwaltung und Kasse.')
}
