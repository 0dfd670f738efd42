import { useSyncExternalStore } from 'react'
import { sharedWithoutInputMs } from '#worker/domain/device.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

// "Dieses Gerät benutzen mehrere": the server ends such a session after 15 minutes without input.
// Tabs apply the same limit by their own clock, so that the screen does not show data until the
// next call.

/** The storage key of the choice "Dieses Gerät benutzen mehrere", made at the last sign-in: "yes" or absent. */
const choiceKey = 'sharedDevice'
/** The storage key of the time of the last input in any tab, in milliseconds; absent when the device is not shared. */
const lastInputKey = 'lastInput'

export function isSharedDevice(): boolean {
  return readStored(choiceKey) === 'yes'
}

export function chooseSharedDevice(isShared: boolean): void {
  if (isShared) writeStored(choiceKey, 'yes')
  else removeStored(choiceKey)
}

/** The field that each request for signing in adds to its body on a shared device. */
export function sharedDeviceParam(): { shared?: true } {
  return isSharedDevice() ? { shared: true } : {}
}

/** Starts the 15 minutes after signing in; on a device of one user there is no such limit. */
export function startInputTimer(): void {
  if (isSharedDevice()) writeStored(lastInputKey, String(Date.now()))
  else removeStored(lastInputKey)
  notifyListeners()
}

export function clearInput(): void {
  removeStored(lastInputKey)
  notifyListeners()
}

/** Called when the server has ended the session: all tabs then count as without input for 15 minutes. */
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
 * Notes a press or key for the 15 minutes.
 * @returns false when they are over, or when the device is not shared
 */
export function recordInput(): boolean {
  const left = leftMs()
  if (left === null) return false
  if (left === 0) {
    // After the computer's sleep an input may arrive before the timer; the listeners then learn of the expiry here.
    notifyListeners()
    return false
  }
  if (sharedWithoutInputMs - left >= writeEveryMs) writeStored(lastInputKey, String(Date.now()))
  return true
}

/** The last input is written to the storage at most once a second, not for every key press. */
const writeEveryMs = 1_000

/** The seconds to report to the server; rounded up, so that the session does not outlive the tab's limit. */
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
  // Other tabs may have had input (`storage`); in the background or during sleep the timer may be late.
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
