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

/** What a visit may use; the demo guild is in the database. */
export type World = { provider: FakeProvider }

/** Sets the tests' clock and installs a provider without payments, until the end of the test. */
export function freshWorld(): World {
  setClock()
  configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
  const provider = fakeMollie({ key: 'test_1' })
  install(provider)
  return { provider }
}

/** A successful request of a route; its preparation is not counted. */
export type Visit = {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** The expected status; 200 by default. */
  status?: number
  settings?: Partial<Env>
  /** The token of another user than the walk's manager. */
  token?: string
}

/** Visits by route: `GET /api/member/:id`. */
export type Visits = Record<string, (world: World) => Visit | Promise<Visit>>

export type Seen = Cost & { status: number; rowsAnswered: number }

/** Sends the request and counts its costs, without those that `isOfTheAnswer` excludes. */
export async function pay(route: string, visit: Visit, token: string): Promise<Seen> {
  const { db, cost } = countingDatabase(recordedDatabase(), (query) => isOfTheAnswer({ query }))
  const { response, afterwards } = await send(route, visit, { token, db })
  const rowsAnswered = await countRows(response)
  await afterwards()
  return { ...cost, status: response.status, rowsAnswered }
}

type Sender = { token: string; db: D1Database }

/** @returns the response, and a function that waits for the work after it */
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

// Excludes the work after the response (sending mails, logging a download) and the filling of the audit
// context.
export function isOfTheAnswer({ query }: { query: string }): boolean {
  return (
    // Every request of staff reads its session; the limits only concern the route's own statements.
    query !== signInQuery &&
    !/^(update "mails"|insert into "audit_entries"|UPDATE audit_context)/.test(query)
  )
}

/** The rows in a response: lines of a file or elements of lists; at least 1. */
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
