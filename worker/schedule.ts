import { deleteLoginFailuresBefore } from './auth/auth.queries.ts'
import { openDb } from './db/db.ts'
import type { PaymentProviderId } from './domain/codes.ts'
import { failuresCountFrom } from './domain/login-throttle.ts'
import type { Env } from './env.ts'
import { clock } from './http/factory.ts'
import { sendOrderMails } from './orders/mails/send-order-mails.ts'
import { sweepOrders } from './orders/sweep-orders.ts'
import { providerOf } from './payments/configured-provider.ts'
import { prepareStatistics } from './statistics/prepare.ts'

/** A bounded bite: what is left waits for the next five minutes. */
const mailsPerRound = 50

/**
 * The five-minute cron. At least once, so everything in it is safe to run twice; and what fails keeps
 * nothing else from being done.
 */
export async function runSchedule(env: Env): Promise<void> {
  const db = openDb(env.DB)
  const { now, today } = clock()
  const origin = env.APP_ORIGIN
  const provider = (id?: PaymentProviderId) => providerOf({ env, db, origin, now }, id)
  // The last task sends all of them.
  const sendMailsOf = () => {}
  const tasks = [
    () => sweepOrders({ db, now, today, origin, provider, sendMailsOf }),
    () => deleteLoginFailuresBefore(db, failuresCountFrom(now).toISOString()),
    () => prepareStatistics({ db, now, today }),
    () => sendOrderMails({ db, now, env }, { limit: mailsPerRound }),
  ]
  const errors: unknown[] = []
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'The cron could not do all of its work')
}
