import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { MyOrderPage } from '#web/enrolment/public/my-order-page.tsx'
import { ResultPage } from '#web/enrolment/public/result-page.tsx'
import { paths } from '#web/paths.ts'
import { listCostumeTypes } from '#worker/costumes/costume-types.queries.ts'
import { findMyOrder } from '#worker/enrolment/my-order.queries.ts'
import { answerCalendar, myOrderReading } from '#worker/enrolment/my-order.routes.ts'
import { findPublicGuild, selectPublicGuild, toPublicGuild } from '#worker/guild/guild.queries.ts'
import { requireRight } from '#worker/http/auth.ts'
import { readForm } from '#worker/http/body.ts'
import { type AppEnv, factory, isLocal } from '#worker/http/factory.ts'
import { answerApp } from '#worker/http/missing.ts'
import { countForNetwork } from '#worker/http/rate-limit.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { cancelOrder } from '#worker/orders/close-order.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { dropOrderCookie, orderCookieOf } from '#worker/orders/order-cookie.ts'
import { findOrderByToken } from '#worker/orders/orders.queries.ts'
import { answerPage } from './document.ts'
import { answerEnrolmentPage } from './enrolment-page.tsx'
import { assertOwnForm } from './error-page.tsx'
import { answerSentForm } from './sent-form.tsx'

/** Pages that the worker renders; scripts add what is interactive. */
export const pagesRoutes = factory
  .createApp()
  .get(paths.home, requireRight('public'), async (c) => {
    if (getCookie(c, 'staff', isLocal(c) ? undefined : 'host') !== '1')
      return c.redirect(paths.paradeEnrolment, 302)
    const app = await answerApp(c)
    if (app.status === 404) return app
    const headers = new Headers(app.headers)
    // The address shows staff the application and others the public page, so no shared cache may store the answer.
    headers.set('Cache-Control', 'private, no-cache')
    return new Response(app.body, { status: app.status, headers })
  })
  .get(paths.paradeEnrolment, requireRight('public'), answerEnrolmentPage)
  .post(
    paths.paradeEnrolment,
    requireRight('public'),
    repeatable('as POST /api/parades/enrol'),
    (c) => {
      assertOwnForm(c)
      return answerSentForm(c)
    },
  )
  // The result page is about an order and for its payer only: neither cached nor indexed.
  .get(paths.paradeEnrolmentResult, requireRight('public'), async (c) => {
    const [guild, known] = await Promise.all([findPublicGuild(c.get('db')), knownOrder(c)])
    const { state = null, reason = null } = c.req.query()
    return answerPage(
      c,
      {
        title: 'Ergebnis der Anmeldung',
        guildName: guild.name,
        description: 'Anmeldung zu den Umzügen der Fasnet',
        page: (
          <ResultPage
            {...{ guild, known, asked: { state, reason } }}
            now={c.get('now')}
            sendsMail={mailerOf(c.env) !== null}
          />
        ),
        script: 'result',
        isIndexed: false,
      },
      { cache: 'never' },
    )
  })
  // `step` = `leave`: ends the order of the cookie while it waits; else "Nicht meine Anmeldung".
  .post(
    paths.paradeEnrolmentResult,
    requireRight('public'),
    repeatable('an order that does not wait any more is left as it is'),
    async (c) => {
      assertOwnForm(c)
      const data = await readForm(c.req.raw)
      if (data.get('step') === 'leave') {
        await leaveWaitingList(c)
        return c.redirect(paths.paradeEnrolmentResult, 303)
      }
      dropOrderCookie(c)
      return c.redirect(paths.paradeEnrolment, 303)
    },
  )
  // Without a cookie the token is "", which no order has.
  .get(paths.resultCalendar, requireRight('public'), (c) =>
    answerCalendar(c, orderCookieOf(c) ?? ''),
  )
  .get(paths.myEnrolmentPage, requireRight('public'), async (c) => {
    const db = c.get('db')
    const [guild, costumeTypes] = await db.batch([selectPublicGuild(db), listCostumeTypes(db)])
    const data = { guild: toPublicGuild(guild), costumeTypes }
    return answerPage(
      c,
      {
        title: 'Meine Anmeldung',
        guildName: data.guild.name,
        description: 'Deine Anmeldung zu den Umzügen der Fasnet',
        page: <MyOrderPage {...data} />,
        data,
        script: 'myOrder',
        isIndexed: false,
      },
      { cache: 'never' },
    )
  })

/** The order of the cookie; null without one, or if it does not exist. */
async function knownOrder(c: Context<AppEnv>) {
  const token = orderCookieOf(c)
  const order = token && (await findMyOrder(myOrderReading(c), token))
  return order ? { order, token } : null
}

async function leaveWaitingList(c: Context<AppEnv>): Promise<void> {
  await countForNetwork(c, 'ENROL_LIMIT')
  const order = await findOrderByToken(c.get('db'), orderCookieOf(c) ?? '')
  // The payment of offered places, opened since the page was loaded, is ended in "Meine Anmeldung".
  if (order?.state === 'waiting') await cancelOrder(depsOf(c), order)
}
