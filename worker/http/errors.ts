import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { causeOf, isPassing } from '#worker/db/causes.ts'
import { isCheckViolation } from '#worker/db/sqlite.ts'
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
  NoExit: 409,
  PriceChanged: 409,
  EnrolmentClosed: 409,
  ParadeCancelled: 409,
  PersonAlreadyEnrolled: 409,
  CostumeAlreadyEnrolled: 409,
  RunExists: 409,
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
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  ValidationFailed: 422,
  PasswordRule: 422,
  WrongPassword: 422,
  LinkInvalid: 422,
  PasskeyRefused: 422,
  AgeMismatch: 422,
  InvalidRedirect: 422,
  MandateDateNeeded: 422,
  SepaSettingsMissing: 422,
  DueDateImpossible: 422,
  NothingToCollect: 422,
  TooManyRequests: 429,
  InternalError: 500,
  PaymentFailed: 502,
  PaymentUnavailable: 503,
  Busy: 503,
  OutcomeUnknown: 503,
  NotSetUp: 503,
}

/** What may be told of an error; unknown ones are logged and get a fixed text. */
export function refusalOf(error: unknown, c: Context<AppEnv>): DomainError {
  return error instanceof DomainError ? error : unexpected(error, c)
}

/** The only place that turns an error into an answer of the API. */
export function answerError(error: unknown, c: Context<AppEnv>): Response {
  const known = refusalOf(error, c)
  tellWait(known, c)
  // A public read may have said already that it can be kept: an error never is.
  c.header('Cache-Control', 'no-store')
  const body = {
    ...(isEnrolment(c.req.path) && { enrolSuccessful: false }),
    error: errorBodyOf(known),
  }
  return c.json(body, statusOf[known.code])
}

/** The header of a refusal that passes by itself. */
export function tellWait({ details }: DomainError, c: Context<AppEnv>): void {
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

function unexpected(error: unknown, c: Context<AppEnv>): DomainError {
  const requestId = c.get('requestId')
  const isBusy = isPassing(error)
  // Two people changed what belongs together at the same moment, and each was right alone.
  const collided = isCheckViolation(error)
  console.error(
    JSON.stringify({
      level: isBusy || collided ? 'warn' : 'error',
      requestId,
      method: c.req.method,
      path: c.req.routePath,
      error: error instanceof Error ? error.name : typeof error,
      cause: causeOf(error),
      // The message of a failed query holds its parameters: only where it happened may be logged.
      stack: error instanceof Error ? placesOf(error) : undefined,
    }),
  )
  if (collided) {
    const message = 'Gerade hat jemand anderes etwas geändert. Versuche es noch einmal.'
    return new DomainError('Conflict', message)
  }
  return isBusy
    ? new DomainError(
        'Busy',
        'Gerade ist sehr viel los. Versuche es gleich noch einmal.',
        undefined,
        { retryAfter: 5 },
      )
    : new DomainError(
        'InternalError',
        'Das hat nicht geklappt. Versuche es noch einmal.',
        undefined,
        { requestId },
      )
}

function placesOf(error: Error): string[] {
  const stack = error.stack ?? ''
  const from = stack.indexOf(error.message)
  if (from < 0) return []
  const places = stack.slice(from + error.message.length)
  return places.split('\n').filter(Boolean).slice(0, 6)
}
