import { afterEach, beforeEach, vi } from 'vitest'

/** Sets the date for every test of the file, by default 21.11.2026, a Saturday; timers stay real. */
export function fixToday(now = '2026-11-21T12:00:00Z') {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}
