import { getCookie } from 'hono/cookie'
import { paths } from '#web/paths.ts'
import { requireRight } from '#worker/http/auth.ts'
import { factory, isLocal } from '#worker/http/factory.ts'
import { answerApp } from '#worker/http/missing.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { answerEnrolmentPage } from './enrolment-page.tsx'
import { answerSentForm } from './sent-form.tsx'
import { refuseForeignForm } from './trouble.tsx'

/** The pages that the worker renders for everybody; the browser brings to life what needs it. */
export const pagesRoutes = factory
  .createApp()
  .get(paths.home, requireRight('public'), async (c) => {
    if (getCookie(c, 'staff', isLocal(c) ? undefined : 'host') !== '1')
      return c.redirect(paths.paradeEnrolment, 302)
    const app = await answerApp(c)
    if (app.status === 404) return app
    const headers = new Headers(app.headers)
    // The same address leads others elsewhere: nobody between us may keep this answer.
    headers.set('Cache-Control', 'private, no-cache')
    return new Response(app.body, { status: app.status, headers })
  })
  .get(paths.paradeEnrolment, requireRight('public'), answerEnrolmentPage)
  .post(
    paths.paradeEnrolment,
    requireRight('public'),
    repeatable('as POST /api/parades/enrol'),
    (c) => {
      refuseForeignForm(c)
      return answerSentForm(c)
    },
  )
