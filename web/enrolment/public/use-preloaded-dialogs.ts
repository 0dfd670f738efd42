import { useEffect, useState } from 'react'

type Dialogs = typeof import('./dialogs.ts')

let loaded: Dialogs | null = null

export async function loadDialogs(): Promise<Dialogs> {
  loaded ??= await import('./dialogs.ts')
  return loaded
}

const touches = ['focusin', 'pointerdown'] as const
/** They start loading too, since the foot of the page waits for this code; but they come too often to retry. */
const movements = ['pointermove', 'scroll'] as const

/**
 * The code of `dialogs.ts`; null until loaded. The first touch or movement starts loading, so that the code is
 * there for the click; `isNeeded` starts loading at once. After a failure the next touch retries.
 */
export function usePreloadedDialogs(isNeeded: boolean): Dialogs | null {
  const [dialogs, setDialogs] = useState(loaded)
  useEffect(() => {
    if (dialogs) return
    const load = () => void loadDialogs().then(setDialogs, () => {})
    if (isNeeded) load()
    for (const touch of touches) addEventListener(touch, load, { passive: true })
    for (const one of movements) addEventListener(one, load, { passive: true, once: true })
    return () => {
      for (const one of [...touches, ...movements]) removeEventListener(one, load)
    }
  }, [dialogs, isNeeded])
  return dialogs
}
