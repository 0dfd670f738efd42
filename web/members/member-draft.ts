import {
  eachRow,
  type FieldReader,
  numberOr,
  optionalDay,
  optionalEuro,
  type ReadResult,
  readFields,
  requiredDay,
  type TypedDay,
  unreadable,
} from '#web/lib/typed.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { Member, StoredMember } from '#worker/members/members.contract.ts'

type TimespanDraft = { from: TypedDay; to: TypedDay }

/** Numbers and days as typed; texts, ticks and choices unchanged. */
type Typed<Value> = [Value] extends [string | boolean]
  ? Value
  : [Value] extends [string | null]
    ? TypedDay
    : string

/** The payer's id; null when the member pays; `unreadable` for a name that was typed but not chosen. */
type TypedPayer = number | null | typeof unreadable

/** A member in the form; a period may have no start yet. */
export type MemberDraft = {
  [N in Exclude<keyof MemberFields, 'membershipActiveTimespan' | 'payerId'>]: Typed<MemberFields[N]>
} & { membershipActiveTimespan: TimespanDraft[]; payerId: TypedPayer }

export function draftOf(fields: MemberFields): MemberDraft {
  return {
    ...fields,
    memberNumber: fields.memberNumber === 0 ? '' : String(fields.memberNumber),
    individualFeeInCent: typedFee(fields.individualFeeInCent),
    paradesBefore: fields.paradesBefore === 0 ? '' : String(fields.paradesBefore),
  }
}

/** The stored member in the form. */
export function storedDraftOf(member: Member): MemberDraft {
  const { id: _, exit: __, bankingIbanTail: ___, ...fields } = withEmptyBankData(member)
  return draftOf(fields)
}

/**
 * The stored member with empty bank data in place of those that the user may not see (null). The form compares with
 * it, so that they count as unchanged and are not sent.
 */
export function withEmptyBankData(member: Member): StoredMember & Pick<Member, 'bankingIbanTail'> {
  return {
    ...member,
    bankingAccountOwner: member.bankingAccountOwner ?? '',
    bankingBank: member.bankingBank ?? '',
    bankingIban: member.bankingIban ?? '',
    bankingBic: member.bankingBic ?? '',
    bankingSepaAllowed: member.bankingSepaAllowed ?? false,
    mandateReference: member.mandateReference ?? '',
  }
}

/** "10,00"; the field shows the € itself. */
function typedFee(cents: number | null): string {
  return cents === null ? '' : germanEuro(cents).replace('\u00a0€', '')
}

const payer: FieldReader<TypedPayer, number | null> = (typed) =>
  typed === unreadable
    ? { problem: 'Wähle das Mitglied aus der Liste oder leere das Feld.' }
    : { value: typed }

export function readMemberForm(draft: MemberDraft): ReadResult<MemberFields> {
  return readFields(draft, {
    birthday: optionalDay,
    dateJoined: optionalDay,
    dateLeft: optionalDay,
    bankingSepaAllowedDate: optionalDay,
    individualFeeInCent: optionalEuro,
    // Spec §9: text that is not a number is stored as 0.
    memberNumber: numberOr(0),
    paradesBefore: numberOr(0),
    paradesBeforeUntil: optionalDay,
    payerId: payer,
    membershipActiveTimespan: eachRow((span: TimespanDraft) =>
      readFields(span, {
        from: requiredDay('Gib an, wann der Zeitraum beginnt, oder entferne ihn.'),
        to: optionalDay,
      }),
    ),
  })
}
