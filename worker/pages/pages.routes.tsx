import type { Context, ErrorHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { TroublePage } from '#web/enrolment/public/confirm-page.tsx'
import { PublicPage } from '#web/enrolment/public/public-page.tsx'
import { paths } from '#web/paths.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { allow } from '#worker/http/auth.ts'
import { refusalOf, statusOf, tellWait } from '#worker/http/errors.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { answerApp } from '#worker/http/missing.ts'
import { answerPage, publicOrigin } from './document.ts'
import { enrolmentWords, readOffer } from './offer.queries.ts'
import { answerSentForm } from './sent-form.tsx'

/** Instead of the API's JSON: a person is looking at it. */
const answerTrouble: ErrorHandler<AppEnv> = (error, c) => {
  const refusal = refusalOf(error, c)
  tellWait(refusal, c)
  return answerPage(
    c,
    {
      ...enrolmentWords,
      guildName: '',
      page: <TroublePage sentence={refusal.message} />,
      script: null,
      isIndexed: false,
    },
    { status: statusOf[refusal.code], cache: 'never' },
  )
}

/** The pages that the worker renders for everybody; the browser brings to life what needs it. */
export const pagesRoutes = factory
  .createApp()
  .onError(answerTrouble)
  .get(paths.home, allow('public'), async (c) => {
    if (getCookie(c, 'staff') !== '1') return c.redirect(paths.paradeEnrolment, 302)
    const app = await answerApp(c)
    if (app.status === 404) return app
    const headers = new Headers(app.headers)
    // The same address leads others elsewhere: nobody between us may keep this answer.
    headers.set('Cache-Control', 'private, no-cache')
    return new Response(app.body, { status: app.status, headers })
  })
  .get(paths.paradeEnrolment, allow('public'), async (c) => {
    const offer = await readOffer(c.get('db'), c.get('today'))
    const page = <PublicPage {...offer} />
    return answerPage(
      c,
      {
        ...enrolmentWords,
        guildName: offer.guild.name,
        page,
        data: offer,
        script: 'enrolment',
        isIndexed: true,
      },
      { cache: 'minute' },
    )
  })
  .post(paths.paradeEnrolment, allow('public'), (c) => {
    refuseForeignForm(c)
    return answerSentForm(c)
  })

/**
 * A form on somebody else's page must not act here in the name of who looks at it.
 * @throws DomainError Forbidden
 */
export function refuseForeignForm(c: Context<AppEnv>): void {
  const from = c.req.header('Origin')
  if (from === undefined || from === new URL(c.req.url).origin || from === publicOrigin(c)) return
  throw new DomainError('Forbidden', 'Dieses Formular kommt von einer fremden Seite.')
}
