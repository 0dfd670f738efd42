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
    ['at the same moment as the first', 0],
    ['a quarter of an hour after the first, to the millisecond', minutes(15)],
  ])(
    'The tenth failed sign-in, %s, locks the e-mail address for a quarter of an hour',
    (_, tenth) => {
      const end = instant(tenth + minutes(15))
      expect(lockedUntil(failures(...nine, tenth), instant(tenth))).toEqual(end)
    },
  )

  test('A tenth failed sign-in that comes a quarter of an hour and a millisecond after the first does not lock the address', () => {
    const tenth = minutes(15) + 1
    expect(lockedUntil(failures(...nine, tenth), instant(tenth))).toBeNull()
  })

  test('Nine failed sign-ins do not lock an address', () => {
    expect(lockedUntil(failures(...nine), instant(0))).toBeNull()
  })
})

describe('the end of a lock after failed sign-ins', () => {
  const ten = failures(...nine, 0)

  test.each([
    [
      'holds until the last millisecond of a quarter of an hour',
      minutes(15) - 1,
      instant(minutes(15)),
    ],
    ['is over after a quarter of an hour', minutes(15), null],
  ])('The lock after ten failed sign-ins %s', (_, now, until) => {
    expect(lockedUntil(ten, instant(now))).toEqual(until)
  })

  test('Until the last moment of a lock, all ten failed sign-ins that caused it are counted', () => {
    const [first, last] = [0, minutes(15)]
    const now = instant(last + minutes(15) - 1)
    expect(failuresCountFrom(now).getTime()).toBeLessThan(start + first)
    expect(lockedUntil(failures(...nine, last), now)).not.toBeNull()
  })
})
