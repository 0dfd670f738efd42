import { describe, expect, test } from 'vitest'
import {
  failuresCountFrom,
  lockedUntil,
  passwordProblem,
  passwordRule,
} from '#worker/domain/password.ts'

test.each(['Fasnet-2026!', 'abcdef1!', 'äöüßäö1_', '١٢٣٤abc!', `${'aB3!'.repeat(50)}`])(
  'The password %s meets the rule',
  (password) => {
    expect(passwordProblem(password)).toBeNull()
  },
)

test.each(['', 'abcde1!', 'abcdefg!', 'abcdefg1', '1234567!', 'abc def 1', '🎭🎭🎭🎭🎭🎭🎭🎭'])(
  'The password "%s" breaks the rule',
  (password) => {
    expect(passwordProblem(password)).toBe(passwordRule)
  },
)

test('More than 200 characters are rejected', () => {
  expect(passwordProblem('aB3!'.repeat(51))).toMatch(/höchstens 200/)
})

describe('the lock after failed sign-ins', () => {
  const now = new Date('2027-01-16T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const failures = (...minutesAgo: number[]) => minutesAgo.map(ago)

  test.each<[string, string[], string | null]>([
    ['nine failures', failures(9, 8, 7, 6, 5, 4, 3, 2, 1), null],
    ['ten in a quarter of an hour', failures(15, 9, 8, 7, 6, 5, 4, 3, 2, 0), ago(-15)],
    ['ten in a minute more', failures(16, 9, 8, 7, 6, 5, 4, 3, 2, 0), null],
    [
      'ten, the last a quarter of an hour ago',
      failures(20, 19, 18, 17, 16, 16, 16, 16, 16, 15),
      null,
    ],
    ['ten, the last 14 minutes ago', failures(20, 19, 18, 17, 16, 16, 16, 16, 16, 14), ago(-1)],
  ])('The lock after failed sign-ins is right for: %s', (_, list, until) => {
    expect(lockedUntil(list, now)?.toISOString() ?? null).toBe(until)
  })

  test('Failures older than window and lock together are ignored', () => {
    expect(failuresCountFrom(now).toISOString()).toBe(ago(30))
  })
})
