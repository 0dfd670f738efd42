import type { ApiErrorBody, Failure, Result } from './result.ts'

/** Long enough for a slow answer: at a parade, outdoors, reception is poor. */
const timeoutInMs = 30_000

/**
 * `fetch` with a timeout. It retries once, also for a write, when the server answers 503 with
 * `Retry-After`, which means that the request was not processed.
 */
export async function fetchWithRetry(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const send = () => fetch(input, { signal: AbortSignal.timeout(timeoutInMs), ...init })
  const response = await send()
  const wait = waitOf(response)
  if (wait === null) return response
  // With jitter, so that deferred clients do not return at the same moment.
  await new Promise((resolve) => setTimeout(resolve, wait * (1000 + 400 * Math.random())))
  return send()
}

const longestWaitInSeconds = 10

/**
 * The seconds until a retry; null when there is none: the answer is no 503, a proxy has sent it (no
 * `X-Request-Id`), or the server asks for a longer wait.
 */
function waitOf({ status, headers }: Response): number | null {
  if (status !== 503 || !headers.has('X-Request-Id')) return null
  const seconds = Number(headers.get('Retry-After'))
  return seconds > 0 && seconds <= longestWaitInSeconds ? seconds : null
}

/** A call for the public pages, which load without the typed client. `T`: the answer's type in the contract. */
export function askServer<T>(path: string, init?: RequestInit): Promise<Result<T>> {
  return toResult(fetchWithRetry(path, init), (response) => response.json() as Promise<T>)
}

export function postRequest(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

type Answer = Pick<Response, 'ok' | 'status' | 'json'>

/** Awaits a call and never throws: failures are returned (Spec §8). */
export async function toResult<R extends Answer, T>(
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

async function refusal(response: Answer): Promise<Failure> {
  const type = response.status === 401 ? 'AuthenticationError' : 'ApiError'
  const error = await errorBody(response)
  return { type, status: response.status, ...(error && { error }) }
}

async function errorBody(response: Answer): Promise<ApiErrorBody | null> {
  try {
    const body = (await response.json()) as { error?: ApiErrorBody } | null
    return body?.error ?? null
  } catch {
    // The body is not JSON: a proxy's page, or empty.
    return null
  }
}

function isNetworkTrouble(error: unknown): boolean {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  return error instanceof TypeError || timedOut
}
