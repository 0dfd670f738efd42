import { useCallback, useEffect, useRef } from 'react'

const stillnessInMs = 1000
const signs = ['pointerdown', 'pointermove', 'scroll', 'keydown'] as const

/** Waits until nobody has touched the page for a second: nothing moves under a finger. */
export function useQuietMoment(): () => Promise<void> {
  const lastSign = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const notice = () => {
      lastSign.current = performance.now()
    }
    const options = { capture: true, passive: true }
    for (const sign of signs) window.addEventListener(sign, notice, options)
    return () => {
      for (const sign of signs) window.removeEventListener(sign, notice, options)
    }
  }, [])
  return useCallback(async () => {
    const rest = () => lastSign.current + stillnessInMs - performance.now()
    while (rest() > 0) await sleep(rest())
  }, [])
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
