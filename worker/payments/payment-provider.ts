import type { PaymentProviderId } from '#worker/domain/codes.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'

export type Checkout = {
  /** The order's token: names the payment at the provider, and makes a repeated call the same. */
  token: string
  amountInCent: number
  currency: string
  description: string
  emailAddress: string
  /** Ours, never the address the browser asked for: coming back proves nothing. */
  returnUrl: string
}

/** What a signed notification is about. `ref` is the provider's name of the payment. */
export type PaymentNotification = { eventId: string; type: string; ref: string }

/** One way to be paid. Every call is safe to repeat. */
export type PaymentProvider = {
  id: PaymentProviderId
  /** How long a checkout can be paid; places are held a little longer. */
  checkoutMinutes: number
  createCheckout(checkout: Checkout): Promise<{ ref: string; redirectUrl: string }>
  lookUp(ref: string): Promise<PaymentReport>
  /** Closes a checkout that shall no longer be paid; one that is decided stays as it is. */
  close(ref: string): Promise<void>
  refund(ref: string, amountInCent: number): Promise<void>
  /** @throws DomainError InvalidSignature */
  readNotification(rawBody: string, headers: Headers): Promise<PaymentNotification>
}
