/**
 * What goes wrong between us and a provider. `lost answer`: the work is done, and nobody hears of it.
 */
export type Trouble = 'none' | 'timeout' | '500' | '401' | '403' | 'lost answer'

export type When = {
  /** How many calls it lasts; undefined = until further notice. */
  times?: number
  /** Only calls that begin so: `POST /v1/refunds`. */
  at?: string
}

/** What a provider sends to our webhook. */
export type SentEvent = { body: string; headers: Record<string, string> }

/** What the page shows on which people pay. */
type HostedPage = {
  description: string
  amountInCent: number
  isOpen: boolean
  successUrl: string
  cancelUrl: string
}

/** A provider that lives in memory: speaks the wire of the real one and keeps its rules. */
export type FakeProvider = {
  id: 'stripe' | 'mollie'
  host: string
  handle(request: Request): Promise<Response>
  /** Every call that came, as `POST /v1/refunds`. */
  calls: string[]
  failWith(trouble: Trouble, when?: When): void

  /** All payments, oldest first. */
  refs(): string[]
  page(ref: string): HostedPage
  /** Paid on the provider's page, while that can still be done. */
  pay(ref: string, change?: { amount?: number }): void
  /** Money that arrives although the checkout is over. */
  payLate(ref: string): void
  /** The person did all they could; the bank will say later. */
  process(ref: string): void
  fail(ref: string): void
  expire(ref: string): void
  /** The provider's own "back". */
  abandon(ref: string): void
  refundOutside(ref: string, cents: number): void
  dispute(ref: string): void
  refundedCents(ref: string): number
  /** What was to be sent since the last time somebody asked. */
  events(): Promise<SentEvent[]>
}

export type FakeSettings = {
  /** The only key that is let in; it says which mode this is. */
  key: string
  /** Where the page stands on which people pay. */
  pageOrigin?: string
  /** Another world than the key's: what no provider should do. */
  mode?: 'live' | 'test'
  now?: () => Date
}
