import type { ConsoleMessage } from '@playwright/test'

const harmless = [
  // A refused request or a line that is cut is part of many stories, and the browser logs it by itself.
  /^Failed to load resource/,
  // The same of the service worker's script, when the line is cut while it is asked for.
  /^An unknown error occurred when fetching the script/,
  // On the first visit a service worker takes over while the page loads: what was fetched ahead without
  // it is fetched once more with it.
  /^A preload for .* cross-world service worker resource mismatch/,
  /^The resource .* was preloaded using link preload but not used/,
]

/** What the browser's console says and nobody expects; null = nothing of the kind. */
export function troubleIn(message: ConsoleMessage): string | null {
  const text = message.text()
  const isLoud = ['error', 'warning'].includes(message.type())
  return isLoud && !harmless.some((form) => form.test(text)) ? text : null
}
