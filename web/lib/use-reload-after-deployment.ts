import { useEffect, useState } from 'react'
import { isMissingCode } from './load-chunk.ts'

const key = 'reloaded-for-new-version'

const patienceInMs = 5_000

/** The name of the entry file, which changes with every deployment. */
const version = import.meta.url

/**
 * Reloads the page when `error` says that a deployment has replaced code that the page needs. True while reloading.
 * Reloads once for each version, so that a broken deployment causes no loop, and only when the server
 * answers, since a reload without a network would end in the browser's error page.
 */
export function useReloadAfterDeployment(error: unknown, load = loadAfresh): boolean {
  const [isOutdated, setOutdated] = useState(() => isMissingCode(error) && !hasReloaded())
  useEffect(() => {
    if (!isOutdated) return
    void isServerReachable().then((isThere) => {
      if (isThere && rememberReload()) load()
      else setOutdated(false)
    })
  }, [isOutdated, load])
  return isOutdated
}

const loadAfresh = () => window.location.reload()

async function isServerReachable(): Promise<boolean> {
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

// True without storage, which keeps the page from reloading: it could not detect a loop.
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
