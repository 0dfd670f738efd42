import { causeOf } from '#worker/db/causes.ts'
import { DomainError } from '#worker/domain/errors.ts'

/** What went wrong with an order, without a name, an address or a token. */
export function logTrouble(event: string, orderId: number | 'all', error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  console.error(JSON.stringify({ level: 'error', event, orderId, name, cause: causeOf(error) }))
}

/** What a provider's failure is to somebody who waits for its answer. */
export function providerFailed(order: { id: number }) {
  return (error: unknown): never => {
    if (error instanceof DomainError) throw error
    logTrouble('payment_check', order.id, error)
    throw new DomainError('PaymentFailed', 'Der Zahlungsdienst antwortet gerade nicht.')
  }
}
