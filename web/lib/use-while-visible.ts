import { useEffect } from 'react'

/** Calls when the page becomes visible again, and every so often while it is. */
export function useWhileVisible(callback: () => void, everyInMs: number): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') callback()
    }
    const timer = setInterval(look, everyInMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [callback, everyInMs])
}
