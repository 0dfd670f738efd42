import { useEffect, useSyncExternalStore } from 'react'

export type OnDemand<T> = {
  /** null until loaded. */
  current: () => T | null
  load: () => Promise<T>
  /** Provides the part if a page has bundled it, so that it works offline. */
  provide: (part: T) => void
  subscribe: (listener: () => void) => () => void
}

/** Code that a page needs only after a click. */
export function onDemand<T>(importPart: () => Promise<T>): OnDemand<T> {
  let part: T | null = null
  let loading: Promise<T> | null = null
  const changes = makeChanges()
  const load = async () => {
    try {
      loading ??= importPart()
      part = await loading
      changes.tell()
      return part
    } catch (error) {
      loading = null
      throw error
    }
  }
  const provide = (given: T) => {
    part = given
    changes.tell()
  }
  return { current: () => part, load, provide, subscribe: changes.subscribe }
}

const touches = ['pointerdown', 'touchstart', 'keydown'] as const

/**
 * Loads the part on the first touch of a page that uses it, so that it is there for the click, or
 * at once when needed. Each touch retries after a failure. Unlike React.lazy, which keeps a failed
 * load for good and takes the page down with its input.
 */
export function useOnDemand<T>(part: OnDemand<T>, isNeeded: boolean): T | null {
  const loaded = useSyncExternalStore(part.subscribe, part.current)
  useEffect(() => {
    if (loaded) return
    const prepare = () => void part.load().catch(() => undefined)
    addEventListener('pointermove', prepare, { passive: true, once: true })
    for (const touch of touches) addEventListener(touch, prepare, { passive: true })
    return () => {
      removeEventListener('pointermove', prepare)
      for (const touch of touches) removeEventListener(touch, prepare)
    }
  }, [part, loaded])
  useEffect(() => {
    if (!isNeeded || loaded) return
    part.load().catch(() => notifyMissing(true))
    return () => notifyMissing(false)
  }, [part, loaded, isNeeded])
  return loaded
}

let isMissing = false
const misses = makeChanges()

function notifyMissing(next: boolean): void {
  if (next === isMissing) return
  isMissing = next
  misses.tell()
}

/** Whether a needed part could not be loaded; failed preloads do not count. */
export function useIsPartMissing(): boolean {
  return useSyncExternalStore(misses.subscribe, () => isMissing)
}

function makeChanges() {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
