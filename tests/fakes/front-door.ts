import type { Trouble, When } from './fake-provider.ts'

export type Answer = { status: number; body: object }

export type Call = { method: string; path: string; query: URLSearchParams; text: string }

type Door = {
  key: string
  answer: (call: Call) => Answer
  /** This provider's body for a general failure (401, 403, 500). */
  failure: (status: number) => Answer
  /** The same idempotency key with a different request. */
  keyReused: Answer
}

/** What every provider's API does before the call itself: planned trouble, API key, idempotency. */
export function frontDoor({ key, answer, failure, keyReused }: Door) {
  const calls: string[] = []
  const answered = new Map<string, { words: string; answer: Answer }>()
  let planned: Required<When> & { trouble: Trouble } = { trouble: 'none', times: 0, at: '' }

  function troubleOf(call: string): Trouble {
    if (planned.times <= 0 || !call.startsWith(planned.at)) return 'none'
    planned.times -= 1
    return planned.trouble
  }

  function answerOnce(call: Call, idempotencyKey: string | null): Answer {
    if (!idempotencyKey) return answer(call)
    const words = `${call.method} ${call.path} ${call.text}`
    const before = answered.get(idempotencyKey)
    if (before) return before.words === words ? before.answer : keyReused
    const given = structuredClone(answer(call))
    // Rejected requests are not stored, so their idempotency key can be used again.
    if (given.status < 300) answered.set(idempotencyKey, { words, answer: given })
    return given
  }

  return {
    calls,

    failWith(trouble: Trouble, { times = Number.POSITIVE_INFINITY, at = '' }: When = {}): void {
      planned = { trouble, times, at }
    },

    async handle(request: Request): Promise<Response> {
      const { pathname: path, searchParams: query } = new URL(request.url)
      const { method } = request
      calls.push(`${method} ${path}`)
      const text = new TextDecoder().decode(await request.arrayBuffer())
      const current = troubleOf(`${method} ${path}`)
      if (current === 'timeout') throw new DOMException('No answer in time', 'TimeoutError')
      if (current === '500') return respond(failure(500))
      const isLetIn = request.headers.get('Authorization') === `Bearer ${key}`
      if (!isLetIn || current === '401') return respond(failure(401))
      if (current === '403') return respond(failure(403))
      const given = answerOnce(
        { method, path, query, text },
        request.headers.get('Idempotency-Key'),
      )
      if (current === 'lost answer') throw new TypeError('Network connection lost')
      return respond(given)
    },
  }
}

function respond({ status, body }: Answer): Response {
  return Response.json(body, { status })
}
