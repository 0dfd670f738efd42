import { useEffect } from 'react'
import { isMissingCode } from './load-chunk.ts'

const key = 'reloaded-for-new-version'

/** The entry's own file name: another one after every deployment. */
const version = import.meta.url

/**
 * After a new deployment an open tab asks for code that is gone: then the page is loaded afresh,
 * once per version, so that a broken deployment does not turn in circles. True = on the way.
 */
export function useFreshVersion(error: unknown, reload = () => window.location.reload()): boolean {
  const isOutdated = isMissingCode(error) && navigator.onLine && !hasReloaded()
  useEffect(() => {
    if (isOutdated && rememberReload()) reload()
  }, [isOutdated, reload])
  return isOutdated
}

// Without a memory a reload could repeat for ever: then none is made.
function hasReloaded(): boolean {
  try {
    return window.sessionStorage.getItem(key) === version
  } catch {
    return true
  }
}

function rememberReload(): boolean {
  if (hasReloaded()) return false
  try {
    window.sessionStorage.setItem(key, version)
    return true
  } catch {
    return false
  }
}
