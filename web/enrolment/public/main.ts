import { repairStaffCookie } from '#web/lib/staff-cookie.ts'
import { publicPaths } from '#web/paths.ts'

// The only script that runs at once. The server's page is complete without it; it hydrates when the
// browser is idle or on the first touch.

// Staff whose cookie was missing were redirected to the public page; they are sent back.
if (repairStaffCookie() && wasRedirected()) location.replace(publicPaths.home)

function wasRedirected(): boolean {
  const [way] = performance.getEntriesByType('navigation')
  return way instanceof PerformanceNavigationTiming && way.redirectCount > 0
}

const touches = ['focusin', 'pointerdown'] as const

function comeToLife(): void {
  for (const touch of touches) removeEventListener(touch, comeToLife)
  // When the chunk does not load, the browser still sends the form itself.
  import('./live.tsx').catch(() => {})
}

for (const touch of touches) addEventListener(touch, comeToLife, { passive: true })
// Safari has no idle callback.
if ('requestIdleCallback' in window) requestIdleCallback(comeToLife, { timeout: 1500 })
else setTimeout(comeToLife, 200)
