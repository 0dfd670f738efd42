import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { sandboxPayments, sandboxRefunds } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'
import {
  type PaymentNotification,
  type PaymentProvider,
  ProviderRejectedError,
  type Refund,
} from './payment-provider.ts'

const notification = z.object({ eventId: z.string(), type: z.string(), ref: z.string() })

type Sandbox = { db: Db; secret: string; origin: string; now: Date }

/** A provider inside the application's database: every step of a payment without an account. */
export function sandboxProvider({ db, secret, origin, now }: Sandbox): PaymentProvider {
  return {
    id: 'sandbox',
    isLive: false,
    checkoutMinutes: 25,
    leastMinutes: 0,

    async createCheckout({ token, attempt, amountInCent, currency, description, ...rest }) {
      const { returnUrl, expiresAt } = rest
      const ref = `${token}${attempt}`
      const createdAt = now.toISOString()
      await commit(db, [
        write
          .insert(sandboxPayments)
          .values({
            ref,
            state: 'open',
            amountInCent,
            currency,
            description,
            returnUrl,
            createdAt,
          })
          .onConflictDoNothing(),
      ])
      return { ref, redirectUrl: `${origin}/api/payments/sandbox/${ref}`, expiresAt }
    },

    lookUp: (ref) => report(db, ref),

    async close(ref, as) {
      // A payment stays payable after the time limit, so that late payments can be tried.
      if (as === 'expired') return (await report(db, ref)).state === 'paid' ? 'paid' : 'closed'
      if (await moveSandboxPayment(db, ref, 'open', 'cancelled')) return 'closed'
      return (await report(db, ref)).state === 'paid' ? 'paid' : 'closed'
    },

    refund: (refund) => payBack(db, refund),

    async readNotification(rawBody, headers): Promise<PaymentNotification> {
      const isSigned = isSignedBy(secret, rawBody, headers.get(signatureHeader))
      const parsed = isSigned ? notification.safeParse(parseJson(rawBody)) : null
      if (!parsed?.success) {
        throw new DomainError('InvalidSignature', 'Die Nachricht ist nicht von der Testzahlung.')
      }
      return parsed.data
    },

    probe: async () => ({ answers: true, problems: [] }),
  }
}

const refunded = sql<number>`coalesce((SELECT sum(amount_in_cent) FROM sandbox_refunds
  WHERE sandbox_refunds.ref = sandbox_payments.ref), 0)`

async function report(db: Db, ref: string): Promise<PaymentReport> {
  const [row] = await db
    .select({ payment: sandboxPayments, refundedInCent: refunded })
    .from(sandboxPayments)
    .where(eq(sandboxPayments.ref, ref))
  if (!row) throw new ProviderRejectedError('Diese Testzahlung gibt es nicht.')
  const { state, amountInCent, currency } = row.payment
  const { refundedInCent } = row
  return {
    state: state === 'refunded' ? 'paid' : state,
    amountInCent,
    currency,
    refundedInCent,
    isDisputed: false,
    token: ref.replace(/\..*/, ''),
  }
}

/** Refunds like real providers: at most what was paid, and once for each key. */
async function payBack(db: Db, { ref, amountInCent, key }: Refund): Promise<string> {
  const isCovered = and(
    eq(sandboxPayments.ref, ref),
    inArray(sandboxPayments.state, ['paid', 'refunded']),
    sql`${refunded} + ${amountInCent} <= ${sandboxPayments.amountInCent}`,
  )
  const [, , rows] = await commit(db, [
    insertSelected(
      sandboxRefunds,
      { key, ref, amountInCent },
      sql`${sandboxPayments} WHERE ${isCovered}`,
    ).onConflictDoNothing(),
    write
      .update(sandboxPayments)
      .set({ state: 'refunded' })
      .where(
        and(
          eq(sandboxPayments.ref, ref),
          eq(sandboxPayments.state, 'paid'),
          sql`${refunded} = ${sandboxPayments.amountInCent}`,
        ),
      ),
    db.select({ key: sandboxRefunds.key }).from(sandboxRefunds).where(eq(sandboxRefunds.key, key)),
  ])
  if (rows.length === 0)
    throw new ProviderRejectedError('Mehr als bezahlt wurde, geht nicht zurück.')
  return key
}

export async function findSandboxPayment(db: Db, ref: string) {
  const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.ref, ref))
  return row ?? null
}

type State = typeof sandboxPayments.$inferSelect.state

/** @returns false when the payment was not in the state `from` */
export async function moveSandboxPayment(
  db: Db,
  ref: string,
  from: State,
  to: State,
): Promise<boolean> {
  const [rows] = await commit(db, [
    write
      .update(sandboxPayments)
      .set({ state: to })
      .where(and(eq(sandboxPayments.ref, ref), eq(sandboxPayments.state, from)))
      .returning({ ref: sandboxPayments.ref }),
  ])
  return rows.length > 0
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `t=<unix seconds>,v1=<HMAC of "t.body">`, as real providers sign. */
const format = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

export const signatureHeader = 'Sandbox-Signature'

export function sign(secret: string, body: string, now: Date): string {
  const t = Math.floor(now.getTime() / 1000)
  return `t=${t},v1=${hmac(secret, `${t}.${body}`).toString('hex')}`
}

/** Replays are harmless (the event table), so the time is signed but sets no limit. */
function isSignedBy(secret: string, body: string, signature: string | null): boolean {
  const [, t, v1 = ''] = format.exec(signature ?? '') ?? []
  if (!t) return false
  return timingSafeEqual(hmac(secret, `${t}.${body}`), Buffer.from(v1, 'hex'))
}

// A key for this purpose only: a signature must never be valid as a token elsewhere.
function hmac(secret: string, text: string): Buffer {
  const key = createHmac('sha256', secret).update('sandbox webhook').digest()
  return createHmac('sha256', key).update(text).digest()
}
