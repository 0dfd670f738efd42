import type { PaymentProviderId } from '#worker/domain/codes.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'

export type Checkout = {
  /** The order's return token: names the payment at the provider, and makes a repeated call the same. */
  token: string
  amountInCent: number
  currency: string
  description: string
  emailAddress: string
  /** Ours, never the address the browser asked for: coming back proves nothing. */
  returnUrl: string
  /** Where the provider's own "back" leads: closes the checkout. */
  cancelUrl: string
  /** The same for every try, or the provider takes a repeated call for another one. */
  expiresAt: Date
}

type OpenedCheckout = {
  ref: string
  redirectUrl: string
  /** Until when the provider lets it be paid. */
  expiresAt: Date
}

/**
 * What a notification is about; its word counts for nothing else. `ref` is the provider's name of
 * the payment, `eventId` the same however often it comes.
 */
export type PaymentNotification = {
  eventId: string
  type: string
  ref: string
  /** The same id may tell of something new: this provider names no events. */
  isUnnamed?: boolean
}

export type Refund = {
  ref: string
  amountInCent: number
  currency: string
  /** The same key pays back once, however long ago the first try was. */
  key: string
  /** Counts on when a refusal shall be asked again: providers remember their answers for a while. */
  attempt: number
  description: string
}

/** Whether it can be used, for the page of the management: asks the provider. */
export type ProviderProbe = { answers: boolean; problems: string[] }

/**
 * One way to be paid. Every call is safe to repeat. What the provider refuses for good throws
 * `ProviderRefusal`; anything else thrown may go well next time.
 */
export type PaymentProvider = {
  id: PaymentProviderId
  /** Whether real money moves. */
  isLive: boolean
  /** How long a checkout can be paid; places are held a little longer. */
  checkoutMinutes: number
  /** The least it can be told to be payable. */
  leastMinutes: number
  createCheckout(checkout: Checkout): Promise<OpenedCheckout>
  lookUp(ref: string): Promise<PaymentReport>
  /** A checkout that shall no longer be paid. `notClosable`: it stays payable for now. */
  close(ref: string, as: 'expired' | 'cancelled'): Promise<'closed' | 'paid' | 'notClosable'>
  /** @returns the provider's name of the refund */
  refund(refund: Refund): Promise<string>
  /**
   * Null for a message that concerns no payment of ours.
   * @throws DomainError InvalidSignature
   */
  readNotification(rawBody: string, headers: Headers): Promise<PaymentNotification | null>
  probe(): Promise<ProviderProbe>
}

/** The provider answered and says no: asking again with the same words changes nothing. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
}
