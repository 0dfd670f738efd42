import { describe, expect, test } from 'vitest'
import { failuresCountFrom, lockedUntil } from '#worker/domain/password.ts'

// docs/rules.md, "Anmelden am Programm": ten in fifteen minutes lock for fifteen minutes.

const start = Date.parse('2027-01-16T12:00:00Z')
const minutes = (count: number) => count * 60_000
const instant = (ms: number) => new Date(start + ms)
const failures = (...at: number[]) => at.map((ms) => instant(ms).toISOString())
const nine = Array.from({ length: 9 }, () => 0)

describe('the tenth failed sign-in', () => {
  test.each([
    ['at the same moment', 0],
    ['a quarter of an hour after the first, to the millisecond', minutes(15)],
  ])('The tenth failure %s locks for a quarter of an hour', (_, tenth) => {
    const end = instant(tenth + minutes(15))
    expect(lockedUntil(failures(...nine, tenth), instant(tenth))).toEqual(end)
  })

  test('A tenth failure one millisecond after the window does not lock', () => {
    const tenth = minutes(15) + 1
    expect(lockedUntil(failures(...nine, tenth), instant(tenth))).toBeNull()
  })

  test('Nine failed sign-ins do not lock an address', () => {
    expect(lockedUntil(failures(...nine), instant(0))).toBeNull()
  })
})

describe('the end of a lock', () => {
  const ten = failures(...nine, 0)

  test.each([
    ['holds to its last millisecond', minutes(15) - 1, instant(minutes(15))],
    ['is over when it ends', minutes(15), null],
  ])('A lock %s', (_, now, until) => {
    expect(lockedUntil(ten, instant(now))).toEqual(until)
  })

  test('The failures that are still counted are enough to compute a lock', () => {
    const [first, last] = [0, minutes(15)]
    const now = instant(last + minutes(15) - 1)
    expect(failuresCountFrom(now).getTime()).toBeLessThan(start + first)
    expect(lockedUntil(failures(...nine, last), now)).not.toBeNull()
  })
})
