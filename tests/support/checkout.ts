import type { Checkout } from '#worker/payments/payment-provider.ts'

export const start = new Date('2027-01-16T12:00:00Z')
export const minutesAfterStart = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** The request for a provider's checkout. */
export function aCheckout(values: Partial<Checkout> = {}): Checkout {
  return {
    attempt: '',
    token: 'token-of-the-order',
    amountInCent: 1250,
    currency: 'EUR',
    description: 'Umzugsanmeldung Jörg Straßer',
    emailAddress: 'joerg.strasser@example.de',
    returnUrl: 'https://zunft.test/api/payments/return/token-of-the-order',
    cancelUrl: 'https://zunft.test/api/payments/cancel/token-of-the-order',
    expiresAt: minutesAfterStart(31),
    ...values,
  }
}
