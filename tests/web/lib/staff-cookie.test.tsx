import { afterEach, describe, expect, test } from 'vitest'
import { aUser } from '#tests/support/render-app.tsx'
import { endSession, startSession } from '#web/lib/session.ts'
import { syncStaffCookie } from '#web/lib/staff-cookie.ts'

// The server redirects `/` by this cookie, which has to match the stored user (Spec §2).

afterEach(endSession)

const isSet = () => document.cookie === 'staff=1'

test('The staff cookie is set at sign-in and deleted at sign-out', () => {
  startSession(aUser())
  expect(isSet()).toBe(true)
  endSession()
  expect(document.cookie).toBe('')
})

describe('the sync of the staff cookie', () => {
  test('The sync sets a missing staff cookie, and returns whether it had to', () => {
    localStorage.setItem('user', JSON.stringify(aUser()))
    expect(syncStaffCookie()).toBe(true)
    expect(isSet()).toBe(true)
    expect(syncStaffCookie()).toBe(false)
  })

  test.each([[null], ['{"accessToken":'], ['null'], ['[]'], ['"Sabine"']])(
    'The sync deletes the staff cookie if the stored user is %s',
    (stored) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as a browser has kept it
      document.cookie = 'staff=1; Path=/'
      if (stored !== null) localStorage.setItem('user', stored)
      expect(syncStaffCookie()).toBe(false)
      expect(document.cookie).toBe('')
    },
  )
})
