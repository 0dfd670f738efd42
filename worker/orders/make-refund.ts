import { commit } from '#worker/db/commit.ts'
import { fullName } from '#worker/domain/names.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'
import { ProviderRejectedError } from '#worker/payments/payment-provider.ts'
import { type Deps, logOrderError } from './deps.ts'
import { findOrder, type Order } from './orders.queries.ts'
import { outsideChanges } from './outside-changes.ts'
import {
  endRefund,
  findRefund,
  listPendingRefunds,
  listRefundsOf,
  markRefundFailed,
  type Refund,
} from './refunds.queries.ts'

/** After this many days without an answer of the provider, staff decide. */
const mostDays = 3

/**
 * Makes a stored refund. A worker that died between the refund and its record must not refund twice: the
 * provider finds the refund by its key, and is not asked when everything requested has been refunded already.
 */
async function makeRefund(deps: Deps, order: Order, refund: Refund): Promise<void> {
  if (refund.state !== 'pending' || order.provider === 'none') return
  const { db } = deps
  const at = deps.now.toISOString()
  const refunds = await listRefundsOf(db, refund.orderId)
  let report: PaymentReport | undefined
  // A refund in the provider's own pages is recorded together with the end of this one, which it covers or hinders.
  const outside = (state: 'done' | 'failed') =>
    report && refund.paymentRef === order.providerRef
      ? outsideChanges(
          deps,
          order,
          refunds.map((one) => (one.key === refund.key ? { ...one, state, doneAt: at } : one)),
          report,
        )
      : []
  try {
    const provider = deps.provider(order.provider)
    report = await provider.lookUp(refund.paymentRef)
    const isBackAlready = report.refundedInCent >= sumAskedFor(refunds, refund)
    const providerRef = isBackAlready
      ? ''
      : await provider.refund({
          ref: refund.paymentRef,
          amountInCent: refund.amountInCent,
          currency: report.currency,
          key: `refund-${refund.key}`,
          attempt: refund.attempt,
          description: `Erstattung Umzugsanmeldung ${fullName(order)}`,
        })
    await commit(db, [
      ...endRefund(refund, { from: 'pending', to: 'done' }, { at, providerRef }),
      ...(isBackAlready ? outside('done') : []),
    ])
    deps.sendMailsOf(order.id)
  } catch (error) {
    const isOld = daysBetween(refund.requestedAt, at) >= mostDays
    if (!(error instanceof ProviderRejectedError) && !isOld) throw error
    const words =
      error instanceof ProviderRejectedError
        ? error.message
        : 'Der Zahlungsdienst ließ sich seit Tagen nicht erreichen.'
    await commit(db, [
      ...markRefundFailed(refund, 'pending', { at, error: words }),
      ...outside('failed'),
    ])
  }
}

/** Sum of all refunds of this payment that are pending or done, in cents. */
function sumAskedFor(refunds: readonly Refund[], { paymentRef }: Refund): number {
  return refunds
    .filter((one) => one.paymentRef === paymentRef && isPendingOrDone(one.state))
    .reduce((sum, one) => sum + one.amountInCent, 0)
}

const isPendingOrDone = (state: Refund['state']) => state === 'pending' || state === 'done'

/** Makes an order's pending refunds one after the other, at most `most`; refunds that fail stay pending. */
export async function makeRefundsOfOrder(deps: Deps, order: Order, most?: number): Promise<void> {
  const refunds = await listRefundsOf(deps.db, order.id)
  for (const refund of refunds.filter(({ state }) => state === 'pending').slice(0, most)) {
    await tryRefund(deps, order, refund)
  }
}

/** Makes at most `limit` pending refunds; the cron calls it. */
export async function sweepRefunds(deps: Deps, limit: number): Promise<void> {
  for (const refund of await listPendingRefunds(deps.db, limit)) {
    const order = await findOrder(deps.db, refund.orderId)
    if (order) await tryRefund(deps, order, refund)
  }
}

/** Makes one refund, by its key. */
export async function makeRefundNow(deps: Deps, key: string): Promise<void> {
  const refund = await findRefund(deps.db, key)
  const order = refund && (await findOrder(deps.db, refund.orderId))
  if (order) await tryRefund(deps, order, refund)
}

/** A refund that fails does not stop the others: it stays pending, and the cron tries it again. */
async function tryRefund(deps: Deps, order: Order, refund: Refund): Promise<void> {
  try {
    await makeRefund(deps, order, refund)
  } catch (error) {
    logOrderError('refund', order.id, error)
  }
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}
