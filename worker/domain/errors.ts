import type { MembershipState } from './codes.ts'
import type { Day } from './dates.ts'

/** What still hangs on a member, counted: as long as there is any, the member stays. */
export type MemberReferences = {
  participations: number
  ownerships: number
  honors: number
  duties: number
  /** Fees of closed years: they stay for ten years. */
  claims: number
  /** Members whose fee this one pays. */
  paysFor: number
}

export type CostumeReferences = { ownerships: number; participations: number }

/** A member who may be meant by a new one. */
export type MemberCandidate = {
  id: number
  firstName: string
  lastName: string
  birthday: Day | null
  membershipState: MembershipState
}

/** A file of direct debits that was made for a year. */
export type SepaRun = {
  id: number
  createdAt: string
  /** "Sabine Kächele" */
  createdBy: string
  year: number
  dueDate: Day
  /** Fees that it collects; a family is one debit for several. */
  count: number
  debitCount: number
  sumInCent: number
  messageId: string
  /** The bank has put the money on the guild's account. */
  creditedOn: Day | null
  /** An instant; nothing of it counts any more. */
  voidedAt: string | null
  voidReason: string
  /** Handed in on this day without having been made here: there is no file of it. */
  submittedOn: Day | null
}

/** How the API names a person everywhere. */
export type NamedPerson = { id: number; firstName: string; lastName: string; birthday: Day | null }

/** One of many that were to be changed at once, and why it cannot be; `message` is German and names it. */
export type RefusedRow = { id: number; code: ErrorCode; message: string }

/** The order that was to be replaced was closed all the same, and its places are free. */
type Replaced = { replacedClosed?: true }

/** The parades that are refused; `heldUntil` when an unpaid order holds the place, an instant. */
type Taken = Replaced & { parades: number[]; heldUntil?: string }

/** A field that was changed by another user and by you, since you saw it. */
export type FieldConflict = {
  field: string
  stored: unknown
  yours: unknown
  /** When and by whom the stored one was entered, where the history knows; an instant. */
  at: string | null
  by: { id: number; firstName: string; lastName: string } | null
}

/** What the browser asks the passkey, in the JSON form of WebAuthn, and what names the question. */
type PasskeyQuestion = { ticket: string; options: object }

/** In seconds; it goes out as the header Retry-After. */
type Wait = { retryAfter: number }

/**
 * Every refusal the server can give, with what stands beside code and message in the answer's `error`
 * object. `http/errors.ts` knows the status of each.
 */
export type ErrorDetails = {
  InvalidRequest: undefined
  ValidationFailed: undefined
  /** `reason` only for a token that was ours: it is too old, or its session was ended. */
  AuthenticationError: { reason: 'expired' | 'ended' } | undefined
  SecondFactorNeeded: PasskeyQuestion
  PasskeyNeeded: PasskeyQuestion
  PasskeyRefused: undefined
  /** Another user of the management has to allow it without a passkey. */
  ApprovalNeeded: undefined
  ConfirmNeeded: undefined
  LinkInvalid: undefined
  UserExists: undefined
  OwnAccount: undefined
  LastManagement: undefined
  ChangedMeanwhile: { conflicts: FieldConflict[] }
  ChangedSince: undefined
  NotUndoable: undefined
  NotYet: undefined
  /** With a wait where the same request may be sent again as it is. */
  OutcomeUnknown: Wait | undefined
  NotSetUp: undefined
  InvalidCredentials: undefined
  /** `helpersDay`: the role would do, on other days. */
  Forbidden: { reason: 'helpersDay' } | undefined
  /** `mergedInto`: the member that this one is today. */
  NotFound: { mergedInto: number } | undefined
  Conflict: Replaced | undefined
  PayloadTooLarge: undefined
  UnsupportedMediaType: undefined
  TooManyRequests: Wait & Replaced
  InternalError: { requestId: string }
  Busy: Wait
  PasswordRule: undefined
  WrongPassword: undefined
  CostumeTypeInUse: undefined
  CostumeTypeExists: undefined
  CostumeExists: undefined
  CostumeInUse: { references: CostumeReferences }
  AlreadyOwner: undefined
  ParadeInUse: undefined
  MemberExists: { candidates: MemberCandidate[] }
  MemberNumberTaken: undefined
  MemberInUse: { references: MemberReferences }
  MandateDateNeeded: undefined
  HonorExists: undefined
  /** Honors are entered on the day of the assembly at the earliest. */
  AssemblyNotYet: undefined
  ViewExists: undefined
  /** Of many at once all or nothing: nothing is done, and these stand in the way. */
  RowsRefused: { rows: RefusedRow[] }
  NoExit: undefined
  AgeMismatch: undefined
  PriceChanged: { totalInCent: number }
  EnrolmentClosed: { parades: number[] }
  ParadeCancelled: Replaced & { parades: number[] }
  /** Its day is over: it is not called off any more, and helpers act on it no more. */
  ParadeOver: undefined
  NotYours: undefined
  /** The guild has turned off that cash is noted while people are ticked off. */
  CashOff: undefined
  /** The guild changed since the preview: what would be done now; an archive's is asked for anew. */
  ImportStale: { preview: object } | undefined
  /** Rows that are undecided or wrong; by their numbers in the file. */
  ImportOpen: { rows: number[] }
  /** What stands in the way of taking it back, a line each. */
  ImportInUse: { obstacles: string[] }
  ImportDone: undefined
  GuildNotEmpty: undefined
  MergeRefused: { reasons: string[] }
  SetupDone: undefined
  PersonAlreadyEnrolled: Taken
  CostumeAlreadyEnrolled: Taken
  OrderPaid: undefined
  OrderInProgress: undefined
  SelfCancelOff: undefined
  SelfCancelOver: undefined
  /** Of Turnstile, where it is set up; else work for the browser, or for a form a time to wait. */
  ChallengeNeeded: Replaced & { siteKey?: string; ticket?: string; waitInSeconds?: number }
  InvalidRedirect: undefined
  SepaSettingsMissing: undefined
  DueDateImpossible: undefined
  NothingToCollect: undefined
  RunExists: { run: SepaRun }
  /** It was credited, something of it came back, or it is void already. */
  RunFinal: undefined
  /** What is collected, closed or booked is not what the caller saw; what it is now. */
  FeesChanged: { count: number; sumInCent: number } | undefined
  YearClosed: undefined
  /** No row of the fee table fits them. */
  FeeRuleMissing: { members: NamedPerson[] }
  PayerImpossible: undefined
  /** This line of the statement is booked already. */
  AlreadyBooked: undefined
  PaymentFailed: Replaced | undefined
  PaymentUnavailable: undefined
  InvalidSignature: undefined
  /** No sender is set up: nothing can go out. */
  MailUnavailable: undefined
  MailFailed: undefined
}

export type ErrorCode = keyof ErrorDetails

/** A message per field, keyed by the body's path: `parades.1.costumeNumber`. */
export type FieldMessages = Record<string, string>

type Details<Code extends ErrorCode> = undefined extends ErrorDetails[Code]
  ? [fields?: FieldMessages | undefined, details?: ErrorDetails[Code]]
  : [fields: FieldMessages | undefined, details: ErrorDetails[Code]]

/** A rule said no. `message` is German and fit to show to a person. */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code
  readonly fields: FieldMessages | undefined
  readonly details: ErrorDetails[Code] | undefined

  constructor(code: Code, message: string, ...[fields, details]: Details<Code>) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.fields = fields
    this.details = details
  }
}

/** Another request was quicker; the same call may succeed now. */
export function changedInBetween(): DomainError {
  return new DomainError('Conflict', 'Gerade hat sich etwas geändert. Versuche es noch einmal.')
}

type Body<Code, Beside> = { code: Code; message: string; fields?: FieldMessages } & Beside

/** The `error` object of an answer, as the web reads it. */
export type ErrorBody = {
  [Code in ErrorCode]: Body<
    Code,
    ErrorDetails[Code] extends undefined
      ? unknown
      : Omit<NonNullable<ErrorDetails[Code]>, keyof Wait>
  >
}[ErrorCode]
