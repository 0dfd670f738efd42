import { patientFetch } from './ask-server.ts'

/** What was answered last at an address that gives its answers names, and what it was called. */
type Kept = { tag: string; data: unknown }

/** In memory alone, and of one sign-in alone. */
const keptOf = { signIn: '', answers: new Map<string, Kept>() }

/**
 * `patientFetch` that names what it has already: what is the same still is not sent again, and the very
 * object that was read from it is read again.
 */
export async function keptFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if ((init?.method ?? 'GET') !== 'GET' || input instanceof Request)
    return patientFetch(input, init)
  const headers = new Headers(init?.headers)
  const signIn = headers.get('Authorization') ?? ''
  if (keptOf.signIn !== signIn) Object.assign(keptOf, { signIn, answers: new Map() })
  // Late answers belong to those of their own sign-in.
  const { answers } = keptOf
  const address = String(input)
  const kept = answers.get(address)
  if (kept) headers.set('If-None-Match', kept.tag)
  const response = await patientFetch(input, { ...init, headers })
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
