import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { type Cost, countingDatabase } from '#scripts/bench/counting-database.ts'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { origin, setClock } from '#tests/support/api.ts'
import { assets } from '#tests/support/page-templates.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { recordedDatabase } from '#tests/support/recording-d1.ts'
import type { Env } from '#worker/env.ts'
import { signInQuery } from '#worker/http/auth.ts'
import worker from '#worker/index.ts'

/** What a visit may use: the demo guild lies in the database, and payments go to this provider. */
export type World = { provider: FakeProvider }

/** The clock of all tests, and a provider that nobody has paid at; until the end of the test. */
export function freshWorld(): World {
  setClock()
  configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
  const provider = fakeMollie({ key: 'test_1' })
  install(provider)
  return { provider }
}

/** One request of a route, as it goes well. What it needs was made before and is not counted. */
export type Visit = {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Left out: 200. */
  status?: number
  settings?: Partial<Env>
  /** Of somebody else than the walk's manager. */
  token?: string
}

/** By route, `GET /api/member/:id`. */
export type Visits = Record<string, (world: World) => Visit | Promise<Visit>>

export type Seen = Cost & { status: number; rowsAnswered: number }

/** Sends it and counts what it costs up to the answer; mails go out afterwards. */
export async function pay(route: string, visit: Visit, token: string): Promise<Seen> {
  const { db, cost } = countingDatabase(recordedDatabase(), (query) => isOfTheAnswer({ query }))
  const { response, afterwards } = await send(route, visit, { token, db })
  const rowsAnswered = await countRows(response)
  await afterwards()
  return { ...cost, status: response.status, rowsAnswered }
}

type Sender = { token: string; db: D1Database }

/** @returns the answer, and what waits for all that the worker does after it */
export async function send(route: string, visit: Visit, { token, db }: Sender) {
  const headers = new Headers({ Authorization: `Bearer ${visit.token ?? token}`, ...visit.headers })
  const method = route.split(' ')[0] ?? ''
  const init: RequestInit = { method, headers, redirect: 'manual' }
  if (visit.body !== undefined) {
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
    init.body = typeof visit.body === 'string' ? visit.body : JSON.stringify(visit.body)
  }
  const context = createExecutionContext()
  const settings = { ...env, ASSETS: assets, MAIL_FROM: '', ...visit.settings, DB: db }
  const response = await worker.fetch(new Request(origin + visit.path, init), settings, context)
  return { response, afterwards: () => waitOnExecutionContext(context) }
}

// What comes after the answer: without a sender this is all that sending does, and who took a file is
// told. Who writes stands around it.
export function isOfTheAnswer({ query }: { query: string }): boolean {
  return (
    // The same read of every request of staff, beside its own: the limits are those of the route.
    query !== signInQuery &&
    !/^(update "mails"|insert into "audit_entries"|UPDATE audit_context)/.test(query)
  )
}

/** A line of a file, an element of a list, on a page as well; what is no list is one row. */
async function countRows(response: Response): Promise<number> {
  const type = response.headers.get('Content-Type') ?? ''
  const text = await response.text()
  if (type.includes('json')) return Math.max(1, countElements(JSON.parse(text)))
  if (type.includes('csv')) return text.trim().split('\r\n').length
  if (type.includes('calendar')) return text.split('BEGIN:VEVENT').length
  if (type.includes('html')) return text.split('<li').length
  if (type.includes('xml')) return text.split('<DrctDbtTxInf>').length
  return 1
}

function countElements(value: unknown): number {
  if (Array.isArray(value)) {
    return value.reduce((sum: number, element) => sum + 1 + countElements(element), 0)
  }
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, one) => sum + countElements(one), 0)
}
