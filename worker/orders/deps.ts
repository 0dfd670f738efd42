import type { Context } from 'hono'
import { causeOf } from '#worker/db/causes.ts'
import type { Db } from '#worker/db/db.ts'
import type { PaymentProviderId } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { type AppEnv, publicAddress } from '#worker/http/factory.ts'
import type { PaymentProvider } from '#worker/payments/payment-provider.ts'
import { paymentUnavailableError, providerOf } from '#worker/payments/providers.ts'
import { sendOrderMails } from './mails/order-mails.ts'

/** What operations on orders need. The payment provider is set up only when `provider` is called. */
export type Deps = {
  db: Db
  now: Date
  today: Day
  /** The site's public address. */
  origin: string
  provider: ChooseProvider
  /** Sends the waiting mails of an order, or of all, after the response; the cron sends the rest. */
  sendMailsOf: (orderId: number | 'all') => void
}

/** The provider of an order, or the configured one. */
type ChooseProvider = (id?: PaymentProviderId) => PaymentProvider

/** Most mails sent for one order after an answer; an order never has more waiting. */
const mailsOfOrder = 5
/** Most mails of all orders sent after an answer, at three queries each; the cron sends the rest. */
const mailsPerAnswer = 20

export function depsOf(c: Context<AppEnv>): Deps {
  const { db, now, today } = c.var
  return {
    db,
    now,
    today,
    // A getter, because most operations need no address and work without APP_ORIGIN.
    get origin() {
      return ownOrigin(c)
    },
    provider(id) {
      return providerOf({ env: c.env, db, origin: ownOrigin(c), now }, id)
    },
    sendMailsOf(orderId) {
      const only = orderId === 'all' ? { limit: mailsPerAnswer } : { orderId, limit: mailsOfOrder }
      const sending = sendOrderMails({ db, now, env: c.env, origin: publicAddress(c) }, only)
      c.executionCtx.waitUntil(sending.catch((error) => logOrderError('mails', orderId, error)))
    },
  }
}

function ownOrigin(c: Context<AppEnv>): string {
  const origin = publicAddress(c)
  if (!origin) throw paymentUnavailableError('APP_ORIGIN is no address')
  return origin
}

/** Logs a failure with an order, without a name, an address or a token. */
export function logOrderError(event: string, orderId: number | 'all', error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  console.error(JSON.stringify({ level: 'error', event, orderId, name, cause: causeOf(error) }))
}

/** Turns a provider's failure into PaymentFailed for a request of staff. */
export function throwProviderFailed(order: { id: number }) {
  return (error: unknown): never => {
    if (error instanceof DomainError) throw error
    logOrderError('payment_check', order.id, error)
    throw new DomainError('PaymentFailed', 'Der Zahlungsdienst antwortet gerade nicht.')
  }
}
