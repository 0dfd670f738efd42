import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { causeOf, isCheckViolation, isInterruption, isOverload } from '#worker/db/causes.ts'
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
  PersonAlreadyEnrolled: 409,
  CostumeAlreadyEnrolled: 409,
  RunExists: 409,
  RunFinal: 409,
  FeesChanged: 409,
  YearClosed: 409,
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

/** What may be told of an error; unknown ones are logged and get a fixed text. */
export function refusalOf(error: unknown, c: Context<AppEnv>): DomainError {
  return domainErrorOf(error) ?? unexpected(error, c)
}

/** Who is refused at the door learns it through the query that asked: drizzle puts its own around it. */
export function domainErrorOf(error: unknown): DomainError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DomainError ? cause : null
}

/** The only place that turns an error into an answer of the API. */
export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const known = refusalOf(error, c)
  setRetryAfter(known, c)
  // A public read may have said already that it can be kept: an error never is.
  c.header('Cache-Control', 'no-store')
  const body = {
    ...(isEnrolment(c.req.path) && { enrolSuccessful: false }),
    error: errorBodyOf(known),
  }
  return c.json(body, statusOf[known.code])
}

/** The header of a refusal that passes by itself. */
export function setRetryAfter({ details }: DomainError, c: Context<AppEnv>): void {
  const { retryAfter } = { retryAfter: undefined, ...details }
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
}

/** As it stands in an answer. */
export function errorBodyOf({ code, message, fields, details }: DomainError): ErrorBody {
  const { retryAfter: _, ...beside } = { retryAfter: undefined, ...details }
  // A code and what stands beside it belong together since they were made (DomainError).
  return { code, message, ...(fields && { fields }), ...beside } as ErrorBody
}

// A refused enrolment says so in the words of its own response as well (design: api contract).
function isEnrolment(path: string): boolean {
  return path === '/api/parades/enrol' || path === '/api/parades/internal-enrol'
}

/** What is behind an error that no rule made. */
type Trouble = 'overload' | 'transient' | 'collision' | 'defect'

function unexpected(error: unknown, c: Context<AppEnv>): DomainError {
  const kind = troubleOf(error)
  const answer = answerTo(kind, c)
  logRequest(c, {
    level: kind === 'defect' ? 'error' : 'warn',
    event: 'request_failed',
    status: statusOf[answer.code],
    code: answer.code,
    kind,
    cause: causeOf(error),
    error: error instanceof Error ? error.name : typeof error,
    // The message of a failed query holds its parameters: only where it happened may be logged.
    stack: kind === 'defect' && error instanceof Error ? placesOf(error) : undefined,
  })
  return answer
}

function troubleOf(error: unknown): Trouble {
  if (isOverload(error)) return 'overload'
  if (isInterruption(error)) return 'transient'
  // Two people changed what belongs together at the same moment, and each was right alone.
  return isCheckViolation(error) ? 'collision' : 'defect'
}

function answerTo(kind: Trouble, c: Context<AppEnv>): DomainError {
  if (kind === 'collision') {
    const message = 'Gerade hat jemand anderes etwas geändert. Versuche es noch einmal.'
    return new DomainError('Conflict', message)
  }
  // When something may have been stored, the answer does not ask for a retry.
  const mayBeStored = c.get('connection').hasWritten
  const lookFirst = 'Kurze Störung. Sieh nach, ob es gespeichert ist.'
  if (kind === 'defect') {
    const message = mayBeStored ? lookFirst : 'Das hat nicht geklappt. Versuche es noch einmal.'
    return new DomainError('InternalError', message, undefined, { requestId: c.get('requestId') })
  }
  const wait = { retryAfter: 5 }
  if (mayBeStored) {
    const isKnownAgain = c.get('connection').isKnownAgain
    return new DomainError('OutcomeUnknown', lookFirst, undefined, isKnownAgain ? wait : undefined)
  }
  const message = 'Gerade ist sehr viel los. Versuche es gleich noch einmal.'
  return new DomainError('Busy', message, undefined, wait)
}

/** A request that the database had to be asked more than once for is told of, whatever became of it. */
export function logRetries(c: Context<AppEnv>): void {
  const { attempts, interruption } = c.get('connection')
  const isTold = c.error && !domainErrorOf(c.error)
  if (attempts === 1 || isTold) return
  const { status } = c.res
  const line = { level: 'warn', event: 'request_repeated', kind: 'transient' } as const
  logRequest(c, { ...line, status, cause: interruption })
}

/** A part of a request comes later, since the database was busy; the rest is answered as ever. */
export function logPutOff(error: unknown, c: Context<AppEnv>): void {
  const line = { level: 'warn', event: 'request_in_part', status: 200 } as const
  logRequest(c, { ...line, kind: troubleOf(error), cause: causeOf(error) })
}

type RequestLine = {
  level: 'warn' | 'error'
  event: 'request_failed' | 'request_repeated' | 'request_in_part'
  status: number
  code?: ErrorCode
  kind: Trouble
  cause: string | null
  error?: string
  stack?: string[] | undefined
}

/** Contains no typed text: codes, names of the schema and the route's path. */
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

function placesOf(error: Error): string[] {
  const stack = error.stack ?? ''
  const from = stack.indexOf(error.message)
  if (from < 0) return []
  const places = stack.slice(from + error.message.length)
  return places.split('\n').filter(Boolean).slice(0, 6)
}
