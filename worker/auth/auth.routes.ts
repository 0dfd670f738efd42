import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { limitPerNetwork, networkOfRequest } from '#worker/http/rate-limit.ts'
import { jsonBody } from '#worker/http/validate.ts'
import { type CurrentUser, loginBody, passwordBody } from './auth.contract.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'

export const authRoutes = factory
  .createApp()
  .post(
    '/api/v1/auth/login',
    allow('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(loginBody),
    async (c) => {
      const attempt = { ...c.req.valid('json'), network: networkOfRequest(c) }
      const context = { db: c.get('db'), secret: c.env.JWT_SECRET, now: c.get('now') }
      return c.json(await logIn(attempt, context), 200)
    },
  )
  .get('/api/v1/auth/me', allow('signedIn'), (c) => {
    const { id: _, ...user } = c.get('user')
    return c.json(user satisfies CurrentUser, 200)
  })
  .put(
    '/api/v1/auth/password',
    allow('signedIn'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(passwordBody),
    async (c) => {
      const change = { ...c.req.valid('json'), user: c.get('user'), network: networkOfRequest(c) }
      const context = { db: c.get('db'), secret: c.env.JWT_SECRET, now: c.get('now') }
      return c.json(await changePassword(change, context), 200)
    },
  )
