import { afterEach, beforeEach, vi } from 'vitest'

/** Every test of the file runs on 21.11.2026, a Saturday; timers stay real. */
export function fixToday() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}
