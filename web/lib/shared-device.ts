import { useSyncExternalStore } from 'react'
import { sharedWithoutInputMs } from '#worker/domain/device.ts'
import { readStored, removeStored, writeStored } from './storage.ts'

// "Dieses Gerät benutzen mehrere". The server ends such a sign-in after 15 minutes without input; the tabs go
// by the same limit and their own clock, so that nothing stays on the screen until the next call.

/** What was chosen at the last sign-in on this device. */
const choiceKey = 'sharedDevice'
/** When a person last used this browser, in milliseconds; there only while a shared sign-in lasts. */
const lastInputKey = 'lastInput'

export function isSharedDevice(): boolean {
  return readStored(choiceKey) === 'yes'
}

export function chooseSharedDevice(isShared: boolean): void {
  if (isShared) writeStored(choiceKey, 'yes')
  else removeStored(choiceKey)
}

/** What each call brings along that begins a sign-in. */
export function ofSharedDevice(): { shared?: true } {
  return isSharedDevice() ? { shared: true } : {}
}

/** A sign-in has begun, which counts as an input. */
export function beginInput(): void {
  if (isSharedDevice()) writeStored(lastInputKey, String(Date.now()))
  else removeStored(lastInputKey)
  tell()
}

/** The user has signed out. */
export function forgetInput(): void {
  removeStored(lastInputKey)
  tell()
}

/** The server has ended the sign-in. */
export function endInput(): void {
  writeStored(lastInputKey, '0')
  tell()
}

/** How long the sign-in goes on without input; null when it is not one of a shared device. */
function leftMs(now = Date.now()): number | null {
  const last = readStored(lastInputKey)
  if (last === null) return null
  // Also of a clock that was set back: what stands in the future would never be over.
  const since = Math.abs(now - Number(last))
  return since < sharedWithoutInputMs ? sharedWithoutInputMs - since : 0
}

/** Whether 15 minutes have passed without input in any tab. */
export function isInputOver(): boolean {
  return leftMs() === 0
}

/** Notes an input of a person; false: it is none that counts. */
export function noteInput(): boolean {
  const left = leftMs()
  if (left === null) return false
  if (left === 0) {
    // A device that has slept hears of the input before its timer.
    tell()
    return false
  }
  if (sharedWithoutInputMs - left >= writeEveryMs) writeStored(lastInputKey, String(Date.now()))
  return true
}

/** Typing does not write at each key. */
const writeEveryMs = 1_000

/** Rounded up, so that the server does not end it later than the tab. */
export function secondsSinceInput(): number {
  return Math.ceil((sharedWithoutInputMs - (leftMs() ?? 0)) / 1000)
}

/** Renders again when the time is over, and when a user has signed in again. */
export function useInputIsOver(): boolean {
  return useSyncExternalStore(subscribe, isInputOver)
}

const listeners = new Set<() => void>()

function tell(): void {
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
  // Another tab has noted an input; a tab in the background and a device that slept are late.
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
