import type { Context } from 'hono'
import { management, requireRecentAuth } from '#worker/http/auth.ts'
import { type AppEnv, factory, isLocal, publicAddress } from '#worker/http/factory.ts'
import { idParams, jsonBody } from '#worker/http/validate.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import {
  changeUser,
  endAllSessions,
  endWaiver,
  inviteUser,
  makeLink,
  waivePasskey,
} from './save-user.ts'
import { loginLink, type UserLink } from './user-links.ts'
import { runAfterResponse, sendUserMails } from './user-mails.ts'
import { type LinkSent, newUserBody, userBody } from './users.contract.ts'
import { findUsers } from './users.queries.ts'

export const usersRoutes = factory
  .createApp()
  .get('/api/user', management, async (c) => {
    return c.json(await findUsers(c.get('db'), c.get('now')), 200)
  })
  .post('/api/user', management, requireRecentAuth, jsonBody(newUserBody), async (c) => {
    const { user, link } = await inviteUser(c.req.valid('json'), c.var)
    return c.json({ ...user, ...sent(c, link) }, 201)
  })
  .put(
    '/api/user/:id',
    management,
    requireRecentAuth,
    idParams('id'),
    jsonBody(userBody),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, now, user: by } = c.var
      const { user, link } = await changeUser(id, c.req.valid('json'), { db, now, by: by.id })
      return c.json({ ...user, ...sent(c, link) }, 200)
    },
  )
  .post('/api/user/:id/link', management, requireRecentAuth, idParams('id'), async (c) => {
    return c.json(sent(c, await makeLink(c.req.valid('param').id, c.var)), 200)
  })
  .delete('/api/user/:id/sessions', management, requireRecentAuth, idParams('id'), async (c) => {
    await endAllSessions(c.req.valid('param').id, c.var)
    return c.body(null, 204)
  })
  .put('/api/user/:id/waiver', management, requireRecentAuth, idParams('id'), async (c) => {
    const { db, now, user: by } = c.var
    await waivePasskey(c.req.valid('param').id, { db, now, by: by.id, secret: c.env.JWT_SECRET })
    return c.body(null, 204)
  })
  .delete('/api/user/:id/waiver', management, requireRecentAuth, idParams('id'), async (c) => {
    await endWaiver(c.req.valid('param').id, c.var)
    return c.body(null, 204)
  })

/** Sends the mail of a link after the response; the response contains the link if no mail is sent. */
function sent(c: Context<AppEnv>, link: UserLink): LinkSent
function sent(c: Context<AppEnv>, link: UserLink | undefined): Partial<LinkSent>
function sent(c: Context<AppEnv>, link: UserLink | undefined): Partial<LinkSent> {
  if (!link) return {}
  runAfterResponse(c, () => sendUserMails(c, link.userId))
  const goesOut = mailerOf(c.env) !== null
  if (goesOut && !isLocal(c)) return { sent: true }
  return { sent: goesOut, link: loginLink(publicAddress(c), link, c.env.JWT_SECRET) }
}
