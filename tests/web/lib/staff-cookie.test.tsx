import { afterEach, describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/render-app.tsx'
import { endSession, startSession } from '#web/lib/session.ts'
import { syncStaffCookie } from '#web/lib/staff-cookie.ts'

// The server leads `/` by this cookie; what counts is the stored user (Spec §2).

afterEach(endSession)

const isSet = () => document.cookie === 'staff=1'

test('it comes with a sign-in and goes with a sign-out', () => {
  startSession(aUser())
  expect(isSet()).toBe(true)
  endSession()
  expect(document.cookie).toBe('')
})

describe('what was lost or left is put right', () => {
  test('staff without the cookie get it, and are told so once', () => {
    localStorage.setItem('user', JSON.stringify(aUser()))
    expect(syncStaffCookie()).toBe(true)
    expect(isSet()).toBe(true)
    expect(syncStaffCookie()).toBe(false)
  })

  test.each([[null], ['{"accessToken":'], ['null'], ['[]'], ['"Sabine"']])(
    'with %s stored it goes',
    (stored) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as a browser has kept it
      document.cookie = 'staff=1; Path=/'
      if (stored !== null) localStorage.setItem('user', stored)
      expect(syncStaffCookie()).toBe(false)
      expect(document.cookie).toBe('')
    },
  )
})
