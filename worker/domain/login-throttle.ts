const minute = 60_000

/** docs/rules.md, "Anmelden": ten failures in a quarter of an hour lock the key for as long. */
const loginThrottle = { failures: 10, windowInMs: 15 * minute, lockInMs: 15 * minute }

/** Failures before this instant can no longer lock anything. */
export function failuresCountFrom(now: Date): Date {
  return new Date(now.getTime() - loginThrottle.windowInMs - loginThrottle.lockInMs)
}

/**
 * Until when a key is locked, or null. The lock starts with the failure that filled the window.
 * @param failures instants (ISO 8601) of one key, oldest first
 */
export function lockedUntil(failures: readonly string[], now: Date): Date | null {
  for (let last = failures.length - 1; last >= loginThrottle.failures - 1; last -= 1) {
    const newest = Date.parse(failures[last] ?? '')
    const oldest = Date.parse(failures[last - loginThrottle.failures + 1] ?? '')
    const end = newest + loginThrottle.lockInMs
    if (newest - oldest <= loginThrottle.windowInMs && end > now.getTime()) return new Date(end)
  }
  return null
}

const accountDelay = { from: 20, step: 5, msPerStep: 1000, mostMs: 8000 }

/** Failures of an address beyond this number do not lengthen the delay. */
export const mostCountedOfAddress =
  accountDelay.from + accountDelay.step * (accountDelay.mostMs / accountDelay.msPerStep)

/**
 * How long an answer waits when an address was guessed at from many networks. It is never a lock: who
 * knows the password gets in after seconds, whatever strangers do.
 * @param failures of the last half hour, from all networks
 */
export function delayOfAddress(failures: number): number {
  const { from, step, msPerStep, mostMs } = accountDelay
  return Math.min(mostMs, Math.max(0, Math.ceil((failures - from) / step)) * msPerStep)
}
