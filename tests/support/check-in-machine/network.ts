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

/** What becomes of the next thing that a phone sends. */
export const fates = [
  'well',
  /** No network: told at once. */
  'cut',
  /** It goes nowhere, and nobody says so. */
  'silent',
  /** It arrives; of its answer the phone hears a break, or nothing. */
  'answerCut',
  'answerSilent',
  /** It arrives, and once more when nobody expects it. */
  'doubled',
  /** It lies somewhere, and arrives late. */
  'late',
  /** It arrives, the answer takes a while. */
  'slow',
  /** The worker stops before each of its steps, or dies at one of them. */
  'stopped',
  'dies',
  /** The database was busy, or lost its thread before or after it did what was asked. */
  'busy',
  'lostBefore',
  'lostAfter',
  /** Somebody else answers. */
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

/** Answers that say: this can never be taken. */
export const refusals: readonly Fate[] = ['is400', 'is413', 'is422']

/** What only something that writes can meet. */
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

/** Something on its way. */
export type Message = {
  number: number
  /** A phone; staff at a desk is -1. */
  from: number
  sent: Sent
  fate: Fate
  /** The world's time. */
  sentAt: number
  isOver: boolean
  /** What the server said, or somebody in its place. */
  answer: Response | null
  strand: Strand | null
  heard: (response: Response) => void
  broken: (why: Error) => void
}

/** How the phone learns it: as `fetch` says it of a connection that broke. */
const broken = () => new TypeError('Failed to fetch')

const overloaded = () =>
  new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.', {
    cause: new Error('D1 DB is overloaded. Requests queued for too long.'),
  })

/** Its text is here already: whoever reads it waits for nothing. */
function said(text: string, init: ResponseInit): Response {
  const response = new Response(text || null, init)
  return Object.assign(response, { json: async () => JSON.parse(text) })
}

const asJson = { 'Content-Type': 'application/json' }

const jsonOf = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  said(JSON.stringify(body), { status, headers: { ...asJson, ...headers } })

const asHtml = { 'Content-Type': 'text/html' }

const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  jsonOf(status, { error: { code, message: 'Das ging nicht.' } }, headers)

/** What says so in the way, or the server without looking at a single act. */
function standIn(fate: Fate): Response | null {
  switch (fate) {
    case 'hotel':
      return said('<!doctype html><title>WLAN</title>', { headers: asHtml })
    case 'halfJson':
      return said('{"serverTime":"2027-01-16T', { headers: asJson })
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
      return said('', { status: 408 })
    case 'is429':
      return refused(429, 'TooManyRequests', { 'Retry-After': '5' })
    case 'is500':
      return refused(500, 'InternalError')
    case 'is502':
      return said('<h1>Bad gateway</h1>', { status: 502, headers: asHtml })
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

// That somebody was seen is noted beside the rest: it must not be taken for a step of the request's own.
const stop = async (queries: readonly string[]) =>
  queries.every((query) => query.startsWith('update "sessions"')) ? undefined : gate()

/** Between the phones and the real worker. What it does next is decided by `fateOf`. */
export function openNetwork(now: () => number, fateOf: (phone: number, path: string) => Fate) {
  const messages: Message[] = []

  /** As a page on this phone calls `fetch`. */
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
        // Nobody waits for it any more; what went off may still arrive.
        message.isOver ||= !isHeld(message)
      })
    })
  }

  /** The worker with this message, as a strand that stops before each step of the database. */
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
      message.answer = said(await response.text(), response)
      await Promise.all(later)
    })
  }

  async function runThrough(message: Message, fault: (index: number) => Fault = () => null) {
    if (!message.strand) await atServer(message, fault)
    if (message.strand) await finish(message.strand)
  }

  /** From one of its writes on, or at that one alone. */
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

  /** What happens by itself. @returns whether something did */
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

  /** Waits for the world: somewhere on its way, before a step of the worker, or as an answer. */
  const isHeld = ({ fate, answer, strand }: Message) =>
    fate === 'late' || (fate === 'slow' && answer !== null) || strand !== null

  const held = () => messages.filter((one) => !one.isOver && isHeld(one))

  /** One step of what is held. */
  async function goesOn(which: number): Promise<string | null> {
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
    goesOn,
    messages,
    /** Nothing is left on its way. */
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
