import type { Context } from 'hono'
import { DomainError } from '#worker/domain/errors.ts'
import { maxAttachmentBytes } from '#worker/domain/limits.ts'
import { requireRight, secretaries, signedIn } from '#worker/http/auth.ts'
import { readForm } from '#worker/http/body.ts'
import { type AppEnv, factory, publicAddress } from '#worker/http/factory.ts'
import { plainPagePolicy } from '#worker/http/plain-page.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { idParams, jsonBody, orNotFound } from '#worker/http/validate.ts'
import { optOutPath } from '#worker/mail/circular-mail.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { depsOf } from '#worker/orders/deps.ts'
import {
  type Circular,
  circularBody,
  optOutBody,
  previewBody,
  templateBody,
  templateChange,
  testBody,
} from './circulars.contract.ts'
import { findCircular, listCirculars } from './circulars.queries.ts'
import { optOut, optOutPage, optOutScript } from './opt-out.ts'
import { previewCircular, testCircular } from './preview-circular.ts'
import { continueCircular, createCircular, stopCircular } from './send-circular.ts'
import { addTemplate, changeTemplate, listTemplates, removeTemplate } from './templates.ts'

/** The largest body of a circular: ten thousand ids and ten thousand characters. */
const mostBytes = 256 * 1024
/** The largest body of a circular with attached files, which are sent in Base64. */
const mostBytesWithFiles = mostBytes + Math.ceil((maxAttachmentBytes * 4) / 3) + 16 * 1024
/** The limit of the text is far below that of the files. */
const tooLarge = 'Die Anhänge sind zu groß: zusammen höchstens 2 MB.'

export const circularsRoutes = factory
  .createApp()
  .post(
    '/api/circular',
    secretaries,
    repeatable('the same words of the same user to the same members are answered with the first'),
    jsonBody(circularBody, mostBytesWithFiles, tooLarge),
    async (c) => {
      mailerFor(c)
      const created = await createCircular(surroundings(c), c.req.valid('json'))
      depsOf(c).sendMailsOf('all')
      return c.json(created, 201)
    },
  )
  .post('/api/circular/preview', secretaries, jsonBody(previewBody, mostBytes), async (c) => {
    const { user } = await signedIn(c)
    const context = { ...surroundings(c), user, mailer: mailerOf(c.env) }
    return c.json(await previewCircular(context, c.req.valid('json')), 200)
  })
  .post(
    '/api/circular/test',
    secretaries,
    jsonBody(testBody, mostBytesWithFiles, tooLarge),
    async (c) => {
      const { user } = await signedIn(c)
      const context = { ...surroundings(c), user, mailer: mailerFor(c) }
      return c.json(await testCircular(context, c.req.valid('json')), 200)
    },
  )
  // The same response for every token. A GET of the page changes nothing.
  .post(
    '/api/circular/opt-out',
    requireRight('public'),
    limitPerNetwork('LOGIN_LIMIT'),
    jsonBody(optOutBody),
    async (c) => {
      const { db, now } = c.var
      await optOut({ db, now, secret: c.env.JWT_SECRET }, c.req.valid('json').token)
      return c.json({}, 200)
    },
  )
  .get(optOutPath, requireRight('public'), async (c) => answerOptOut(c, false))
  .post(optOutPath, requireRight('public'), limitPerNetwork('LOGIN_LIMIT'), async (c) => {
    const token = (await readForm(c.req.raw)).get('token') ?? ''
    const { db, now } = c.var
    await optOut({ db, now, secret: c.env.JWT_SECRET }, token)
    return answerOptOut(c, true)
  })
  .get('/api/circular/templates', secretaries, async (c) =>
    c.json(await listTemplates(c.get('db')), 200),
  )
  .post('/api/circular/templates', secretaries, jsonBody(templateBody), async (c) =>
    c.json(await addTemplate(c.get('db'), c.req.valid('json')), 201),
  )
  .put(
    '/api/circular/templates/:id',
    secretaries,
    idParams('id'),
    jsonBody(templateChange),
    async (c) =>
      c.json(await changeTemplate(c.get('db'), c.req.valid('param').id, c.req.valid('json')), 200),
  )
  .delete('/api/circular/templates/:id', secretaries, idParams('id'), async (c) => {
    await removeTemplate(c.get('db'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .get('/api/circular', secretaries, async (c) => {
    const { db, now } = c.var
    return c.json(await listCirculars(db, now), 200)
  })
  .get('/api/circular/:id', secretaries, idParams('id'), async (c) =>
    c.json(await circularOf(c, c.req.valid('param').id), 200),
  )
  .post('/api/circular/:id/stop', secretaries, idParams('id'), async (c) => {
    const { id } = c.req.valid('param')
    await stopCircular(c.get('db'), id, c.get('now'))
    return c.json(await circularOf(c, id), 200)
  })
  .post('/api/circular/:id/continue', secretaries, idParams('id'), async (c) => {
    const { id } = c.req.valid('param')
    await continueCircular(c.get('db'), id)
    const circular = await circularOf(c, id)
    depsOf(c).sendMailsOf('all')
    return c.json(circular, 200)
  })

function surroundings(c: Context<AppEnv>) {
  const { db, now, user } = c.var
  return { db, now, user, secret: c.env.JWT_SECRET, origin: publicAddress(c) }
}

function mailerFor(c: Context<AppEnv>) {
  const mailer = mailerOf(c.env)
  if (mailer) return mailer
  const message =
    'Es ist kein Absender eingerichtet. Kopiere die Adressen und schreibe aus Deinem eigenen Postfach.'
  throw new DomainError('MailUnavailable', message)
}

async function answerOptOut(c: Context<AppEnv>, isDone: boolean): Promise<Response> {
  c.header('Content-Security-Policy', plainPagePolicy(isDone ? undefined : optOutScript))
  c.header('Cache-Control', 'no-store')
  return c.html(await optOutPage(isDone), 200)
}

async function circularOf(c: Context<AppEnv>, id: number): Promise<Circular> {
  return orNotFound(await findCircular(c.get('db'), id, c.get('now')))
}
