import { getCookie } from 'hono/cookie'
import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { answerApp } from '#worker/http/missing.ts'
import { answerPage } from './document.ts'
import { readOffer } from './offer.queries.ts'

/** The pages that the worker renders for everybody; the browser brings to life what needs it. */
export const pagesRoutes = factory
  .createApp()
  .get('/', allow('public'), async (c) => {
    if (getCookie(c, 'staff') !== '1') return c.redirect('/parade-enrolment', 302)
    const app = await answerApp(c)
    if (app.status === 404) return app
    const headers = new Headers(app.headers)
    // The same address leads others elsewhere: nobody between us may keep this answer.
    headers.set('Cache-Control', 'private, no-cache')
    return new Response(app.body, { status: app.status, headers })
  })
  .get('/parade-enrolment', allow('public'), async (c) => {
    const offer = await readOffer(c.get('db'), c.get('today'))
    return answerPage(
      c,
      {
        title: 'Umzugsanmeldung',
        guildName: offer.guild.name,
        description: 'Anmeldung zu den Umzügen der Fasnet',
        page: <h1 className="text-primary">Umzugsanmeldung</h1>,
        data: offer,
        script: 'enrolment',
        isIndexed: true,
      },
      { cache: 'minute' },
    )
  })
