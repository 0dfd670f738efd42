import type { MembershipState } from './codes.ts'
import type { Day } from './dates.ts'

/** Counts of the rows that refer to a member; as long as there are any, the member cannot be deleted. */
export type MemberReferences = {
  participations: number
  ownerships: number
  honors: number
  duties: number
  /** The number of fees of closed years, which are kept for ten years. */
  claims: number
  /** The number of other members whose fee this member pays. */
  paysFor: number
}

export type CostumeReferences = { ownerships: number; participations: number }

/** An existing member who may be the same person as a new one. */
export type MemberCandidate = {
  id: number
  firstName: string
  lastName: string
  birthday: Day | null
  membershipState: MembershipState
}

/** A file of direct debits made for a year. */
export type SepaRun = {
  id: number
  createdAt: string
  /** The name of the user who made the file: "Sabine Kächele". */
  createdBy: string
  year: number
  dueDate: Day
  /** Number of fees; a family's fees are one debit. */
  count: number
  debitCount: number
  sumInCent: number
  messageId: string
  /** The day on which the bank credited the money to the guild's account. */
  creditedOn: Day | null
  /** The instant at which the run was voided; its debits no longer count. */
  voidedAt: string | null
  voidReason: string
  /** The day on which the file was submitted to the bank. */
  submittedOn: Day | null
  /** Whether the file is stored in this software; false for a file that was made with another program. */
  hasFile: boolean
}

/** A member as the API names one in messages and lists. */
export type NamedPerson = { id: number; firstName: string; lastName: string; birthday: Day | null }

/** A row of a bulk change that cannot be changed; `message` is German and names the row. */
export type RejectedRow = { id: number; code: ErrorCode; message: string }

/** The old order was closed and its places released, although the new order, which was to replace it, is rejected. */
type Replaced = { replacedClosed?: true }

/** The ids of the rejected parades; `heldUntil`: the instant until which an unpaid order holds the place. */
type Taken = Replaced & { parades: number[]; heldUntil?: string }

/** A field that another user and the user of the request have changed to different values since it was loaded. */
export type FieldConflict = {
  field: string
  stored: unknown
  yours: unknown
  /** The instant at which the stored value was entered, and who did; null when the history does not say. */
  at: string | null
  by: { id: number; firstName: string; lastName: string } | null
}

/** The WebAuthn options in JSON for the browser, and the ticket that identifies the challenge. */
type PasskeyQuestion = { ticket: string; options: object }

/** After how many seconds to retry; the response has the number in the header Retry-After. */
type Wait = { retryAfter: number }

/**
 * All error codes of the server, with the properties that the response's `error` object has beside
 * code and message. `http/errors.ts` has the status of each.
 */
export type ErrorDetails = {
  InvalidRequest: undefined
  ValidationFailed: undefined
  /** `reason`, only given for a token of this server: the token has expired, or its session was ended. */
  AuthenticationError: { reason: 'expired' | 'ended' } | undefined
  SecondFactorNeeded: PasskeyQuestion
  PasskeyNeeded: PasskeyQuestion
  PasskeyRefused: undefined
  /** The new password by link needs a passkey; another user of management can waive it. */
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
  /** The request may have been stored. With a wait, the browser may repeat the request. */
  OutcomeUnknown: Wait | undefined
  NotSetUp: undefined
  InvalidCredentials: undefined
  /** `helpersDay`: the role suffices only on the days around the parade. */
  Forbidden: { reason: 'helpersDay' } | undefined
  /** `mergedInto`: the id of the member into which this one was merged. */
  NotFound: { mergedInto: number } | undefined
  Conflict: Replaced | undefined
  PayloadTooLarge: undefined
  UnsupportedMediaType: undefined
  TooManyRequests: Wait & Replaced
  InternalError: { requestId: string }
  Busy: Wait
  PasswordRule: undefined
  WrongPassword: undefined
  /** An office or honor: in use (InUse), built in (BuiltIn), or with the label of another one (LabelExists). */
  InUse: undefined
  BuiltIn: undefined
  LabelExists: undefined
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
  /** Bulk changes are all or nothing: nothing was changed, and these rows are the reason. */
  RowsRefused: { rows: RejectedRow[] }
  NoExit: undefined
  AgeMismatch: undefined
  PriceChanged: { totalInCent: number }
  /** `opensAt`: the instant from which all the parades are open; null when one is over by then. */
  EnrolmentClosed: { parades: number[]; opensAt: string | null }
  ParadeCancelled: Replaced & { parades: number[] }
  /** The parade's day is over: it can no longer be cancelled, and helpers can no longer tick off. */
  ParadeOver: undefined
  NotYours: undefined
  /** The guild has switched cash at the check-in off. */
  CashOff: undefined
  /** The data changed since the preview. `preview` is the new one; undefined for an archive, whose page requests it. */
  ImportStale: { preview: object } | undefined
  /** The numbers, in the file, of rows that are undecided or wrong. */
  ImportOpen: { rows: number[] }
  /** The reasons why the import cannot be undone, one line each. */
  ImportInUse: { obstacles: string[] }
  ImportDone: undefined
  GuildNotEmpty: undefined
  MergeRefused: { reasons: string[] }
  SetupDone: undefined
  /** `parades` are full; `freePlaces`: what is left of the first, `paradeId`, or of its extra `extraId`. */
  ParadeFull: Replaced & {
    paradeId: number
    extraId?: number
    parades: number[]
    freePlaces: number
  }
  PersonAlreadyEnrolled: Taken
  CostumeAlreadyEnrolled: Taken
  OrderPaid: undefined
  OrderInProgress: undefined
  SelfCancelOff: undefined
  SelfCancelOver: undefined
  /**
   * The challenge to solve: with Turnstile its `siteKey`; else a ticket for a computation, or `waitInSeconds` for a
   * form without script.
   */
  ChallengeNeeded: Replaced & { siteKey?: string; ticket?: string; waitInSeconds?: number }
  InvalidRedirect: undefined
  SepaSettingsMissing: undefined
  DueDateImpossible: undefined
  NothingToCollect: undefined
  RunExists: { run: SepaRun }
  /** The run was submitted, credited, has a returned debit or is void already. */
  RunFinal: undefined
  /** The fees to collect, close or book differ from those that the caller saw; `count` and `sumInCent` of today. */
  FeesChanged: { count: number; sumInCent: number } | undefined
  YearClosed: undefined
  /** Making the file would close the year, which the user has to confirm; the fees that closing would store. */
  YearOpen: { count: number; sumInCent: number }
  /** No row of the fee table applies to these members. */
  FeeRuleMissing: { members: NamedPerson[] }
  PayerImpossible: undefined
  /** This line of the bank statement has been booked already. */
  AlreadyBooked: undefined
  PaymentFailed: Replaced | undefined
  PaymentUnavailable: undefined
  InvalidSignature: undefined
  /** No sender address is configured, so no mail can be sent. */
  MailUnavailable: undefined
  MailFailed: undefined
}

export type ErrorCode = keyof ErrorDetails

/** Messages keyed by the path in the request body: `parades.1.costumeNumber`. */
export type FieldMessages = Record<string, string>

type Details<Code extends ErrorCode> = undefined extends ErrorDetails[Code]
  ? [fields?: FieldMessages | undefined, details?: ErrorDetails[Code]]
  : [fields: FieldMessages | undefined, details: ErrorDetails[Code]]

/** The error for a request that a rule rejects. `message` is German and shown to the user. */
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

/** A concurrent request changed the data; a retry may succeed. */
export function changedInBetweenError(): DomainError {
  return new DomainError('Conflict', 'Gerade hat sich etwas geändert. Versuche es noch einmal.')
}

type Body<Code, Beside> = { code: Code; message: string; fields?: FieldMessages } & Beside

/** The `error` object of a response, as the web reads it. */
export type ErrorBody = {
  [Code in ErrorCode]: Body<
    Code,
    ErrorDetails[Code] extends undefined
      ? unknown
      : Omit<NonNullable<ErrorDetails[Code]>, keyof Wait>
  >
}[ErrorCode]
