import type { ErrorBody, FieldMessages } from '#worker/domain/errors.ts'

/** The error object of an answer that is no success, or of what the page itself cannot send. */
export type ApiErrorBody =
  | ErrorBody
  | { code: 'Unreadable'; message: string; fields: FieldMessages }
  /** The browser, or who sits in front of it, did not show a passkey. */
  | { code: 'NoPasskey'; message: string; fields?: undefined }

/** Spec §8, transport outcomes. */
export type Failure = {
  type: 'AuthenticationError' | 'ApiError' | 'NetworkError' | 'UnknownError'
  status?: number
  error?: ApiErrorBody
}

export type Result<T> =
  | {
      ok: true
      data: T
      status: number
      /** What the server calls the requests that this took, oldest first: `undoing`. */
      requestIds?: readonly string[]
    }
  | { ok: false; failure: Failure }
