import {
  createExecutionContext,
  createScheduledController,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { D1Database } from '@cloudflare/workers-types'
import { vi } from 'vitest'
import { commit } from '#worker/db/commit.ts'
import { openDb, write } from '#worker/db/db.ts'
import { sessions, userRoles, users } from '#worker/db/schema.ts'
import type { Role } from '#worker/domain/codes.ts'
import { sessionEnd, signToken } from '#worker/http/auth.ts'
import worker from '#worker/index.ts'
import { assets } from './page-templates.ts'
import { recordedDatabase } from './recording-d1.ts'

export const origin = 'http://zunft.test'
export const db = () => openDb(env.DB)

/** A Saturday in the season: "today" in every test. */
export const today = '2027-01-16'

/** Sets the worker's clock. Berlin is one hour ahead of UTC in winter. */
export function setClock(instant = `${today}T12:00:00Z`): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
}

/** Also fakes the timers: they run only by `vi.advanceTimersByTimeAsync`. */
export function holdClock(instant = `${today}T12:00:00Z`): void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date(instant) })
}

/** The worker's bindings; statements sent to the database are recorded. */
const bindings = (database = recordedDatabase()) => ({ ...env, DB: database, ASSETS: assets })

type Options = {
  token?: string
  headers?: Record<string, string>
  /** Replaces the database binding. */
  database?: D1Database
}

/**
 * Calls the real worker; a body that is not a string is sent as JSON. Returns after the work of `waitUntil`
 * has ended too.
 */
export async function call(method: string, path: string, body?: unknown, options: Options = {}) {
  const headers = new Headers(options.headers)
  if (options.token) headers.set('Authorization', `Bearer ${options.token}`)
  const init: RequestInit = { method, headers, redirect: 'manual' }
  if (body !== undefined) {
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
    init.body = typeof body === 'string' ? body : JSON.stringify(body)
  }
  const context = createExecutionContext()
  const response = await worker.fetch(
    new Request(`${origin}${path}`, init),
    bindings(options.database),
    context,
  )
  await waitOnExecutionContext(context)
  return response
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the wire says; the test asserts it
export async function json(response: Response | Promise<Response>): Promise<any> {
  return (await response).json()
}

/** A user with these roles and a fresh session. */
export async function signedIn(...roles: Role[]) {
  const [[user]] = await commit(db(), [
    write
      .insert(users)
      .values({
        emailAddress: `${roles.join('.') || 'nobody'}@example.test`,
        firstName: 'Sabine',
        lastName: 'Kächele',
        passwordHash: 'unused',
        createdAt: new Date().toISOString(),
      })
      .returning(),
  ])
  if (!user) throw new Error('no user')
  for (const role of roles)
    await commit(db(), [write.insert(userRoles).values({ userId: user.id, role })])
  return { id: user.id, token: await tokenOf(user.id) }
}

/** Renews the session: a test's clock may pass its twelve hours. */
export async function tokenOf(userId: number): Promise<string> {
  const now = new Date()
  const sessionId = await aSession(userId, now)
  return signToken({ userId, tokenVersion: 0, sessionId }, env.JWT_SECRET, now)
}

/** A session of this user, with the password just confirmed. */
export async function aSession(userId: number, now = new Date()): Promise<number> {
  const at = now.toISOString()
  const [[session]] = await commit(db(), [
    write
      .insert(sessions)
      .values({
        userId,
        device: 'Firefox unter Windows',
        createdAt: at,
        lastSeenAt: at,
        confirmedAt: at,
        expiresAt: sessionEnd(now),
      })
      .returning({ id: sessions.id }),
  ])
  if (!session) throw new Error('no session')
  return session.id
}

export async function runCron(): Promise<void> {
  const context = createExecutionContext()
  worker.scheduled(createScheduledController({ cron: '*/5 * * * *' }), bindings(), context)
  await waitOnExecutionContext(context)
}

/** Rows of the database, for values that no response contains. */
export async function rows<Row = Record<string, unknown>>(query: string): Promise<Row[]> {
  const { results } = await env.DB.prepare(query).all<Row>()
  return results
}
