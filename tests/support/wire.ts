import { vi } from 'vitest'

// Replaces only the network: the app's own requests are answered from a table. A request without a row fails
// the test (web-setup.ts).

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A request of the app. `params` holds the values of `:name` in the table's path. */
export type WireCall = {
  method: Method
  path: string
  query: URLSearchParams
  params: Record<string, string>
  headers: Headers
  body: unknown
}

export type Answer = (call: WireCall) => Response | Promise<Response>

/** `'GET /api/parade/:id': json(aParade())`. A list is answered in its order; the last answer repeats. */
export type WireTable = Partial<Record<`${Method} /${string}`, Answer | Answer[]>>

export type Wire = {
  /** All requests so far. */
  calls: WireCall[]
  /** The requests of one method and path: `sent('POST /api/parade')`. */
  sent: (methodAndPath: `${Method} /${string}`) => WireCall[]
  /** Replaces answers from now on. */
  answer: (table: WireTable) => void
}

/** A response with a JSON body. */
export function json(body: unknown, status = 200): Answer {
  return () => Response.json(body, { status })
}

export function noContent(): Response {
  return new Response(null, { status: 204 })
}

/** The server's error object; `details` are added to it, such as `fields`. */
export function refusal(
  status: number,
  code: string,
  message = '',
  details: Record<string, unknown> = {},
): Answer {
  return json({ error: { code, message, ...details } }, status)
}

/** The result of `fetch` without a connection. */
export function offline(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'))
}

/** Answers by the token in the header, because all requests about orders have the same address. */
export function byOrderToken(answers: Record<string, Answer>): Answer {
  return (call) => {
    const token = call.headers.get('Order-Token') ?? ''
    return (answers[token] ?? refusal(404, 'NotFound'))(call)
  }
}

/** An answer that never arrives. */
export function unanswered(): Promise<Response> {
  return new Promise(() => {})
}

/** An answer that arrives when the test releases it. */
export function later(answer: Answer): { answer: Answer; come: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { answer: (call) => promise.then(() => answer(call)), come: resolve }
}

/** Most pages ask for these; until they are answered the names of the specification are shown. */
const codeLists = ['GET /api/guild/offices', 'GET /api/guild/honors']

export function stubWire(table: WireTable): Wire {
  const answers = new Map<string, Answer[]>()
  const calls: WireCall[] = []
  const wire: Wire = {
    calls,
    sent: (key) => calls.filter((call) => `${call.method} ${call.path}` === key),
    answer(more) {
      for (const [key, answer] of Object.entries(more)) answers.set(key, [answer ?? []].flat())
    },
  }
  wire.answer(table)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const call = readCall(input, init)
    const isOfCodes = codeLists.includes(`${call.method} ${call.path}`)
    if (isOfCodes && !answers.has(`${call.method} ${call.path}`)) return unanswered()
    calls.push(call)
    return takeAnswer(answers, call)
  })
  return wire
}

function readCall(input: RequestInfo | URL, init: RequestInit = {}): WireCall {
  const url = new URL(String(input), window.location.origin)
  return {
    method: (init.method ?? 'GET') as Method,
    path: url.pathname,
    query: url.searchParams,
    params: {},
    headers: new Headers(init.headers),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
  }
}

function takeAnswer(answers: Map<string, Answer[]>, call: WireCall): Response | Promise<Response> {
  const key = findKey(answers, call)
  const queue = answers.get(key) ?? []
  const answer = queue.length > 1 ? queue.shift() : queue[0]
  if (answer) return answer(call)
  console.error(`The wire has no answer for ${call.method} ${call.path}`)
  return new Response(null, { status: 404 })
}

/** An exact path takes precedence over one with `:name`. */
function findKey(answers: Map<string, Answer[]>, call: WireCall): string {
  const exact = `${call.method} ${call.path}`
  if (answers.has(exact)) return exact
  for (const key of answers.keys()) {
    const match = new RegExp(`^${key.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(exact)
    if (match) {
      Object.assign(call.params, match.groups)
      return key
    }
  }
  return exact
}

/** The same answer with this request id. */
export function named(requestId: string, answer: Answer): Answer {
  return async (call) => {
    const response = await answer(call)
    response.headers.set('X-Request-Id', requestId)
    return response
  }
}
