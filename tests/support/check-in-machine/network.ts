import { env } from 'cloudflare:workers'
import type { D1Database, ExecutionContext } from '@cloudflare/workers-types'
import { origin } from '#tests/support/api.ts'
import { type Fault, faultyDatabase } from '#tests/support/faulty-database.ts'
import {
  finish,
  gate,
  gatedDatabase,
  kill,
  type Strand,
  start,
  step,
} from '#tests/support/machine/gate.ts'
import worker from '#worker/index.ts'

/** What happens to the next request of a phone. */
export const fates = [
  'well',
  /** No network: the request fails at once. */
  'cut',
  /** The request is lost, and no error is reported. */
  'silent',
  /** The request arrives; its response is cut off, or never arrives. */
  'answerCut',
  'answerSilent',
  /** The request arrives, and a copy of it arrives later. */
  'doubled',
  /** The request is delayed and arrives late. */
  'late',
  /** The request arrives; its response is delayed. */
  'slow',
  /** The worker pauses before each database call, or is killed at one of them. */
  'stopped',
  'dies',
  /** The database is overloaded, or loses the connection before or after executing the statement. */
  'busy',
  'lostBefore',
  'lostAfter',
  /** A response of an intermediary, or a rejection of the whole request by the server. */
  'hotel',
  'halfJson',
  'otherJson',
  'noAct',
  'is401',
  'is403',
  'is404',
  'is408',
  'is429',
  'is500',
  'is502',
  'is503',
  'is400',
  'is413',
  'is422',
] as const
export type Fate = (typeof fates)[number]

/** Responses that reject the request for good. */
export const refusals: readonly Fate[] = ['is400', 'is413', 'is422']

/** Fates that only apply to writing requests. */
export const ofActs: readonly Fate[] = [
  'doubled',
  'stopped',
  'dies',
  'busy',
  'lostBefore',
  'lostAfter',
  'noAct',
  ...refusals,
]

type Sent = { method: string; path: string; headers: [string, string][]; body: string | null }

/** A request in transit. */
export type Message = {
  number: number
  /** The index of the phone; -1 = staff at a desk. */
  from: number
  sent: Sent
  fate: Fate
  /** In the simulated time. */
  sentAt: number
  isOver: boolean
  /** The response of the server or of an intermediary. */
  answer: Response | null
  strand: Strand | null
  heard: (response: Response) => void
  broken: (why: Error) => void
}

/** The error of `fetch` when the connection breaks. */
const broken = () => new TypeError('Failed to fetch')

const overloaded = () =>
  new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.', {
    cause: new Error('D1 DB is overloaded. Requests queued for too long.'),
  })

/** A response with its body already read, so that reading it takes no extra step. */
function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text || null, init)
  return Object.assign(response, { json: async () => JSON.parse(text) })
}

const asJson = { 'Content-Type': 'application/json' }

const jsonOf = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  textResponse(JSON.stringify(body), { status, headers: { ...asJson, ...headers } })

const asHtml = { 'Content-Type': 'text/html' }

const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  jsonOf(status, { error: { code, message: 'Das ging nicht.' } }, headers)

/** The response of an intermediary, or of the server without processing the acts. */
function standIn(fate: Fate): Response | null {
  switch (fate) {
    case 'hotel':
      return textResponse('<!doctype html><title>WLAN</title>', { headers: asHtml })
    case 'halfJson':
      return textResponse('{"serverTime":"2027-01-16T', { headers: asJson })
    case 'otherJson':
      return jsonOf(200, { ok: true })
    case 'noAct':
      return jsonOf(200, { serverTime: new Date().toISOString(), results: [] })
    case 'is401':
      return jsonOf(401, { error: { code: 'AuthenticationError', message: 'Melde Dich an.' } })
    case 'is403':
      return refused(403, 'Forbidden')
    case 'is404':
      return refused(404, 'NotFound')
    case 'is408':
      return textResponse('', { status: 408 })
    case 'is429':
      return refused(429, 'TooManyRequests', { 'Retry-After': '5' })
    case 'is500':
      return refused(500, 'InternalError')
    case 'is502':
      return textResponse('<h1>Bad gateway</h1>', { status: 502, headers: asHtml })
    case 'is503':
      return refused(503, 'Busy', { 'Retry-After': '2' })
    case 'is400':
      return refused(400, 'InvalidRequest')
    case 'is413':
      return refused(413, 'PayloadTooLarge')
    case 'is422':
      return refused(422, 'ValidationFailed')
    default:
      return null
  }
}

// Updating the session's time of last use runs beside the request and is not a step of it.
const stop = async (queries: readonly string[]) =>
  queries.every((query) => query.startsWith('update "sessions"')) ? undefined : gate()

/** The network between the phones and the real worker. `fateOf` decides what happens to each request. */
export function openNetwork(now: () => number, fateOf: (phone: number, path: string) => Fate) {
  const messages: Message[] = []

  /** `fetch` of a page on this phone. */
  function send(
    from: number,
    path: string,
    init: RequestInit,
    fate = fateOf(from, path),
  ): Promise<Response> {
    const { signal } = init
    return new Promise<Response>((heard, failed) => {
      const message: Message = {
        number: messages.length,
        from,
        sent: {
          method: init.method ?? 'GET',
          path,
          headers: [...new Headers(init.headers)],
          body: typeof init.body === 'string' ? init.body : null,
        },
        fate,
        sentAt: now(),
        isOver: false,
        answer: null,
        strand: null,
        heard: (response) => heard(response),
        broken: (why) => failed(why),
      }
      messages.push(message)
      signal?.addEventListener('abort', () => {
        failed(signal.reason)
        message.heard = () => {}
        message.broken = () => {}
        // The page has given up; a request already in transit may still arrive.
        message.isOver ||= !isHeld(message)
      })
    })
  }

  /** Runs the worker with this request as a strand that stops before each database call. */
  async function atServer(message: Message, fault: (index: number) => Fault): Promise<void> {
    const { method, path, headers, body } = message.sent
    const why = message.fate === 'busy' ? overloaded : undefined
    let writes = 0
    const { database } = faultyDatabase(({ isRead }) => (isRead ? null : fault(writes++)), why)
    const settings = { ...env, DB: gatedDatabase(database as D1Database, stop) }
    message.strand = await start(`${method} ${path}`, async () => {
      const later: Promise<unknown>[] = []
      const context = {
        waitUntil: (promise: Promise<unknown>) => void later.push(promise),
        passThroughOnException: () => {},
      } as unknown as ExecutionContext
      const call = new Request(`${origin}${path}`, { method, headers, body })
      const response = await worker.fetch(call, settings, context)
      message.answer = textResponse(await response.text(), response)
      await Promise.all(later)
    })
  }

  async function runThrough(message: Message, fault: (index: number) => Fault = () => null) {
    if (!message.strand) await atServer(message, fault)
    if (message.strand) await finish(message.strand)
  }

  /** Faults all writes from one index on, or only the one at that index. */
  function troubleOf({ fate }: Message): (index: number) => Fault {
    const first = messages.length % 2
    const lasts = fate === 'busy' || messages.length % 2 === 0
    const what = fate === 'lostAfter' ? 'after' : 'before'
    return (index) => (index === first || (lasts && index > first) ? what : null)
  }

  const copyOf = (message: Message): Message => ({
    ...message,
    number: messages.length,
    fate: 'late',
    answer: null,
    strand: null,
    isOver: false,
    heard: () => {},
    broken: () => {},
  })

  function hears(message: Message): void {
    message.isOver = true
    if (message.answer) message.heard(message.answer)
    else message.broken(broken())
  }

  /** Delivers one request that is not held. @returns whether there was one */
  async function carry(): Promise<boolean> {
    const message = messages.find((one) => !one.isOver && !isHeld(one))
    if (!message) return false
    switch (message.fate) {
      case 'well':
        await runThrough(message)
        break
      case 'cut':
        break
      case 'answerCut':
        await runThrough(message)
        message.answer = null
        break
      case 'answerSilent':
        await runThrough(message)
        message.isOver = true
        return true
      case 'silent':
        message.isOver = true
        return true
      case 'doubled':
        messages.push(copyOf(message))
        await runThrough(message)
        break
      case 'busy':
      case 'lostBefore':
      case 'lostAfter':
        await runThrough(message, troubleOf(message))
        break
      case 'slow':
        await runThrough(message)
        return true
      case 'stopped':
      case 'dies':
        await atServer(message, () => null)
        return true
      default: {
        message.answer = standIn(message.fate)
      }
    }
    hears(message)
    return true
  }

  /** Held until the story advances it: in transit, before a database call, or with a delayed response. */
  const isHeld = ({ fate, answer, strand }: Message) =>
    fate === 'late' || (fate === 'slow' && answer !== null) || strand !== null

  const held = () => messages.filter((one) => !one.isOver && isHeld(one))

  /** Advances one held request by one step. */
  async function resume(which: number): Promise<string | null> {
    const all = held()
    const message = all[which % Math.max(1, all.length)]
    if (!message) return null
    const name = `${message.fate} ${message.sent.method} of phone ${message.from}`
    if (message.fate === 'late') {
      await runThrough(message)
      hears(message)
    } else if (message.fate === 'slow') hears(message)
    else if (message.strand) {
      if (message.fate === 'dies' && which % 3 === 0) {
        kill(message.strand)
        message.answer = null
        hears(message)
        return `${name}: †`
      }
      await step(message.strand)
      if (message.strand.isDone) hears(message)
    }
    return name
  }

  return {
    send,
    carry,
    goesOn: resume,
    messages,
    /** Delivers everything that is still in transit. */
    async clears(): Promise<void> {
      for (let left = held(); left.length > 0; left = held()) {
        for (const message of left) {
          await runThrough(message)
          hears(message)
        }
      }
    },
  }
}
