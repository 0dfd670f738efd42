/**
 * How calls to a provider fail. `lost answer`: the call takes effect, but the connection breaks before its
 * response.
 */
export type Trouble = 'none' | 'timeout' | '500' | '401' | '403' | 'lost answer'

export type When = {
  /** For how many calls the trouble lasts; undefined = until the next `failWith`. */
  times?: number
  /** Only calls that start with this text: `POST /v1/refunds`. */
  at?: string
}

/** A webhook request of a provider. */
export type SentEvent = { body: string; headers: Record<string, string> }

/** The provider's payment page. */
type HostedPage = {
  description: string
  amountInCent: number
  isOpen: boolean
  successUrl: string
  cancelUrl: string
}

/** An in-memory provider with the wire format and the rules of the real one. */
export type FakeProvider = {
  id: 'stripe' | 'mollie'
  host: string
  handle(request: Request): Promise<Response>
  /** All calls received, as `POST /v1/refunds`. */
  calls: string[]
  failWith(trouble: Trouble, when?: When): void

  /** All payments, oldest first. */
  refs(): string[]
  page(ref: string): HostedPage
  /** Pays on the provider's page, which must still be open. */
  pay(ref: string, change?: { amount?: number }): void
  /** Money that arrives after the checkout has ended. */
  payLate(ref: string): void
  /** The payer has finished; the bank confirms or rejects the payment later. */
  process(ref: string): void
  fail(ref: string): void
  expire(ref: string): void
  /** The payer leaves through the provider's "back" link. */
  abandon(ref: string): void
  refundOutside(ref: string, cents: number): void
  dispute(ref: string): void
  refundedCents(ref: string): number
  /** The webhook requests that have become due since the last call. */
  events(): Promise<SentEvent[]>
}

export type FakeSettings = {
  /** The only accepted API key; its prefix tells live from test mode. */
  key: string
  /** The origin of the payment page. */
  pageOrigin?: string
  /** Overrides the mode of the key, for an inconsistent provider. */
  mode?: 'live' | 'test'
  now?: () => Date
}
