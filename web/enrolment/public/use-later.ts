import { useEffect, useState } from 'react'

type Later = typeof import('./later.ts')

let loaded: Later | null = null

export async function loadLater(): Promise<Later> {
  loaded ??= await import('./later.ts')
  return loaded
}

const touches = ['focusin', 'pointerdown'] as const

/**
 * The code for after the first touch; null until loaded. The first touch starts loading, so that it
 * is there for the click; `isNeeded` starts it at once. After a failure the next touch retries.
 */
export function usePreloadedDialogs(isNeeded: boolean): Later | null {
  const [later, setLater] = useState(loaded)
  useEffect(() => {
    if (later) return
    const load = () => void loadLater().then(setLater, () => {})
    if (isNeeded) load()
    for (const touch of touches) addEventListener(touch, load, { passive: true })
    return () => {
      for (const touch of touches) removeEventListener(touch, load)
    }
  }, [later, isNeeded])
  return later
}
