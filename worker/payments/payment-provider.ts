import type { PaymentProviderId } from '#worker/domain/codes.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'

export type Checkout = {
  /**
   * The order's return token: identifies the payment at the provider and makes a repeated call idempotent.
   */
  token: string
  /**
   * Distinguishes the payments of one order, each of which is made once: '' for the first; an order of the waiting list
   * may have further ones, '.1', '.2' …
   */
  attempt: string
  amountInCent: number
  currency: string
  description: string
  emailAddress: string
  /** An address of the API, not the page that the browser asked for: returning does not prove a payment. */
  returnUrl: string
  /** Target of the provider's "back" link; closes the checkout. */
  cancelUrl: string
  /** Has to be the same in every retry, or the provider treats the retry as another request. */
  expiresAt: Date
}

type OpenedCheckout = {
  ref: string
  redirectUrl: string
  /** End of the time in which the provider accepts the payment. */
  expiresAt: Date
}

/**
 * The payment that a notification is about; nothing else in it is trusted. `ref` is the payment's reference
 * at the provider, `eventId` the same for each repetition.
 */
export type PaymentNotification = {
  eventId: string
  type: string
  ref: string
  /** The same `eventId` may announce a new change, because this provider's events have no ids. */
  isUnnamed?: boolean
}

export type Refund = {
  ref: string
  amountInCent: number
  currency: string
  /** Idempotency key: the refund is made once, however long ago the first try was. */
  key: string
  /** Raised for a retry after a rejection, because providers repeat a remembered answer. */
  attempt: number
  description: string
}

/** Result of asking the provider whether it can be used, for management's page. */
export type ProviderProbe = { answers: boolean; problems: string[] }

/**
 * A payment provider. Every call may be repeated. A request that the provider rejects for good throws
 * `ProviderRejectedError`; after any other error a retry may succeed.
 */
export type PaymentProvider = {
  id: PaymentProviderId
  /** Whether real money moves. */
  isLive: boolean
  /** Minutes for which a checkout can be paid; places are reserved a little longer. */
  checkoutMinutes: number
  /** The shortest time limit that the provider accepts. */
  leastMinutes: number
  createCheckout(checkout: Checkout): Promise<OpenedCheckout>
  lookUp(ref: string): Promise<PaymentReport>
  /** Closes a checkout. `notClosable`: the provider does not close it yet, and it can still be paid. */
  close(ref: string, as: 'expired' | 'cancelled'): Promise<'closed' | 'paid' | 'notClosable'>
  /** @returns the refund's id at the provider */
  refund(refund: Refund): Promise<string>
  /**
   * @returns null for a message about no known payment
   * @throws DomainError InvalidSignature
   */
  readNotification(rawBody: string, headers: Headers): Promise<PaymentNotification | null>
  probe(): Promise<ProviderProbe>
}

/** The provider rejected the request; a retry with the same content cannot succeed. */
export class ProviderRejectedError extends Error {
  override readonly name = 'ProviderRejectedError'
}
