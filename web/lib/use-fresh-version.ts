import { useEffect, useState } from 'react'
import { isMissingCode } from './load-chunk.ts'

const key = 'reloaded-for-new-version'

const patienceInMs = 5_000

/** The entry's own file name: another one after every deployment. */
const version = import.meta.url

/**
 * After a new deployment an open tab asks for code that is gone: then the page is loaded afresh,
 * once per version, so that a broken deployment does not turn in circles. Only when the server is
 * there: the browser would put its own page in place of one that works without. True = on the way.
 */
export function useFreshVersion(error: unknown, load = loadAfresh): boolean {
  const [isOutdated, setOutdated] = useState(() => isMissingCode(error) && !hasReloaded())
  useEffect(() => {
    if (!isOutdated) return
    void isServerThere().then((isThere) => {
      if (isThere && rememberReload()) load()
      else setOutdated(false)
    })
  }, [isOutdated, load])
  return isOutdated
}

const loadAfresh = () => window.location.reload()

async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    return (
      await fetch('/api/v1/health', {
        cache: 'no-store',
        signal: AbortSignal.timeout(patienceInMs),
      })
    ).ok
  } catch {
    return false
  }
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
