import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#worker/db/db.ts'
import { sandboxPayments } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { PaymentNotification, PaymentProvider } from './payment-provider.ts'
import { isSignedBy, signatureHeader } from './sandbox-signature.ts'

const notification = z.object({ eventId: z.string(), type: z.string(), ref: z.string() })

type Sandbox = { db: Db; secret: string; origin: string; now: Date }

/** A provider that lives in our own database: the whole way of a payment without an account. */
export function sandboxProvider({ db, secret, origin, now }: Sandbox): PaymentProvider {
  return {
    id: 'sandbox',
    checkoutMinutes: 25,

    async createCheckout({ token, amountInCent, currency, description, returnUrl }) {
      const createdAt = now.toISOString()
      await db
        .insert(sandboxPayments)
        .values({
          ref: token,
          state: 'open',
          amountInCent,
          currency,
          description,
          returnUrl,
          createdAt,
        })
        .onConflictDoNothing()
      return { ref: token, redirectUrl: `${origin}/api/payments/sandbox/${token}` }
    },

    async lookUp(ref) {
      const payment = await findSandboxPayment(db, ref)
      if (!payment) throw new Error('sandbox payment vanished')
      const { state, amountInCent, currency } = payment
      return { state, amountInCent, currency }
    },

    async close(ref) {
      await moveSandboxPayment(db, ref, 'open', 'cancelled')
    },

    async refund(ref) {
      await moveSandboxPayment(db, ref, 'paid', 'refunded')
    },

    async readNotification(rawBody, headers): Promise<PaymentNotification> {
      const isSigned = isSignedBy(secret, rawBody, headers.get(signatureHeader))
      const parsed = isSigned ? notification.safeParse(parseJson(rawBody)) : null
      if (!parsed?.success) {
        throw new DomainError('InvalidSignature', 'Die Nachricht ist nicht von der Testzahlung.')
      }
      return parsed.data
    },
  }
}

export async function findSandboxPayment(db: Db, ref: string) {
  const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.ref, ref))
  return row ?? null
}

type State = typeof sandboxPayments.$inferSelect.state

/** False when the payment was not in the state it should leave: somebody decided already. */
export async function moveSandboxPayment(
  db: Db,
  ref: string,
  from: State,
  to: State,
): Promise<boolean> {
  const rows = await db
    .update(sandboxPayments)
    .set({ state: to })
    .where(and(eq(sandboxPayments.ref, ref), eq(sandboxPayments.state, from)))
    .returning({ ref: sandboxPayments.ref })
  return rows.length > 0
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
