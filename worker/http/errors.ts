import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { causeOf, isInterruption, isOverload, isViolationOf } from '#worker/db/causes.ts'
import { DomainError, type ErrorBody, type ErrorCode } from '#worker/domain/errors.ts'
import type { AppEnv } from './factory.ts'

export const statusOf: Record<ErrorCode, ContentfulStatusCode> = {
  InvalidRequest: 400,
  InvalidSignature: 400,
  AuthenticationError: 401,
  SecondFactorNeeded: 401,
  PasskeyNeeded: 401,
  InvalidCredentials: 401,
  Forbidden: 403,
  ChallengeNeeded: 403,
  ConfirmNeeded: 403,
  NotYours: 403,
  NotFound: 404,
  Conflict: 409,
  InUse: 409,
  BuiltIn: 409,
  LabelExists: 409,
  CostumeTypeInUse: 409,
  CostumeTypeExists: 409,
  CostumeExists: 409,
  CostumeInUse: 409,
  AlreadyOwner: 409,
  ParadeInUse: 409,
  MemberExists: 409,
  MemberNumberTaken: 409,
  MemberInUse: 409,
  HonorExists: 409,
  ViewExists: 409,
  RowsRefused: 409,
  NoExit: 409,
  PriceChanged: 409,
  EnrolmentClosed: 409,
  ParadeCancelled: 409,
  ParadeOver: 409,
  CashOff: 409,
  ParadeFull: 409,
  PersonAlreadyEnrolled: 409,
  CostumeAlreadyEnrolled: 409,
  RunExists: 409,
  RunFinal: 409,
  FeesChanged: 409,
  YearClosed: 409,
  YearOpen: 409,
  AlreadyBooked: 409,
  OrderPaid: 409,
  OrderInProgress: 409,
  SelfCancelOff: 409,
  SelfCancelOver: 409,
  UserExists: 409,
  OwnAccount: 409,
  LastManagement: 409,
  ChangedMeanwhile: 409,
  ChangedSince: 409,
  NotUndoable: 409,
  NotYet: 409,
  ImportStale: 409,
  ImportOpen: 409,
  ImportInUse: 409,
  ImportDone: 409,
  GuildNotEmpty: 409,
  MergeRefused: 409,
  SetupDone: 409,
  MailUnavailable: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ValidationFailed: 422,
  PasswordRule: 422,
  WrongPassword: 422,
  LinkInvalid: 422,
  PasskeyRefused: 422,
  ApprovalNeeded: 422,
  AgeMismatch: 422,
  InvalidRedirect: 422,
  MandateDateNeeded: 422,
  SepaSettingsMissing: 422,
  DueDateImpossible: 422,
  NothingToCollect: 422,
  FeeRuleMissing: 422,
  PayerImpossible: 422,
  AssemblyNotYet: 422,
  TooManyRequests: 429,
  InternalError: 500,
  PaymentFailed: 502,
  MailFailed: 502,
  PaymentUnavailable: 503,
  Busy: 503,
  OutcomeUnknown: 503,
  NotSetUp: 503,
}

/** The error to respond with; unknown errors are logged and get a fixed text. */
export function toDomainError(error: unknown, c: Context<AppEnv>): DomainError {
  return domainErrorOf(error) ?? unexpectedError(error, c)
}

/** Drizzle wraps an error thrown within a query, such as a rejected session. */
export function domainErrorOf(error: unknown): DomainError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DomainError ? cause : null
}

/** The only place that converts an error into an API response. */
export function toErrorResponse(error: unknown, c: Context<AppEnv>): Response {
  const known = toDomainError(error, c)
  setRetryAfter(known, c)
  // A public read may have set its caching already; errors must not be cached.
  c.header('Cache-Control', 'no-store')
  const body = {
    ...(isEnrolment(c.req.path) && { enrolSuccessful: false }),
    error: errorBodyOf(known),
  }
  return c.json(body, statusOf[known.code])
}

/** Sets the header Retry-After for an error that invites a retry. */
export function setRetryAfter({ details }: DomainError, c: Context<AppEnv>): void {
  const { retryAfter } = { retryAfter: undefined, ...details }
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
}

/** The `error` object of the response. */
export function errorBodyOf({ code, message, fields, details }: DomainError): ErrorBody {
  const { retryAfter: _, ...beside } = { retryAfter: undefined, ...details }
  // The constructor of DomainError ensures that code and details belong together.
  return { code, message, ...(fields && { fields }), ...beside } as ErrorBody
}

// The routes whose rejection also has `enrolSuccessful: false` (specification).
function isEnrolment(path: string): boolean {
  return path === '/api/parades/enrol' || path === '/api/parades/internal-enrol'
}

/** The kind of an error that no rule raised. */
type FailureKind = 'overload' | 'transient' | 'collision' | 'defect'

function unexpectedError(error: unknown, c: Context<AppEnv>): DomainError {
  const kind = failureKindOf(error)
  const answer = errorForFailure(kind, c)
  logRequest(c, {
    level: kind === 'defect' ? 'error' : 'warn',
    event: 'request_failed',
    status: statusOf[answer.code],
    code: answer.code,
    kind,
    cause: causeOf(error),
    error: error instanceof Error ? error.name : typeof error,
    // The message of a failed query contains its parameters, so only the stack frames are logged.
    stack: kind === 'defect' && error instanceof Error ? stackFramesOf(error) : undefined,
  })
  return answer
}

function failureKindOf(error: unknown): FailureKind {
  if (isOverload(error)) return 'overload'
  if (isInterruption(error)) return 'transient'
  // Two concurrent changes, each valid alone, that together violate a CHECK.
  return isViolationOf(error, 'check') ? 'collision' : 'defect'
}

function errorForFailure(kind: FailureKind, c: Context<AppEnv>): DomainError {
  if (kind === 'collision') {
    const message = 'Gerade hat jemand anderes etwas geändert. Versuche es noch einmal.'
    return new DomainError('Conflict', message)
  }
  // When something may have been stored, the response does not suggest a retry.
  const mayBeStored = c.get('connection').hasWritten
  const lookFirst = 'Kurze Störung. Sieh nach, ob es gespeichert ist.'
  if (kind === 'defect') {
    const message = mayBeStored ? lookFirst : 'Das hat nicht geklappt. Versuche es noch einmal.'
    return new DomainError('InternalError', message, undefined, { requestId: c.get('requestId') })
  }
  const wait = { retryAfter: 5 }
  if (mayBeStored) {
    const isRequestRepeatable = c.get('connection').isRequestRepeatable
    return new DomainError(
      'OutcomeUnknown',
      lookFirst,
      undefined,
      isRequestRepeatable ? wait : undefined,
    )
  }
  const message = 'Gerade ist sehr viel los. Versuche es gleich noch einmal.'
  return new DomainError('Busy', message, undefined, wait)
}

/** Logs a request that needed more than one attempt at the database, whatever its result. */
export function logRetries(c: Context<AppEnv>): void {
  const { attempts, interruption } = c.get('connection')
  const isLogged = c.error && !domainErrorOf(c.error)
  if (attempts === 1 || isLogged) return
  const { status } = c.res
  const line = { level: 'warn', event: 'request_repeated', kind: 'transient' } as const
  logRequest(c, { ...line, status, cause: interruption })
}

/** Logs that a part of the request is deferred because the database is busy; the rest is answered. */
export function logDeferredPart(error: unknown, c: Context<AppEnv>): void {
  const line = { level: 'warn', event: 'request_partly_deferred', status: 200 } as const
  logRequest(c, { ...line, kind: failureKindOf(error), cause: causeOf(error) })
}

type RequestLine = {
  level: 'warn' | 'error'
  event: 'request_failed' | 'request_repeated' | 'request_partly_deferred'
  status: number
  code?: ErrorCode
  kind: FailureKind
  cause: string | null
  error?: string
  stack?: string[] | undefined
}

/** Logs codes, schema names and the route, and no user input. */
function logRequest(c: Context<AppEnv>, { level, event, ...line }: RequestLine): void {
  const { requestId, now, user, connection } = c.var
  console[level](
    JSON.stringify({
      level,
      event,
      requestId,
      route: `${c.req.method} ${c.req.routePath}`,
      ms: Date.now() - now.getTime(),
      // A public route has no user.
      userId: (user as typeof user | undefined)?.id ?? null,
      attempt: connection.attempts,
      ...line,
    }),
  )
}

function stackFramesOf(error: Error): string[] {
  const stack = error.stack ?? ''
  const from = stack.indexOf(error.message)
  if (from < 0) return []
  const frames = stack.slice(from + error.message.length)
  return frames.split('\n').filter(Boolean).slice(0, 6)
}
