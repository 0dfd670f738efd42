import { useSyncExternalStore } from 'react'
import type { LoginResult } from '#worker/auth/auth.contract.ts'
import { type Role, roles } from '#worker/domain/codes.ts'
import { beginInput, forgetInput } from './shared-device.ts'
import { repairStaffCookie } from './staff-cookie.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

// Spec §3 and §9: the two keys that mean "signed in".
const userKey = 'user'
const authenticationKey = 'userAuthenticationInformation'

export type StoredUser = LoginResult

/** null when nobody is signed in, or when what is stored cannot be read. */
export function currentUser(): StoredUser | null {
  const text = readStored(userKey)
  if (text !== cached.text) cached = { text, user: parseUser(text) }
  return cached.user
}

// useSyncExternalStore needs the same object as long as the stored text is the same.
let cached: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** The bearer of authenticated calls; an empty string when there is none (Spec §7). */
export function accessToken(): string {
  const stored = parseObject(readStored(authenticationKey))
  return typeof stored?.accessToken === 'string' ? stored.accessToken : ''
}

export function startSession(user: StoredUser): void {
  beginInput()
  storeSession(user)
}

function storeSession(user: StoredUser): void {
  writeStored(userKey, JSON.stringify(user))
  // Spec §3: the refresh token is kept as an empty string.
  const authentication = { accessToken: user.accessToken, refreshToken: '' }
  writeStored(authenticationKey, JSON.stringify(authentication))
  notify()
}

/** Takes over what the server says of the user now, or a new token. */
export function updateSession(changes: Partial<StoredUser>): void {
  const user = currentUser()
  if (user) storeSession({ ...user, ...changes })
}

export function endSession(): void {
  removeStored(userKey)
  removeStored(authenticationKey)
  forgetInput()
  notify()
}

export function useUser(): StoredUser | null {
  return useSyncExternalStore(onSessionChange, currentUser)
}

/** True when the user has at least one of the roles. */
export function hasRole(user: { roles: readonly Role[] } | null, ...wanted: Role[]): boolean {
  return user?.roles.some((role) => wanted.includes(role)) ?? false
}

const listeners = new Set<() => void>()

/** Calls after every change of the session, and returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  // The browser's own event tells of a sign-in or sign-out in another tab; null = all was removed.
  const heard = ({ key }: StorageEvent) => {
    if (key === null || key === userKey || key === authenticationKey) listener()
  }
  window.addEventListener('storage', heard)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', heard)
  }
}

function notify(): void {
  repairStaffCookie()
  for (const listener of listeners) listener()
}

function parseUser(text: string | null): StoredUser | null {
  const stored = parseObject(text)
  if (!stored) return null
  const known = Array.isArray(stored.roles) ? stored.roles : []
  return {
    accessToken: textOf(stored.accessToken),
    firstName: textOf(stored.firstName),
    lastName: textOf(stored.lastName),
    emailAddress: textOf(stored.emailAddress),
    roles: roles.filter((role) => known.includes(role)),
  }
}

function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown> | null)
      : null
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
