import { z } from 'zod'
import { type Duty, type HonorType, membershipStates } from '#worker/domain/codes.ts'
import {
  emptyMember,
  type MemberFields,
  memberFields,
  type NameWith,
} from '#worker/domain/member.ts'
import { isBlank } from '#worker/domain/text.ts'
import {
  cents,
  comment,
  day,
  dutyCode,
  honorCode,
  id,
  line,
  loadedFields,
  name,
} from '#worker/http/fields.ts'
import { ids } from '#worker/http/many.ts'

const timespan = z.object({ from: day(), to: day().nullable().default(null) })

type LineName = NameWith<{ kind: 'line' | 'digits' | 'phone' | 'eMail' }>
const text = (field: LineName) => line(memberFields[field].max)

const fields = {
  // Empty for an organization.
  firstName: text('firstName').transform((value) => (isBlank(value) ? '' : value)),
  lastName: name('Gib den Nachnamen an.'),
  maidenName: text('maidenName'),
  addressStreet: text('addressStreet'),
  addressNumber: text('addressNumber'),
  addressPlz: text('addressPlz'),
  addressTown: text('addressTown'),
  birthday: day().nullable(),
  membershipActiveTimespan: z.array(timespan).max(50, 'Höchstens 50 Zeiträume.'),
  dateJoined: day().nullable(),
  dateLeft: day().nullable(),
  phone: text('phone'),
  phoneMobile: text('phoneMobile'),
  eMail: text('eMail'),
  membershipState: z.enum(membershipStates),
  memberNumber: z
    .int()
    .min(0, 'Die Mitgliedsnummer darf nicht negativ sein.')
    .max(memberFields.memberNumber.max, 'Die Mitgliedsnummer ist zu groß.'),
  comment: comment(memberFields.comment.max),
  bankingIban: text('bankingIban'),
  bankingBic: text('bankingBic'),
  bankingAccountOwner: text('bankingAccountOwner'),
  bankingBank: text('bankingBank'),
  bankingSepaAllowed: z.boolean(),
  bankingSepaAllowedDate: day().nullable(),
  individualFeeInCent: cents(memberFields.individualFeeInCent.max).nullable(),
  individualFeeReason: text('individualFeeReason'),
  mandateReference: text('mandateReference'),
  paradesBefore: z
    .int()
    .min(0, 'Die Zahl darf nicht negativ sein.')
    .max(memberFields.paradesBefore.max, 'Die Zahl ist zu groß.'),
  paradesBeforeUntil: day().nullable(),
  mailOptOut: z.boolean(),
  payerId: id().nullable(),
} satisfies { [N in keyof MemberFields]: z.ZodType<MemberFields[N]> }

/** The rules for a member's fields. */
export const memberRules = z.object(fields)

export type BankField = NameWith<{ group: 'bank' }>

// Users who may not see bank data send null (bank-data.ts).
const sentFields = {
  ...fields,
  bankingIban: fields.bankingIban.nullable(),
  bankingBic: fields.bankingBic.nullable(),
  bankingAccountOwner: fields.bankingAccountOwner.nullable(),
  bankingBank: fields.bankingBank.nullable(),
  bankingSepaAllowed: fields.bankingSepaAllowed.nullable(),
  mandateReference: fields.mandateReference.nullable(),
} satisfies { [Name in BankField]: z.ZodType<MemberFields[Name] | null> }

/** PUT: omitted fields keep their value. `before`: the values as loaded, to detect changes of another user. */
export const memberBody = z
  .object({
    ...sentFields,
    before: loadedFields(sentFields),
    /** Members at the same former address who move to the new one as well. */
    household: z.array(id()).max(50, 'Höchstens 50 auf einmal.'),
  })
  .partial()
export type SentChange = z.infer<typeof memberBody>

/** POST: omitted fields are empty. */
export const newMemberBody = z.preprocess(
  (given: Partial<MemberFields>) => (isObject(given) ? { ...emptyMember, ...given } : given),
  z.object(sentFields),
)
export type SentMember = z.infer<typeof newMemberBody>

function isObject(given: unknown): boolean {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

const flag = z.enum(['true', 'false']).optional()

/**
 * `allowDuplicate`: saves despite members of the same name. `sameMandate`: the IBAN is corrected, not changed.
 */
export const saveQuery = z.object({ allowDuplicate: flag, sameMandate: flag })

export const leaveBody = z.object({
  state: z.enum(['Left', 'Died']),
  date: day(),
  endTimespans: z.boolean().default(false),
  dutyIds: z.array(id()).max(100).default([]),
  costumeIds: z.array(id()).max(100).default([]),
})
export type LeaveBody = z.infer<typeof leaveBody>

const honorFields = { type: honorCode(), date: day(), comment: comment() }
export const newHonorBody = z.object({ ...honorFields, comment: honorFields.comment.default('') })
export const honorBody = z.object({ ...honorFields, before: loadedFields(honorFields) }).partial()
export type HonorFields = z.infer<typeof newHonorBody>
/** The same honor for many members. */
export const newHonorsBody = newHonorBody.extend({
  memberIds: ids('Wähle mindestens ein Mitglied.'),
})
export type NewHonors = z.infer<typeof newHonorsBody>
export type HonorChange = z.infer<typeof honorBody>

const dutyFields = {
  duty: dutyCode(),
  from: day(),
  to: day().nullable(),
  comment: comment(),
}
export const newDutyBody = z.object({
  ...dutyFields,
  to: dutyFields.to.default(null),
  comment: dutyFields.comment.default(''),
})
export const dutyBody = z.object({ ...dutyFields, before: loadedFields(dutyFields) }).partial()
export type DutyFields = z.infer<typeof newDutyBody>
export type DutyChange = z.infer<typeof dutyBody>

/** A member with bank data; the server sends `Member` instead. */
export type StoredMember = MemberFields & {
  id: number
  exit: Exit | null
  /** When the member was anonymised and became read-only; left out if not. */
  anonymisedAt?: string | undefined
}

/** Bank data are null for users who may not see them. */
export type Member = Omit<StoredMember, BankField> & {
  [Name in BankField]: MemberFields[Name] | null
} & {
  /** Instead of the IBAN: its last four characters, null without one. */
  bankingIbanTail?: string | null | undefined
}

/** An exit or a death that can be undone; `effective`: the last day of membership has passed. */
export type Exit = { state: LeaveBody['state']; date: string; effective: boolean }

/** The restored member, and a German sentence for each entry that was changed since and is kept. */
export type ExitTakenBack<Shown = Member> = Shown & {
  kept: { kind: 'timespan' | 'duty' | 'costume'; id: number; title: string }[]
}

/** How the API identifies a person. */
export type Person = { id: number; firstName: string; lastName: string; birthday: string | null }

/** The member who pays this member's fee (null = the member), and those whose fees this one pays. */
export type Family = { payer: Person | null; payees: Person[] }

export type Honor = { id: number; type: HonorType; memberId: number; date: string; comment: string }

export type DutyEntry = {
  id: number
  duty: Duty
  from: string
  to: string | null
  comment: string
  memberId: number
}

export type MembershipFee = { amountInCent: number | null; reason: string }

/** The details of `409 MemberExists` and `409 MemberInUse`. */
export type { MemberCandidate, MemberReferences } from '#worker/domain/errors.ts'
export type { ListedName, MemberRow } from './member-list.ts'
