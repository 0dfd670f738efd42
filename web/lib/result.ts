/** The error object of an answer that is no success. */
export type ApiErrorBody = {
  code: string
  message: string
  fields?: Record<string, string>
  [detail: string]: unknown
}

/** Spec §8, transport outcomes. */
export type Failure = {
  type: 'AuthenticationError' | 'ApiError' | 'NetworkError' | 'UnknownError'
  status?: number
  error?: ApiErrorBody
}

export type Result<T> = { ok: true; data: T; status: number } | { ok: false; failure: Failure }
