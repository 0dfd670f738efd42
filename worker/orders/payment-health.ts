import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { parades } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Env } from '#worker/env.ts'
import { mailerOf } from '#worker/mail/mailer.ts'
import type { PaymentProvider } from '#worker/payments/payment-provider.ts'
import { leastAmount, obstacleTo, providerProblems } from '#worker/payments/providers.ts'
import type { PaymentHealth } from './orders.contract.ts'
import { listLastEvents } from './orders.queries.ts'

const shownEvents = 20

/** Whether payments work now, for those who set them up. Contains no secret. */
export async function readPaymentHealth(
  db: Db,
  env: Env,
  today: Day,
  chooseProvider: () => PaymentProvider,
): Promise<PaymentHealth> {
  const problems = [...providerProblems(env), ...addressProblem(env)]
  const least = leastAmount(env)
  const isTiny = (column: string) =>
    sql`(${sql.raw(`parades.${column}`)} BETWEEN 1 AND ${(least?.inCent ?? 0) - 1})`
  const [events, tiny, counts] = await db.batch([
    listLastEvents(db, shownEvents),
    db
      .select({ title: parades.title })
      .from(parades)
      .where(sql`${parades.date} >= ${today} AND (${isTiny('price_for_adults_in_cent')}
        OR ${isTiny('price_for_children_in_cent')})`)
      .limit(1),
    // Mails about orders and accounts; circulars have a page of their own. Written as in the indexes.
    db
      .select({
        waiting: sql<number>`(SELECT count(*) FROM mails
          WHERE state IN ('waiting', 'sending') AND (circular_id IS NOT NULL) = 0)`.as('waiting'),
        failed: sql<number>`(SELECT count(*) FROM mails
          WHERE state = 'failed' AND circular_id IS NULL)`.as('failed'),
      })
      .from(sql`(SELECT 1)`),
  ])
  const { waiting = 0, failed = 0 } = counts[0] ?? {}
  // A parade that costs less than the provider's minimum: an order for it alone cannot be paid.
  const tinyPrice =
    least && tiny[0] ? [`${least.sentence}: „${tiny[0].title}“ kostet weniger.`] : []
  const provider = canBeAsked(env) ? chooseProvider() : null
  const probe = await provider?.probe()
  return {
    provider: env.PAYMENT_PROVIDER,
    isLive: provider?.isLive ?? false,
    problems: [...problems, ...(probe?.problems ?? []), ...tinyPrice],
    answers: probe?.answers ?? null,
    events,
    mail: { from: mailerOf(env)?.from ?? null, waiting, failed },
  }
}

/** Whether payments are possible; warnings, such as a missing webhook secret, do not prevent them. */
function canBeAsked(env: Env): boolean {
  return obstacleTo(env, env.PAYMENT_PROVIDER) === null && addressProblem(env).length === 0
}

/** Without a public address the provider cannot send payers back. */
function addressProblem({ APP_ORIGIN, ENVIRONMENT }: Env): string[] {
  const isFine = URL.canParse(APP_ORIGIN) || (ENVIRONMENT === 'local' && !APP_ORIGIN)
  return isFine ? [] : ['APP_ORIGIN fehlt oder ist keine Adresse: Ohne sie kann niemand bezahlen.']
}
