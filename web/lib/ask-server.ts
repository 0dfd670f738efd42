import type { ApiErrorBody, Failure, Result } from './result.ts'

/** A parade stands in the street, not in an office: half a minute without an answer is enough. */
const timeoutInMs = 30_000

/**
 * `fetch` that does not wait for ever, and once sends again by itself what the server could not take now:
 * with 503 and `Retry-After` it says that the same may come again, a write as well.
 */
export async function patientFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const send = () => fetch(input, { signal: AbortSignal.timeout(timeoutInMs), ...init })
  const response = await send()
  const wait = waitOf(response)
  if (wait === null) return response
  // All that were put off at once do not come back at once.
  await new Promise((resolve) => setTimeout(resolve, wait * (1000 + 400 * Math.random())))
  return send()
}

const longestWaitInSeconds = 10

/** Seconds; null when it is no word of our own server, or nobody would wait for so long. */
function waitOf({ status, headers }: Response): number | null {
  if (status !== 503 || !headers.has('X-Request-Id')) return null
  const seconds = Number(headers.get('Retry-After'))
  return seconds > 0 && seconds <= longestWaitInSeconds ? seconds : null
}

/** A call of the public pages, which do without the typed client. `T` is the contract's word. */
export function askServer<T>(path: string, init?: RequestInit): Promise<Result<T>> {
  return answerOf(patientFetch(path, init), (response) => response.json() as Promise<T>)
}

/** What `askServer` takes to send a body. */
export function postOf(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}

type Answer = Pick<Response, 'ok' | 'status' | 'json'>

/** Waits for a call and never throws: what can go wrong comes back as a failure (Spec §8). */
export async function answerOf<R extends Answer, T>(
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
    // Not our worker's answer: a proxy's page, or nothing at all.
    return null
  }
}

function isNetworkTrouble(error: unknown): boolean {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  return error instanceof TypeError || timedOut
}
