import { afterEach, describe, expect, test, vi } from 'vitest'
import { aUser } from '#tests/support/render-app.tsx'
import {
  accessToken,
  currentUser,
  endSession,
  startSession,
  updateSession,
} from '#web/lib/session.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endSession()
})

describe('the session', () => {
  test('The answer to the sign-in and the authentication data are stored under two keys', () => {
    const user = aUser({ accessToken: 'abc' })
    startSession(user)
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(user)
    expect(JSON.parse(localStorage.getItem('userAuthenticationInformation') ?? '')).toEqual({
      accessToken: 'abc',
      refreshToken: '',
    })
  })

  test('A new token is stored under both keys', () => {
    startSession(aUser({ accessToken: 'old' }))
    updateSession({ accessToken: 'new' })
    expect(currentUser()?.accessToken).toBe('new')
    expect(accessToken()).toBe('new')
  })

  test.each([
    ['nothing', null],
    ['broken JSON', '{"accessToken":'],
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
  ])('There is no current user if the storage contains %s', (_, stored) => {
    if (stored === null) localStorage.removeItem('user')
    else localStorage.setItem('user', stored)
    expect(currentUser()).toBeNull()
  })

  test('A stored user who has only a token counts as signed in, without names and roles', () => {
    localStorage.setItem('user', '{"accessToken":"abc","roles":"management"}')
    expect(currentUser()).toEqual(
      aUser({ accessToken: 'abc', firstName: '', lastName: '', emailAddress: '', roles: [] }),
    )
  })

  test('If the authentication data cannot be read, the token is empty', () => {
    localStorage.setItem('userAuthenticationInformation', 'nonsense')
    expect(accessToken()).toBe('')
  })

  test('If the browser stores nothing, the session lasts as long as the page', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(forbidden)
    expect(currentUser()).toBeNull()
    startSession(aUser())
    expect(currentUser()).toEqual(aUser())
    endSession()
    expect(currentUser()).toBeNull()
  })
})
