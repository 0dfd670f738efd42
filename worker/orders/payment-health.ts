import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { mails } from '#worker/db/schema.ts'
import type { Env } from '#worker/env.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import { providerProblems } from '#worker/payments/configured-provider.ts'
import type { PaymentProvider } from '#worker/payments/payment-provider.ts'
import { obstacleTo } from '#worker/payments/provider-obstacle.ts'
import type { PaymentHealth } from './orders.contract.ts'
import { listLastEvents } from './payment-events.queries.ts'

const shownEvents = 20

/** Whether somebody could pay now, for the people who set it up. Holds no secret. */
export async function readPaymentHealth(
  db: Db,
  env: Env,
  chooseProvider: () => PaymentProvider,
): Promise<PaymentHealth> {
  const problems = providerProblems(env)
  const [events, counts] = await db.batch([
    listLastEvents(db, shownEvents),
    db
      .select({
        waiting: sql<number>`count(*) FILTER (WHERE state IN ('waiting', 'sending'))`.as('waiting'),
        failed: sql<number>`count(*) FILTER (WHERE state = 'failed')`.as('failed'),
      })
      .from(mails),
  ])
  const { waiting = 0, failed = 0 } = counts[0] ?? {}
  const provider = canBeAsked(env) ? chooseProvider() : null
  const probe = await provider?.probe()
  return {
    provider: env.PAYMENT_PROVIDER,
    isLive: provider?.isLive ?? false,
    problems: [...problems, ...(probe?.problems ?? [])],
    answers: probe?.answers ?? null,
    events,
    mail: { from: mailerOf(env)?.from ?? null, waiting, failed },
  }
}

/** What keeps nobody from paying, such as a notification that cannot be believed, is no obstacle. */
function canBeAsked(env: Env): boolean {
  return obstacleTo(env, env.PAYMENT_PROVIDER) === null
}
