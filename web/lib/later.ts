import { useEffect, useSyncExternalStore } from 'react'

export type Later<T> = {
  /** null until it is there. */
  current: () => T | null
  load: () => Promise<T>
  /** For a page that brings the part along: it needs no network then. */
  provide: (part: T) => void
  subscribe: (listener: () => void) => () => void
}

/** Code of what opens at a press: a page is drawn without it. */
export function later<T>(importPart: () => Promise<T>): Later<T> {
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
 * It comes with the first touch of a page that uses it, which is before the press that needs it, or at once when it
 * is needed. Each touch tries again when it did not come. Not React.lazy: that remembers a failed load for good and
 * takes the page down, with what was typed in it.
 */
export function useLater<T>(part: Later<T>, isNeeded: boolean): T | null {
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

/** Whether something is needed that could not be loaded; what was only prepared does not count. */
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
