import type { Context } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import {
  authorise,
  bearerOf,
  requireRecentAuth,
  requireRight,
  signedIn,
} from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { idParams, jsonBody, notFoundError } from '#worker/http/validate.ts'
import { askToConfirm, askToRegister, askToSignIn } from './passkey-questions.ts'
import { newPasskeyBody, passkeyLoginBody } from './passkeys.contract.ts'
import { findPasskeys, removePasskey } from './passkeys.queries.ts'
import {
  type PasskeyContext,
  registerAndSignIn,
  registerPasskey,
  signInByPasskey,
} from './passkeys.ts'
import { deviceOf, signInContextOf } from './sign-in-context.ts'

export const passkeysRoutes = factory
  .createApp()
  // Not rate limited, since every sign-in page requests a challenge; nothing is read or written for it.
  .post('/api/v1/auth/passkey/options', requireRight('public'), async (c) =>
    c.json(await askToSignIn(passkeyContext(c)), 200),
  )
  .post(
    '/api/v1/auth/passkey/login',
    requireRight('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(passkeyLoginBody),
    async (c) => c.json(await signInByPasskey(c.req.valid('json'), passkeyContext(c)), 200),
  )
  .post(
    '/api/v1/auth/passkey/register/options',
    requireRight('signedIn'),
    requireRecentAuth,
    async (c) => c.json(await askToRegister((await signedIn(c)).user, passkeyContext(c)), 200),
  )
  .post(
    '/api/v1/auth/passkey/register',
    requireRight('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(newPasskeyBody),
    async (c) => {
      const passkey = c.req.valid('json')
      // Without a session only the ticket of PasskeyNeeded is accepted, and a session begins.
      if (!bearerOf(c)) return c.json(await registerAndSignIn(passkey, passkeyContext(c)), 200)
      await authorise(c, 'signedIn', 'recentAuth')
      const { user } = await signedIn(c)
      return c.json(await registerPasskey(passkey, user, passkeyContext(c)), 201)
    },
  )
  .get('/api/v1/auth/passkey', requireRight('signedIn'), async (c) =>
    c.json(await findPasskeys(c.get('db'), c.get('user').id), 200),
  )
  .delete(
    '/api/v1/auth/passkey/:id',
    requireRight('signedIn'),
    requireRecentAuth,
    idParams('id'),
    async (c) => {
      const { id } = c.req.valid('param')
      const context = signInContextOf(c)
      const { id: userId } = c.get('user')
      const outcome = await removePasskey(context.db, userId, id, context)
      if (outcome === 'unknown') throw notFoundError()
      if (outcome === 'needed') throw lastNeededPasskeyError()
      context.sendMails(userId)
      return c.body(null, 204)
    },
  )
  .post('/api/v1/auth/confirm/options', requireRight('signedIn'), async (c) =>
    c.json(await askToConfirm(c.get('user').id, passkeyContext(c)), 200),
  )

function passkeyContext(c: Context<AppEnv>): PasskeyContext {
  return { ...signInContextOf(c), device: deviceOf(c) }
}

function lastNeededPasskeyError(): DomainError {
  return new DomainError(
    'Conflict',
    'Ohne Passkey könntest Du hier nicht mehr verwalten. Lege zuerst einen anderen an.',
  )
}
