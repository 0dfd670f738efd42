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

test('A password of more than 200 characters is rejected', () => {
  expect(passwordProblem('aB3!'.repeat(51))).toMatch(/höchstens 200/)
})

describe('the lock after failed sign-ins', () => {
  const now = new Date('2027-01-16T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const failures = (...minutesAgo: number[]) => minutesAgo.map(ago)

  test.each<[string, string[], string | null]>([
    ['nine failed sign-ins', failures(9, 8, 7, 6, 5, 4, 3, 2, 1), null],
    [
      'ten failed sign-ins within a quarter of an hour',
      failures(15, 9, 8, 7, 6, 5, 4, 3, 2, 0),
      ago(-15),
    ],
    ['ten failed sign-ins within sixteen minutes', failures(16, 9, 8, 7, 6, 5, 4, 3, 2, 0), null],
    [
      'ten failed sign-ins, the last a quarter of an hour ago',
      failures(20, 19, 18, 17, 16, 16, 16, 16, 16, 15),
      null,
    ],
    [
      'ten failed sign-ins, the last 14 minutes ago',
      failures(20, 19, 18, 17, 16, 16, 16, 16, 16, 14),
      ago(-1),
    ],
  ])(
    'At noon UTC, after %s, the address is locked until $2 (null: not locked)',
    (_, list, until) => {
      expect(lockedUntil(list, now)?.toISOString() ?? null).toBe(until)
    },
  )

  test('Failed sign-ins older than thirty minutes (window and lock together) are not counted', () => {
    expect(failuresCountFrom(now).toISOString()).toBe(ago(30))
  })
})
