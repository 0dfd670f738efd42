import { repairStaffCookie } from '#web/lib/staff-cookie.ts'
import { publicPaths } from '#web/paths.ts'

// All that runs at once. The page is complete without it; it comes to life when the browser has
// nothing better to do, or as soon as somebody touches it.

// Staff whose cookie was gone were taken for strangers at the front door: they go back there.
if (repairStaffCookie() && wasRedirected()) location.replace(publicPaths.home)

function wasRedirected(): boolean {
  const [way] = performance.getEntriesByType('navigation')
  return way instanceof PerformanceNavigationTiming && way.redirectCount > 0
}

const touches = ['focusin', 'pointerdown'] as const

function comeToLife(): void {
  for (const touch of touches) removeEventListener(touch, comeToLife)
  // What does not come leaves a form that the browser sends by itself.
  import('./live.tsx').catch(() => {})
}

for (const touch of touches) addEventListener(touch, comeToLife, { passive: true })
// Safari has no idle callback.
if ('requestIdleCallback' in window) requestIdleCallback(comeToLife, { timeout: 1500 })
else setTimeout(comeToLife, 200)
