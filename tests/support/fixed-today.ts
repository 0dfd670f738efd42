import { afterEach, beforeEach, vi } from 'vitest'

/** Every test of the file runs at this instant, or on 21.11.2026, a Saturday; timers stay real. */
export function fixToday(now = '2026-11-21T12:00:00Z') {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}
