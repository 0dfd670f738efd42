import type { Context } from 'hono'
import { MyOrderPage } from '#web/enrolment/public/my-order-page.tsx'
import { ResultPage } from '#web/enrolment/public/result-page.tsx'
import { paths } from '#web/paths.ts'
import { listCostumeTypes } from '#worker/costumes/costume-types.queries.ts'
import { findMyOrder } from '#worker/enrolment/my-order.queries.ts'
import { answerCalendar, myOrderReading } from '#worker/enrolment/my-order.routes.ts'
import { findPublicGuild, selectPublicGuild, toPublicGuild } from '#worker/guild/guild.queries.ts'
import { requireRight } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { dropOrderCookie, orderCookieOf } from '#worker/orders/order-cookie.ts'
import { answerPage } from './document.ts'
import { refuseForeignForm } from './trouble.tsx'

/** The pages about an order: the payer's alone, so nobody keeps or finds them. */
export const orderPagesRoutes = factory
  .createApp()
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
  .post(paths.paradeEnrolmentResult, requireRight('public'), (c) => {
    refuseForeignForm(c)
    dropOrderCookie(c)
    return c.redirect(paths.paradeEnrolment, 303)
  })
  // "" opens no order.
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

/** The order that the browser brings along; null as well for one that there is not. */
async function knownOrder(c: Context<AppEnv>) {
  const token = orderCookieOf(c)
  const order = token && (await findMyOrder(myOrderReading(c), token))
  return order ? { order, token } : null
}
