import { useEffect, useState } from 'react'

type Dialogs = typeof import('./dialogs.ts')

let loaded: Dialogs | null = null

export async function loadDialogs(): Promise<Dialogs> {
  loaded ??= await import('./dialogs.ts')
  return loaded
}

/** Any sign of a user: scrolling and moving the mouse too, since the foot of the page waits for this code. */
const touches = ['focusin', 'pointerdown', 'pointermove', 'scroll'] as const

/**
 * The code of `dialogs.ts`; null until loaded. The first touch starts loading, so that the code is
 * there for the click; `isNeeded` starts loading at once. After a failure the next touch retries.
 */
export function usePreloadedDialogs(isNeeded: boolean): Dialogs | null {
  const [dialogs, setDialogs] = useState(loaded)
  useEffect(() => {
    if (dialogs) return
    const load = () => void loadDialogs().then(setDialogs, () => {})
    if (isNeeded) load()
    for (const touch of touches) addEventListener(touch, load, { passive: true })
    return () => {
      for (const touch of touches) removeEventListener(touch, load)
    }
  }, [dialogs, isNeeded])
  return dialogs
}
