import type { ConsoleMessage } from '@playwright/test'

const harmless = [
  // Rejected requests and lost connections belong to many tests, and the browser always logs them.
  /^Failed to load resource/,
  // The same for the service worker's script, if the connection is cut while it is requested.
  /^An unknown error occurred when fetching the script/,
  // On the first visit a service worker takes over while the page loads, so that preloaded files
  // are fetched again through it.
  /^A preload for .* cross-world service worker resource mismatch/,
  /^The resource .* was preloaded using link preload but not used/,
]

/** An unexpected error or warning in the browser's console; null for none. */
export function troubleIn(message: ConsoleMessage): string | null {
  const text = message.text()
  const isLoud = ['error', 'warning'].includes(message.type())
  return isLoud && !harmless.some((form) => form.test(text)) ? text : null
}
