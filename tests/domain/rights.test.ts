import { expect, test } from 'vitest'
import { can } from '#worker/domain/rights.ts'

test('A user may do what one of several roles allows, and a visitor without a sign-in may do nothing', () => {
  expect(can({ roles: ['helper', 'readonly'] }, 'checkIn')).toBe(true)
  expect(can({ roles: ['helper', 'readonly'] }, 'keepParades')).toBe(false)
  expect(can(null, 'seeParades')).toBe(false)
})
