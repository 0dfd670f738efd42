import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import type { AppType } from '#worker/app.ts'
import type { ApiErrorBody, Failure, Result } from './result.ts'
import { accessToken } from './session.ts'

/** A parade stands in the street, not in an office: half a minute without an answer is enough. */
const timeoutInMs = 30_000

function patientFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return fetch(input, { signal: AbortSignal.timeout(timeoutInMs), ...init })
}

/** Calls in the name of whoever is signed in. */
export const client = hc<AppType>('/', {
  fetch: patientFetch,
  headers: () => ({ Authorization: `Bearer ${accessToken()}` }),
})

/** Public calls; without the header their answers may be kept for a minute. */
export const publicClient = hc<AppType>('/', { fetch: patientFetch })

type Success<R> =
  R extends ClientResponse<infer Body, infer Status, infer _Format>
    ? Status extends 204
      ? undefined
      : Status extends SuccessStatusCode
        ? Body
        : never
    : never

/** Waits for a call and never throws: what can go wrong comes back as a failure (Spec §8). */
export function call<R extends ClientResponse<unknown, number>>(
  request: Promise<R>,
): Promise<Result<Success<R>>> {
  return answerOf(request, async (response) => {
    const data = response.status === 204 ? undefined : await response.json()
    return data as Success<R>
  })
}

/** The same for a file, whose bytes stay as they are: decoded, it would lose its mark. */
export function callForFile(
  request: Promise<ClientResponse<unknown, number>>,
): Promise<Result<Blob>> {
  return answerOf(request, (response) => response.blob())
}

async function answerOf<R extends ClientResponse<unknown, number>, T>(
  request: Promise<R>,
  read: (response: R) => Promise<T>,
): Promise<Result<T>> {
  try {
    const response = await request
    if (!response.ok) return { ok: false, failure: await refusal(response) }
    return { ok: true, data: await read(response), status: response.status }
  } catch (error) {
    return {
      ok: false,
      failure: { type: isNetworkTrouble(error) ? 'NetworkError' : 'UnknownError' },
    }
  }
}

async function refusal(response: ClientResponse<unknown, number>): Promise<Failure> {
  const type = response.status === 401 ? 'AuthenticationError' : 'ApiError'
  const error = await errorBody(response)
  return { type, status: response.status, ...(error && { error }) }
}

async function errorBody(response: ClientResponse<unknown, number>): Promise<ApiErrorBody | null> {
  try {
    const body = (await response.json()) as { error?: ApiErrorBody } | null
    return body?.error ?? null
  } catch {
    // Not our worker's answer: a proxy's page, or nothing at all.
    return null
  }
}

function isNetworkTrouble(error: unknown): boolean {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  return error instanceof TypeError || timedOut
}
