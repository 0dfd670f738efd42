import type { BrowserContextOptions } from '@playwright/test'
import { demoPassword, demoUsers } from '#scripts/demo/users.ts'
import { helpOf } from '#web/help/page-help.ts'
import { seenKey } from '#web/lib/first-visits.ts'
import type { Role } from '#worker/domain/codes.ts'

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

const known = new Map<string, StorageState>()

/** The storage of a browser in which the demo user with this role is signed in. */
export async function signedIn(origin: string, role: Role): Promise<StorageState> {
  const key = `${role} ${origin}`
  const state = known.get(key) ?? (await signIn(origin, role))
  known.set(key, state)
  return state
}

/** Forgets a cached session that was ended, for example by a changed password. */
export function forgetSignIn(origin: string, role: Role): void {
  known.delete(`${role} ${origin}`)
}

async function signIn(origin: string, role: Role): Promise<StorageState> {
  const user = demoUserOf(role)
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailAddress: user.emailAddress, password: demoPassword }),
  })
  if (!response.ok) throw new Error(`${user.emailAddress} cannot sign in: ${response.status}`)
  const stored = await response.json()
  const authentication = { accessToken: stored.accessToken, refreshToken: '' }
  const localStorage = [
    { name: 'user', value: JSON.stringify(stored) },
    { name: 'userAuthenticationInformation', value: JSON.stringify(authentication) },
    // All hints count as shown, so that no page shows one.
    { name: seenKey, value: JSON.stringify(Object.keys(helpOf)) },
  ]
  const { hostname } = new URL(origin)
  const staff = { name: 'staff', value: '1', domain: hostname, path: '/' }
  const expires = Math.floor(Date.now() / 1000) + 24 * 60 * 60
  const kept = { expires, httpOnly: false, secure: false, sameSite: 'Lax' } as const
  return { cookies: [{ ...staff, ...kept }], origins: [{ origin, localStorage }] }
}

export function demoUserOf(role: Role) {
  const user = demoUsers.find((one) => one.role === role)
  if (!user) throw new Error(`The demo has no user with the role ${role}`)
  return user
}

/** A GET as demo user, for data that a test needs. */
export async function getAs<T>(origin: string, role: Role, path: string): Promise<T> {
  const headers = await headersOf(origin, role)
  return (await fetch(`${origin}${path}`, { headers })).json() as Promise<T>
}

/** A POST as demo user, to set up a test. */
export function postAs<T>(origin: string, role: Role, path: string, body: object): Promise<T> {
  return sendAs('POST', origin, role, path, body)
}

export function putAs<T>(origin: string, role: Role, path: string, body: object): Promise<T> {
  return sendAs('PUT', origin, role, path, body)
}

/** A DELETE as demo user. */
export async function deleteAs(origin: string, role: Role, path: string): Promise<void> {
  const headers = await headersOf(origin, role)
  const response = await fetch(`${origin}${path}`, { method: 'DELETE', headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

async function sendAs<T>(
  method: 'POST' | 'PUT',
  origin: string,
  role: Role,
  path: string,
  body: object,
): Promise<T> {
  const headers = { ...(await headersOf(origin, role)), 'Content-Type': 'application/json' }
  const init = { method, headers, body: JSON.stringify(body) }
  const response = await fetch(`${origin}${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json() as Promise<T>
}

/** The headers of a call as demo user. */
export async function headersOf(origin: string, role: Role): Promise<Record<string, string>> {
  const [stored] = (await signedIn(origin, role)).origins[0]?.localStorage ?? []
  const { accessToken } = JSON.parse(stored?.value ?? '{}')
  return { Authorization: `Bearer ${accessToken}` }
}
