import { useEffect, useSyncExternalStore } from 'react'

export type OnDemand<T> = {
  /** The part; null until it is loaded. */
  current: () => T | null
  load: () => Promise<T>
  /** Sets the part without loading it, for a page whose own code contains it and has to work offline. */
  provide: (part: T) => void
  subscribe: (listener: () => void) => () => void
}

/** A part of the code that is loaded separately, because a page needs it only after a click. */
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
 * The part, null until loaded. Loads at the first touch of the page, so that the part is there for the click, or at
 * once when `isNeeded`. After a failure each touch retries; React.lazy would keep the failure and lose the
 * page with its input.
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

/** Whether a part with `isNeeded` could not be loaded; a failed load ahead of the click does not count. */
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
