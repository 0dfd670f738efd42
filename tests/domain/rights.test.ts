import { expect, test } from 'vitest'
import { can } from '#worker/domain/rights.ts'

test('One of several roles is enough for a capability, and a visitor has none', () => {
  expect(can({ roles: ['helper', 'readonly'] }, 'checkIn')).toBe(true)
  expect(can({ roles: ['helper', 'readonly'] }, 'keepParades')).toBe(false)
  expect(can(null, 'seeParades')).toBe(false)
})
