/** Every refusal the server can give. `http/errors.ts` knows the status of each. */
export type ErrorCode =
  | 'InvalidRequest'
  | 'ValidationFailed'
  | 'AuthenticationError'
  | 'InvalidCredentials'
  | 'Forbidden'
  | 'NotFound'
  | 'Conflict'
  | 'PayloadTooLarge'
  | 'UnsupportedMediaType'
  | 'TooManyRequests'
  | 'InternalError'
  | 'Busy'
  | 'PasswordRule'
  | 'WrongPassword'
  | 'CostumeTypeInUse'
  | 'CostumeTypeExists'
  | 'CostumeExists'
  | 'CostumeInUse'
  | 'AlreadyOwner'
  | 'ParadeInUse'
  | 'MemberExists'
  | 'MemberNumberTaken'
  | 'MemberInUse'
  | 'MandateDateNeeded'
  | 'HonorExists'
  | 'AgeMismatch'
  | 'PriceChanged'
  | 'EnrolmentClosed'
  | 'PersonAlreadyEnrolled'
  | 'CostumeAlreadyEnrolled'
  | 'InvalidRedirect'
  | 'SepaSettingsMissing'
  | 'DueDateImpossible'
  | 'NothingToCollect'
  | 'RunExists'
  | 'PaymentFailed'
  | 'PaymentUnavailable'
  | 'InvalidSignature'

/** A message per field, keyed by the body's path: `parades.1.costumeNumber`. */
export type FieldMessages = Record<string, string>

/**
 * A rule said no. `message` is German and fit to show to a person; `details` stands beside it in
 * the answer's `error` object (`parades: [3]`).
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldMessages | undefined
  readonly details: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    message: string,
    fields?: FieldMessages,
    details?: Record<string, unknown>,
  ) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.fields = fields
    this.details = details
  }
}
