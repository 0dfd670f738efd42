// Keeps values until the page is reloaded, when the browser's local storage is blocked or full.
const fallback = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? fallback.get(key) ?? null
  } catch {
    return fallback.get(key) ?? null
  }
}

export function writeStored(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value)
    fallback.delete(key)
  } catch {
    fallback.set(key, value)
  }
}

export function removeStored(key: string): void {
  fallback.delete(key)
  try {
    window.localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** Removes a value from the session storage, which each tab has for itself. */
export function removeFromTab(key: string): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
