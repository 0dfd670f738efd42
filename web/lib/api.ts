import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import type { AppType } from '#worker/app.ts'
import { fetchWithRetry, toResult } from './ask-server.ts'
import { askIdentity } from './identity.ts'
import type { Result } from './result.ts'
import { accessToken } from './session.ts'

/** The last answer of an address with its ETag. */
type CachedAnswer = { tag: string; data: unknown }

/** The answers of the current session by address; another sign-in starts with none. */
const keptOf = { signIn: '', answers: new Map<string, CachedAnswer>() }

/** `fetchWithRetry` with `If-None-Match`; an unchanged answer is the identical object, so that React need not render. */
async function cachedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if ((init?.method ?? 'GET') !== 'GET' || input instanceof Request)
    return fetchWithRetry(input, init)
  const headers = new Headers(init?.headers)
  const signIn = headers.get('Authorization') ?? ''
  if (keptOf.signIn !== signIn) Object.assign(keptOf, { signIn, answers: new Map() })
  // The map is read now, so that a late answer is stored under its own session.
  const { answers } = keptOf
  const address = String(input)
  const kept = answers.get(address)
  if (kept) headers.set('If-None-Match', kept.tag)
  const response = await fetchWithRetry(input, { ...init, headers })
  if (kept && response.status === 304) return readAs(kept.data, response)
  const tag = response.headers.get('ETag')
  if (!response.ok || tag === null) return response
  return readFirst(response, (data) => answers.set(address, { tag, data }))
}

function readAs(data: unknown, { headers }: Response): Response {
  const response = new Response(null, { status: 200, headers })
  return Object.assign(response, { json: () => Promise.resolve(data) })
}

function readFirst(response: Response, keep: (data: unknown) => void): Response {
  const read = () => Response.prototype.json.call(response) as Promise<unknown>
  return Object.assign(response, {
    json: async () => {
      const data = await read()
      keep(data)
      return data
    },
  })
}

/** Authenticated calls; when the server asks for proof of identity, the call is repeated with it. */
export const client = hc<AppType>('/', {
  fetch: confirmedFetch,
  headers: () => ({ Authorization: `Bearer ${accessToken()}` }),
})

/** Public calls; without the Authorization header their answers may be cached for a minute. */
export const publicClient = hc<AppType>('/', { fetch: fetchWithRetry })

async function confirmedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await cachedFetch(input, init)
  if (!(await isIdentityQuestion(response))) return response
  return (await askIdentity()) ? cachedFetch(input, init) : response
}

async function isIdentityQuestion(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const refused = await toResult(Promise.resolve(response.clone()), (clone) => clone.json())
  return !refused.ok && refused.failure.error?.code === 'ConfirmNeeded'
}

type Success<R> =
  R extends ClientResponse<infer Body, infer Status, infer _Format>
    ? Status extends 204
      ? undefined
      : Status extends SuccessStatusCode
        ? Body
        : never
    : never

/** Awaits a call and never throws: failures are returned (Spec §8). */
export async function call<R extends ClientResponse<unknown, number>>(
  request: Promise<R>,
): Promise<Result<Success<R>>> {
  let requestIds: string[] = []
  const result = await toResult(request, async (response) => {
    const id = response.headers.get('X-Request-Id')
    requestIds = id === null ? [] : [id]
    const data = response.status === 204 ? undefined : await response.json()
    return data as Success<R>
  })
  return result.ok ? { ...result, requestIds } : result
}

/** Like `call` for a file, whose bytes are kept: decoding would drop its byte order mark. */
export function callForFile(
  request: Promise<ClientResponse<unknown, number>>,
): Promise<Result<Blob>> {
  return toResult(request, (response) => response.blob())
}
