import { notFound } from '#worker/http/validate.ts'
import { findSandboxPayment, moveSandboxPayment } from '#worker/payments/sandbox-provider.ts'
import { sign, signatureHeader } from '#worker/payments/sandbox-signature.ts'
import type { Deps } from './deps.ts'
import { receiveNotification } from './receive-notification.ts'

/**
 * The button on the test payment's page: moves the payment in the sandbox's books and notifies us
 * the way a real provider does, signed. A payment that is decided already stays as it is.
 * @returns where the browser goes next
 */
export async function decideSandboxPayment(
  deps: Deps,
  secret: string,
  ref: string,
  outcome: 'paid' | 'cancelled',
): Promise<string> {
  const payment = await findSandboxPayment(deps.db, ref)
  if (!payment) throw notFound()
  if (await moveSandboxPayment(deps.db, ref, 'open', outcome)) {
    // A worker that calls its own address is not reliable: same body, same signature, same check.
    const body = JSON.stringify({ eventId: `${ref}.${outcome}`, type: `payment.${outcome}`, ref })
    const headers = new Headers({ [signatureHeader]: sign(secret, body, deps.now) })
    await receiveNotification(deps, body, headers)
  }
  return payment.returnUrl
}
