import { useSyncExternalStore } from 'react'
import { sharedWithoutInputMs } from '#worker/domain/device.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

// "Dieses Gerät benutzen mehrere": the server ends such a session after 15 minutes without input.
// Tabs apply the same limit by their own clock, so that the screen does not show data until the
// next call.

/** The choice at the last sign-in on this device. */
const choiceKey = 'sharedDevice'
/** The last input in this browser, in milliseconds; stored only during a shared session. */
const lastInputKey = 'lastInput'

export function isSharedDevice(): boolean {
  return readStored(choiceKey) === 'yes'
}

export function chooseSharedDevice(isShared: boolean): void {
  if (isShared) writeStored(choiceKey, 'yes')
  else removeStored(choiceKey)
}

/** Added to every request that starts a session. */
export function sharedDeviceParam(): { shared?: true } {
  return isSharedDevice() ? { shared: true } : {}
}

/** Signing in counts as an input. */
export function startInputTimer(): void {
  if (isSharedDevice()) writeStored(lastInputKey, String(Date.now()))
  else removeStored(lastInputKey)
  notifyListeners()
}

export function clearInput(): void {
  removeStored(lastInputKey)
  notifyListeners()
}

/** The server has ended the session. */
export function expireInput(): void {
  writeStored(lastInputKey, '0')
  notifyListeners()
}

/** Milliseconds until the session ends without input; null when the device is not shared. */
function leftMs(now = Date.now()): number | null {
  const last = readStored(lastInputKey)
  if (last === null) return null
  // `Math.abs` for a clock that was set back: a time in the future would never expire.
  const since = Math.abs(now - Number(last))
  return since < sharedWithoutInputMs ? sharedWithoutInputMs - since : 0
}

/** Whether no tab has had input for 15 minutes. */
export function isInputExpired(): boolean {
  return leftMs() === 0
}

/**
 * Stores an input.
 * @returns false when the session has already expired
 */
export function recordInput(): boolean {
  const left = leftMs()
  if (left === null) return false
  if (left === 0) {
    // After sleep, an input may arrive before the timer fires.
    notifyListeners()
    return false
  }
  if (sharedWithoutInputMs - left >= writeEveryMs) writeStored(lastInputKey, String(Date.now()))
  return true
}

/** At most one write a second, not one for every key press. */
const writeEveryMs = 1_000

/** Rounded up, so that the server does not end the session later than the tab. */
export function secondsSinceInput(): number {
  return Math.ceil((sharedWithoutInputMs - (leftMs() ?? 0)) / 1000)
}

/** Re-renders when the session expires and after a new sign-in. */
export function useIsInputExpired(): boolean {
  return useSyncExternalStore(subscribe, isInputExpired)
}

const listeners = new Set<() => void>()

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const left = leftMs()
    if (left) timer = setTimeout(look, left)
    changed()
  }
  listeners.add(look)
  // Input in other tabs, and timers that were delayed in the background or during sleep.
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    clearTimeout(timer)
    listeners.delete(look)
    window.removeEventListener('storage', look)
    window.removeEventListener('pageshow', look)
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}
