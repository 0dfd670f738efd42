import type { Context } from 'hono'
import { commit } from '#worker/db/commit.ts'
import { requireRecentAuth, requireRight, signedIn } from '#worker/http/auth.ts'
import { type AppEnv, factory, type SignedInUser } from '#worker/http/factory.ts'
import { limitPerNetwork, networkOfRequest } from '#worker/http/rate-limit.ts'
import { idParams, jsonBody, notFoundError } from '#worker/http/validate.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import {
  confirmBody,
  type Forgotten,
  forgottenBody,
  inputBody,
  loginBody,
  type Me,
  passwordBody,
  passwordLinkBody,
  profileBody,
  setupBody,
} from './auth.contract.ts'
import { changePassword, confirmByPassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { confirmByPasskey } from './passkeys.ts'
import { answerForgotten, openLink } from './password-links.ts'
import { endOtherSessions, endSession, findSessions, recordInput } from './sessions.queries.ts'
import { setUp } from './set-up.ts'
import { deviceOf, signInContextOf } from './sign-in-context.ts'
import { runAfterResponse, sendUserMails } from './user-mails.ts'
import { changeProfile, findProfile } from './users.queries.ts'

export const authRoutes = factory
  .createApp()
  .post(
    '/api/v1/auth/login',
    requireRight('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(loginBody),
    async (c) => {
      const attempt = { ...c.req.valid('json'), network: networkOfRequest(c), device: deviceOf(c) }
      return c.json(await logIn(attempt, signInContextOf(c)), 200)
    },
  )
  .post(
    '/api/v1/setup',
    requireRight('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(setupBody),
    async (c) => {
      const given = { ...c.req.valid('json'), device: deviceOf(c) }
      return c.json(await setUp(given, signInContextOf(c)), 201)
    },
  )
  .get('/api/v1/auth/me', requireRight('signedIn'), async (c) => {
    const profile = await findProfile(c.get('db'), c.get('user').id)
    return c.json(await meWith(c, profile), 200)
  })
  .put('/api/v1/auth/me', requireRight('signedIn'), jsonBody(profileBody), async (c) => {
    const profile = await changeProfile(c.get('db'), c.get('user').id, c.req.valid('json'))
    return c.json(await meWith(c, profile), 200)
  })
  .post('/api/v1/auth/logout', requireRight('signedIn'), async (c) => {
    const { db, user, session, now } = c.var
    await endSession(db, user.id, session.id, now)
    return c.body(null, 204)
  })
  .put(
    '/api/v1/auth/password',
    requireRight('signedIn'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(passwordBody),
    async (c) => {
      const { currentPassword: password, newPassword } = c.req.valid('json')
      const change = { ...(await signedInWithNetwork(c)), password, newPassword }
      return c.json(await changePassword(change, signInContextOf(c)), 200)
    },
  )
  // The same response in the same time for known and unknown addresses: the work is done after the response.
  .post(
    '/api/v1/auth/password/forgotten',
    requireRight('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(forgottenBody),
    (c) => {
      const asked = { ...c.req.valid('json'), network: networkOfRequest(c) }
      // Public information: without mail only management can help with a new password.
      const mail = mailerOf(c.env) !== null
      // Where no mail is sent, a new link would only invalidate a link that management handed over personally.
      if (mail) {
        runAfterResponse(c, async () => {
          const userId = await answerForgotten(asked, signInContextOf(c))
          if (userId !== undefined) await sendUserMails(c, userId)
        })
      }
      return c.json({ mail } satisfies Forgotten, 202)
    },
  )
  .post(
    '/api/v1/auth/password/link',
    requireRight('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(passwordLinkBody),
    async (c) => {
      const opening = { ...c.req.valid('json'), device: deviceOf(c) }
      return c.json(await openLink(opening, signInContextOf(c)), 200)
    },
  )
  .post(
    '/api/v1/auth/confirm',
    requireRight('signedIn'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(confirmBody),
    async (c) => {
      const shown = c.req.valid('json')
      const context = signInContextOf(c)
      const { user, session } = c.var
      if ('ticket' in shown) await confirmByPasskey(shown, user.id, session.id, context)
      else await confirmByPassword({ ...(await signedInWithNetwork(c)), ...shown }, context)
      return c.body(null, 204)
    },
  )
  // The page reports input with this request, since requests that it makes by itself are no sign of input.
  .post('/api/v1/auth/input', requireRight('signedIn'), jsonBody(inputBody), async (c) => {
    const { db, session, now } = c.var
    const { secondsAgo } = c.req.valid('json')
    await commit(db, [recordInput(session.id, new Date(now.getTime() - secondsAgo * 1000))])
    return c.body(null, 204)
  })
  .get('/api/v1/auth/sessions', requireRight('signedIn'), async (c) => {
    const { db, user, session, now } = c.var
    return c.json(await findSessions(db, user.id, session.id, now), 200)
  })
  .delete('/api/v1/auth/sessions', requireRight('signedIn'), requireRecentAuth, async (c) => {
    const { db, user, session, now } = c.var
    await endOtherSessions(db, user.id, session.id, now)
    return c.body(null, 204)
  })
  .delete(
    '/api/v1/auth/sessions/:id',
    requireRight('signedIn'),
    requireRecentAuth,
    idParams('id'),
    async (c) => {
      const { db, user, now } = c.var
      if (!(await endSession(db, user.id, c.req.valid('param').id, now))) throw notFoundError()
      return c.body(null, 204)
    },
  )

async function signedInWithNetwork(c: Context<AppEnv>) {
  return { ...(await signedIn(c)), network: networkOfRequest(c) }
}

async function meWith(
  c: Context<AppEnv>,
  profile: Omit<Me, keyof SignedInUser> & Partial<Me>,
): Promise<Me> {
  const { id: _, ...user } = (await signedIn(c)).user
  return { ...user, ...profile }
}
