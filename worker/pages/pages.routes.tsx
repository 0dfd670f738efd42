import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { LinkForm, LinkPage } from '#web/enrolment/public/link-form.tsx'
import { MyOrderPage } from '#web/enrolment/public/my-order-page.tsx'
import { orderTokenIn } from '#web/enrolment/public/order-words.ts'
import { ResultPage } from '#web/enrolment/public/result-page.tsx'
import { paths } from '#web/paths.ts'
import { listCostumeTypes } from '#worker/costumes/costume-types.queries.ts'
import type { DomainError } from '#worker/domain/errors.ts'
import { findMyOrder } from '#worker/enrolment/my-order.queries.ts'
import { answerCalendar, myOrderReading } from '#worker/enrolment/my-order.routes.ts'
import { findPublicGuild, selectPublicGuild, toPublicGuild } from '#worker/guild/guild.queries.ts'
import { requireRight } from '#worker/http/auth.ts'
import { readForm } from '#worker/http/body.ts'
import { setRetryAfter, statusOf, toDomainError } from '#worker/http/errors.ts'
import { type AppEnv, factory, isLocal } from '#worker/http/factory.ts'
import { answerApp } from '#worker/http/missing.ts'
import { countForNetwork } from '#worker/http/rate-limit.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { cancelOrder } from '#worker/orders/close-order.ts'
import { depsOf } from '#worker/orders/deps.ts'
import {
  dropOrderCookie,
  orderCookieOf,
  setCookiesOfMaker,
  setOrderCookie,
} from '#worker/orders/order-cookie.ts'
import { findOrderByToken, type Order } from '#worker/orders/orders.queries.ts'
import { acceptOwnOffer } from '#worker/orders/waiting-list.ts'
import { answerPage } from './document.ts'
import { answerEnrolmentPage } from './enrolment-page.tsx'
import { assertOwnForm } from './error-page.tsx'
import { answerLeaving, answerSentForm } from './sent-form.tsx'

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
  .get(paths.paradeEnrolmentResult, requireRight('public'), (c) => answerResult(c))
  // `step`: `open` = show the order of a link, `accept` = take the places offered to the order of the cookie, `leave` =
  // end that order while it waits; left out = "Nicht meine Anmeldung".
  .post(
    paths.paradeEnrolmentResult,
    requireRight('public'),
    repeatable('an accepted offer leads to the same payment, an ended order is left as it is'),
    async (c) => {
      assertOwnForm(c)
      const data = await readForm(c.req.raw)
      switch (data.get('step')) {
        case 'open':
          return openLink(c, data.get('link') ?? '')
        case 'accept':
          return actOnOrder(c, acceptOffer)
        case 'leave':
          return actOnOrder(c, leaveWaitingList)
        default:
          dropOrderCookie(c)
          return c.redirect(paths.paradeEnrolment, 303)
      }
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
        ...aboutMyOrder,
        guildName: data.guild.name,
        page: <MyOrderPage {...data} withoutScript={<LinkForm />} />,
        data,
        script: 'myOrder',
      },
      { cache: 'never' },
    )
  })

const aboutMyOrder = {
  title: 'Meine Anmeldung',
  description: 'Deine Anmeldung zu den Umzügen der Fasnet',
  isIndexed: false,
}

/** @param refusal the error of an act that the page has sent */
async function answerResult(c: Context<AppEnv>, refusal?: DomainError) {
  const [guild, known] = await Promise.all([findPublicGuild(c.get('db')), knownOrder(c)])
  const { state = null, reason = null } = c.req.query()
  if (refusal) setRetryAfter(refusal, c)
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
          {...(refusal && { refusal: refusal.message })}
        />
      ),
      script: 'result',
      isIndexed: false,
    },
    { status: refusal ? statusOf[refusal.code] : 200, cache: 'never' },
  )
}

/** Remembers the order of a pasted link in the cookie of the result page, which then shows it. */
async function openLink(c: Context<AppEnv>, link: string): Promise<Response> {
  await countForNetwork(c, 'ENROL_LIMIT')
  const order = await findOrderByToken(c.get('db'), orderTokenIn(link.trim()) ?? '')
  if (order) {
    setOrderCookie(c, order.token)
    return c.redirect(paths.paradeEnrolmentResult, 303)
  }
  const guild = await findPublicGuild(c.get('db'))
  const error = 'Diese Anmeldung gibt es nicht (mehr). Vielleicht ist der Link nicht vollständig.'
  return answerPage(
    c,
    {
      ...aboutMyOrder,
      guildName: guild.name,
      page: <LinkPage guild={guild} error={error} />,
      script: null,
    },
    { status: 404, cache: 'never' },
  )
}

type Act = (c: Context<AppEnv>, order: Order) => Promise<Response>

/** Acts on the order of the cookie; an error is shown with the order as it is then. */
async function actOnOrder(c: Context<AppEnv>, act: Act): Promise<Response> {
  await countForNetwork(c, 'ENROL_LIMIT')
  const order = await findOrderByToken(c.get('db'), orderCookieOf(c) ?? '')
  // The cookie has ended.
  if (!order) return c.redirect(paths.myEnrolmentPage, 303)
  try {
    return await act(c, order)
  } catch (error) {
    return answerResult(c, toDomainError(error, c))
  }
}

async function acceptOffer(c: Context<AppEnv>, offered: Order): Promise<Response> {
  const { order, redirectUrl } = await acceptOwnOffer(depsOf(c), offered)
  setCookiesOfMaker(c, order)
  if (order.state === 'paid') return c.redirect(redirectUrl, 303)
  return answerLeaving(c, await findPublicGuild(c.get('db')), redirectUrl)
}

async function leaveWaitingList(c: Context<AppEnv>, order: Order): Promise<Response> {
  if (order.waitingRank !== null) await cancelOrder(depsOf(c), order)
  return c.redirect(paths.paradeEnrolmentResult, 303)
}

/** The order of the cookie; null without one, or if it does not exist. */
async function knownOrder(c: Context<AppEnv>) {
  const token = orderCookieOf(c)
  const order = token && (await findMyOrder(myOrderReading(c), token))
  return order ? { order, token } : null
}
