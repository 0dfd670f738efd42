import { useCallback, useEffect, useRef } from 'react'

const signs = ['pointerdown', 'pointermove', 'scroll', 'keydown'] as const
const touches = ['touchstart', 'touchend', 'touchcancel'] as const

/** The pause between two looks at dialogs and fingers; a closing dialog emits no event. */
const lookAgainMs = 250

type Quiet = {
  /** Milliseconds without input. */
  stillForMs?: number
  /** Whether to wait also until no dialog is open, so that the page behind a dialog stays unchanged. */
  waitsForDialog?: boolean
}

/** A function that waits for a while without input, so that a refetch does not move rows under a finger. */
export function useQuietMoment({
  stillForMs = 1000,
  waitsForDialog = false,
}: Quiet = {}): () => Promise<void> {
  const lastSign = useRef(Number.NEGATIVE_INFINITY)
  const fingers = useRef(0)
  useEffect(() => {
    const recordInput = () => {
      lastSign.current = performance.now()
    }
    const count = (event: TouchEvent) => {
      fingers.current = event.touches.length
      recordInput()
    }
    const options = { capture: true, passive: true }
    for (const sign of signs) window.addEventListener(sign, recordInput, options)
    for (const touch of touches) window.addEventListener(touch, count, options)
    return () => {
      for (const sign of signs) window.removeEventListener(sign, recordInput, options)
      for (const touch of touches) window.removeEventListener(touch, count, options)
    }
  }, [])
  return useCallback(async () => {
    const rest = () => {
      if (fingers.current > 0 || (waitsForDialog && isDialogOpen())) {
        lastSign.current = performance.now()
      }
      return lastSign.current + stillForMs - performance.now()
    }
    while (rest() > 0) await sleep(Math.min(rest(), lookAgainMs))
  }, [stillForMs, waitsForDialog])
}

function isDialogOpen(): boolean {
  return document.querySelector('[data-slot="dialog-content"]') !== null
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
