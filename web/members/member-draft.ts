import type { Day } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import type { Timespan } from '#worker/domain/membership.ts'
import { germanEuro, parseTypedEuro } from '#worker/domain/money.ts'
import type { Member, MemberFields } from '#worker/members/members.contract.ts'
import { notADate } from './not-a-date.ts'

export type MemberDay = 'birthday' | 'dateJoined' | 'dateLeft' | 'bankingSepaAllowedDate'

type TimespanDraft = {
  from: Day | null
  to: Day | null
  isBroken: { from: boolean; to: boolean }
}

type Typed = 'memberNumber' | 'individualFeeInCent'

/** A member as it is being written: number and fee as typed, timespans that have no start yet. */
export type MemberDraft = Omit<MemberFields, Typed | 'membershipActiveTimespan'> &
  Record<Typed, string> & {
    membershipActiveTimespan: TimespanDraft[]
    /** In these fields stands a text that is no date. */
    isBroken: Record<MemberDay, boolean>
  }

const nothingBroken = {
  birthday: false,
  dateJoined: false,
  dateLeft: false,
  bankingSepaAllowedDate: false,
}

export function newDraft(nextNumber: number | null): MemberDraft {
  return {
    firstName: '',
    lastName: '',
    maidenName: '',
    birthday: null,
    memberNumber: typedNumber(nextNumber ?? 0),
    comment: '',
    membershipState: 'Active',
    dateJoined: null,
    dateLeft: null,
    membershipActiveTimespan: [],
    addressStreet: '',
    addressNumber: '',
    addressPlz: '',
    addressTown: '',
    phone: '',
    phoneMobile: '',
    eMail: '',
    bankingAccountOwner: '',
    bankingBank: '',
    bankingIban: '',
    bankingBic: '',
    bankingSepaAllowed: false,
    bankingSepaAllowedDate: null,
    individualFeeInCent: '',
    individualFeeReason: '',
    mandateReference: '',
    isBroken: nothingBroken,
  }
}

export function draftOf({ id: _, ...member }: Member): MemberDraft {
  return {
    ...member,
    memberNumber: typedNumber(member.memberNumber),
    individualFeeInCent: typedFee(member.individualFeeInCent),
    membershipActiveTimespan: member.membershipActiveTimespan.map(timespanDraft),
    isBroken: nothingBroken,
  }
}

export function timespanDraft(span: { from: Day | null; to: Day | null }): TimespanDraft {
  return { ...span, isBroken: { from: false, to: false } }
}

/** What can be sent, or why it cannot be read. Everything readable is left to the server. */
export function readDraft(
  draft: MemberDraft,
): { body: MemberFields } | { problems: FieldMessages } {
  const { isBroken: _, ...fields } = draft
  const individualFeeInCent = readFee(draft.individualFeeInCent)
  const problems = {
    ...dayProblems(draft),
    ...(individualFeeInCent === undefined && { individualFeeInCent: notAFee }),
  }
  if (individualFeeInCent === undefined || Object.keys(problems).length > 0) return { problems }
  const memberNumber = readNumber(draft.memberNumber) ?? 0
  const membershipActiveTimespan = draft.membershipActiveTimespan.flatMap(asTimespan)
  return { body: { ...fields, memberNumber, individualFeeInCent, membershipActiveTimespan } }
}

const notAFee = 'Das ist kein Betrag. Schreib ihn so: 10,00'
const noStart = 'Gib an, wann der Zeitraum beginnt, oder entferne ihn.'

function dayProblems({ isBroken, membershipActiveTimespan }: MemberDraft): FieldMessages {
  const problems: FieldMessages = {}
  for (const [field, broken] of Object.entries(isBroken)) {
    if (broken) problems[field] = notADate
  }
  membershipActiveTimespan.forEach((span, index) => {
    const field = `membershipActiveTimespan.${index}`
    if (span.isBroken.from) problems[`${field}.from`] = notADate
    else if (span.from === null) problems[`${field}.from`] = noStart
    if (span.isBroken.to) problems[`${field}.to`] = notADate
  })
  return problems
}

function asTimespan({ from, to }: TimespanDraft): Timespan[] {
  return from === null ? [] : [{ from, to }]
}

/** null when it is no number: then 0 is stored (Spec §9). */
export function readNumber(typed: string): number | null {
  return /^\s*-?\d+\s*$/.test(typed) ? Number(typed) : null
}

/** null for an empty field, undefined when it cannot be read. */
function readFee(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  return parseTypedEuro(typed) ?? undefined
}

function typedNumber(number: number): string {
  return number === 0 ? '' : String(number)
}

/** "10,00": the field shows the € itself. */
function typedFee(cents: number | null): string {
  return cents === null ? '' : germanEuro(cents).replace('\u00a0€', '')
}
