import { useState } from 'react'

const ignoredForMs = 250

/**
 * The second tap of a double tap must not do what the first one only asked for: what a sheet shows
 * listens a moment later than it appears.
 */
export function useDoubleTapGuard(view = '') {
  const [shown, setShown] = useState(() => ({ view, at: performance.now() }))
  if (shown.view !== view) setShown({ view, at: performance.now() })
  return (act: () => void) => () => {
    if (performance.now() - shown.at >= ignoredForMs) act()
  }
}
