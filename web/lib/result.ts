import type { ErrorBody, FieldMessages } from '#worker/domain/errors.ts'

/** The error of a failed answer, or of a request that the page could not send. */
export type ApiErrorBody =
  | ErrorBody
  | { code: 'Unreadable'; message: string; fields: FieldMessages }
  /** The browser or the user did not provide a passkey. */
  | { code: 'NoPasskey'; message: string; fields?: undefined }

/** Why a call has failed; `type` is one of the outcomes of Spec §8, `error` the server's answer. */
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
      /** The server's ids of the requests, oldest first; `undoActionFor` takes them. */
      requestIds?: readonly string[]
    }
  | { ok: false; failure: Failure }
