import { getCookie } from 'hono/cookie'
import { PublicPage } from '#web/enrolment/public/public-page.tsx'
import { paths } from '#web/paths.ts'
import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { answerApp } from '#worker/http/missing.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { answerPage } from './document.ts'
import { enrolmentWords, readOffer } from './offer.queries.ts'
import { answerSentForm } from './sent-form.tsx'
import { refuseForeignForm } from './trouble.tsx'

/** The pages that the worker renders for everybody; the browser brings to life what needs it. */
export const pagesRoutes = factory
  .createApp()
  .get(paths.home, allow('public'), async (c) => {
    if (getCookie(c, 'staff', c.env.ENVIRONMENT === 'local' ? undefined : 'host') !== '1')
      return c.redirect(paths.paradeEnrolment, 302)
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
  .post(paths.paradeEnrolment, allow('public'), repeatable('as POST /api/parades/enrol'), (c) => {
    refuseForeignForm(c)
    return answerSentForm(c)
  })
