import { useEffect, useState } from 'react'

type Later = typeof import('./later.ts')

let loaded: Later | null = null

export async function loadLater(): Promise<Later> {
  loaded ??= await import('./later.ts')
  return loaded
}

const touches = ['focusin', 'pointerdown'] as const

/**
 * What is first needed after a touch, null until it is there. It comes with the first touch, which is before
 * the press that needs it, or at once when it is needed already. The next touch tries again when it did not come.
 */
export function useLater(isNeeded: boolean): Later | null {
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
