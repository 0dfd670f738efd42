import { syncStaffCookie } from '#web/lib/staff-cookie.ts'
import { publicPaths } from '#web/paths.ts'

// The only script that runs at once. The server's page is complete without it; it hydrates when the
// browser is idle or on the first touch.

// Staff whose cookie was missing were redirected to the public page; they are sent back.
if (syncStaffCookie() && wasRedirected()) location.replace(publicPaths.home)

function wasRedirected(): boolean {
  const [way] = performance.getEntriesByType('navigation')
  return way instanceof PerformanceNavigationTiming && way.redirectCount > 0
}

const touches = ['focusin', 'pointerdown'] as const

function hydrate(): void {
  for (const touch of touches) removeEventListener(touch, hydrate)
  // When the chunk does not load, the browser still sends the form itself.
  import('./live.tsx').catch(() => {})
}

for (const touch of touches) addEventListener(touch, hydrate, { passive: true })
// Safari has no idle callback.
if ('requestIdleCallback' in window) requestIdleCallback(hydrate, { timeout: 1500 })
else setTimeout(hydrate, 200)
