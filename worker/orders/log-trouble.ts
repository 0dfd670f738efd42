import { causeOf } from '#worker/db/causes.ts'

/** What went wrong with an order, without a name, an address or a token. */
export function logTrouble(event: string, orderId: number | 'all', error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  console.error(JSON.stringify({ level: 'error', event, orderId, name, cause: causeOf(error) }))
}
