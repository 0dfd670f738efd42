import { useSyncExternalStore } from 'react'
import type { LoginResult } from '#worker/auth/auth.contract.ts'
import { roles } from '#worker/domain/codes.ts'
import { clearInput, startInputTimer } from './shared-device.ts'
import { syncStaffCookie } from './staff-cookie.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

// Spec §3 and §9: both keys exist while a user is signed in.
const userKey = 'user'
const authenticationKey = 'userAuthenticationInformation'

export type StoredUser = LoginResult

/** The signed-in user; null when none is signed in, or when the stored value is invalid. */
export function currentUser(): StoredUser | null {
  const text = readStored(userKey)
  if (text !== cached.text) cached = { text, user: parseUser(text) }
  return cached.user
}

// The parsed user: `useSyncExternalStore` needs the identical object while the stored text is unchanged.
let cached: { text: string | null; user: StoredUser | null } = { text: null, user: null }

/** The bearer token of authenticated calls; '' when there is none (Spec §7). */
export function accessToken(): string {
  const stored = parseObject(readStored(authenticationKey))
  return typeof stored?.accessToken === 'string' ? stored.accessToken : ''
}

export function startSession(user: StoredUser): void {
  startInputTimer()
  storeSession(user)
}

function storeSession(user: StoredUser): void {
  writeStored(userKey, JSON.stringify(user))
  // Spec §3: the refresh token is stored as an empty string.
  const authentication = { accessToken: user.accessToken, refreshToken: '' }
  writeStored(authenticationKey, JSON.stringify(authentication))
  notify()
}

/** Stores changed data of the user, or a new token. */
export function updateSession(changes: Partial<StoredUser>): void {
  const user = currentUser()
  if (user) storeSession({ ...user, ...changes })
}

export function endSession(): void {
  removeStored(userKey)
  removeStored(authenticationKey)
  clearInput()
  notify()
}

export function useUser(): StoredUser | null {
  return useSyncExternalStore(onSessionChange, currentUser)
}

const listeners = new Set<() => void>()

/**
 * Calls the listener after every change of the session, also in another tab.
 * @returns a function that unsubscribes the listener
 */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  // The storage event reports changes in other tabs; null means that all keys were removed.
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
  syncStaffCookie()
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
