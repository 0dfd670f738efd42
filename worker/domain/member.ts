import type { MembershipState } from './codes.ts'
import type { Day } from './dates.ts'
import type { FieldMessages } from './errors.ts'

/**
 * What is kept of a member. A field more begins here: the compiler names the places that have to
 * know it (README, "Where do I put …").
 */
export type MemberFields = {
  firstName: string
  lastName: string
  maidenName: string
  addressStreet: string
  addressNumber: string
  addressPlz: string
  addressTown: string
  birthday: Day | null
  /** None: the time from joining to leaving counts. */
  membershipActiveTimespan: Timespan[]
  dateJoined: Day | null
  dateLeft: Day | null
  phone: string
  phoneMobile: string
  eMail: string
  membershipState: MembershipState
  /** 0 = none yet. */
  memberNumber: number
  comment: string
  bankingIban: string
  bankingBic: string
  bankingAccountOwner: string
  bankingBank: string
  bankingSepaAllowed: boolean
  bankingSepaAllowedDate: Day | null
  /** null: the guild's table says what they pay. */
  individualFeeInCent: number | null
  individualFeeReason: string
  mandateReference: string
  /** Sprünge before the register began; 0 with a day says that there were none. */
  paradesBefore: number
  /** The last day they count; null: every Sprung is in the register. */
  paradesBeforeUntil: Day | null
  /** Gets no circulars. */
  mailOptOut: boolean
  /** The member who pays the fee; null: this one does. */
  payerId: number | null
}

/** A new member before anything is written; what a request leaves out. */
export const emptyMember: MemberFields = {
  firstName: '',
  lastName: '',
  maidenName: '',
  addressStreet: '',
  addressNumber: '',
  addressPlz: '',
  addressTown: '',
  birthday: null,
  membershipActiveTimespan: [],
  dateJoined: null,
  dateLeft: null,
  phone: '',
  phoneMobile: '',
  eMail: '',
  membershipState: 'Active',
  memberNumber: 0,
  comment: '',
  bankingIban: '',
  bankingBic: '',
  bankingAccountOwner: '',
  bankingBank: '',
  bankingSepaAllowed: false,
  bankingSepaAllowedDate: null,
  individualFeeInCent: null,
  individualFeeReason: '',
  mandateReference: '',
  paradesBefore: 0,
  paradesBeforeUntil: null,
  mailOptOut: false,
  payerId: null,
}

/** A span of membership; `to` null = still a member. Both days belong to it. */
export type Timespan = { from: Day; to: Day | null }

/** Each from ≤ to, none overlaps another, and an open one is the last (docs/rules.md, "Mitglieder"). */
export function timespanProblems(timespans: readonly Timespan[]): FieldMessages {
  const problems: FieldMessages = {}
  const inOrder = timespans
    .map((span, index) => ({ ...span, index }))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.index - b.index))
  inOrder.forEach((span, position) => {
    const field = `membershipActiveTimespan.${span.index}`
    if (span.to !== null && span.to < span.from) {
      problems[`${field}.to`] = 'Der Zeitraum endet, bevor er beginnt.'
    }
    const before = inOrder[position - 1]
    if (before && (before.to === null || before.to >= span.from)) {
      problems[`${field}.from`] = 'Dieser Zeitraum überschneidet sich mit einem anderen.'
    }
  })
  return problems
}
