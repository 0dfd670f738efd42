import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import type { AppType } from '#worker/app.ts'
import { answerOf, patientFetch } from './ask-server.ts'
import { askIdentity } from './identity.ts'
import { keptFetch } from './kept.ts'
import type { Result } from './result.ts'
import { accessToken } from './session.ts'

/** Calls in the name of whoever is signed in, who may have to show once more that it is them. */
export const client = hc<AppType>('/', {
  fetch: confirmedFetch,
  headers: () => ({ Authorization: `Bearer ${accessToken()}` }),
})

/** Public calls; without the header their answers may be kept for a minute. */
export const publicClient = hc<AppType>('/', { fetch: patientFetch })

async function confirmedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await keptFetch(input, init)
  if (!(await asksWhoItIs(response))) return response
  return (await askIdentity()) ? keptFetch(input, init) : response
}

async function asksWhoItIs(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const refused = await answerOf(Promise.resolve(response.clone()), (clone) => clone.json())
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

/** Waits for a call and never throws: what can go wrong comes back as a failure (Spec §8). */
export async function call<R extends ClientResponse<unknown, number>>(
  request: Promise<R>,
): Promise<Result<Success<R>>> {
  let requestIds: string[] = []
  const result = await answerOf(request, async (response) => {
    const id = response.headers.get('X-Request-Id')
    requestIds = id === null ? [] : [id]
    const data = response.status === 204 ? undefined : await response.json()
    return data as Success<R>
  })
  return result.ok ? { ...result, requestIds } : result
}

/** The same for a file, whose bytes stay as they are: decoded, it would lose its mark. */
export function callForFile(
  request: Promise<ClientResponse<unknown, number>>,
): Promise<Result<Blob>> {
  return answerOf(request, (response) => response.blob())
}
