import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentProviders, refundReasons, refundStates } from '#worker/domain/codes.ts'
import { orders } from './orders.ts'
import { participations } from './participations.ts'
import { users } from './users.ts'

/** The refunds of orders and of single places. */
export const orderRefunds = sqliteTable(
  'order_refunds',
  {
    /** Identifies the refund, so that it is made once: `order-7`, `place-12`, `double-tr_1`, `outside-…`. */
    key: text().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** The place that is refunded; null = the rest of the order. */
    participationId: integer().references(() => participations.id, { onDelete: 'set null' }),
    /** The parade's title when the refund was stored. */
    title: text(),
    paymentRef: text().notNull(),
    amountInCent: integer().notNull(),
    reason: text({ enum: refundReasons }).notNull(),
    state: text({ enum: refundStates }).notNull(),
    attempt: integer().notNull().default(1),
    providerRef: text(),
    error: text(),
    requestedAt: text().notNull(),
    requestedBy: integer().references(() => users.id),
    doneAt: text(),
  },
  (t) => [
    index('order_refunds_by_order').on(t.orderId),
    index('order_refunds_by_participation').on(t.participationId),
    index('order_refunds_pending').on(t.requestedAt).where(sql`state = 'pending'`),
  ],
)

/** Notifications of a provider that took effect; a repeated one is ignored. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    provider: text({ enum: paymentProviders }).notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    orderId: integer().references(() => orders.id),
    receivedAt: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index('payment_events_by_order').on(t.orderId),
    index('payment_events_by_time').on(t.receivedAt),
  ],
)

/** The payments of the sandbox provider, which a real provider would store. */
export const sandboxPayments = sqliteTable('sandbox_payments', {
  ref: text().primaryKey(),
  state: text({ enum: ['open', 'paid', 'cancelled', 'refunded'] }).notNull(),
  amountInCent: integer().notNull(),
  currency: text().notNull(),
  description: text().notNull(),
  returnUrl: text().notNull(),
  createdAt: text().notNull(),
})

/** The refunds of the sandbox provider; the primary key prevents a second refund with the same key. */
export const sandboxRefunds = sqliteTable(
  'sandbox_refunds',
  {
    key: text().primaryKey(),
    ref: text()
      .notNull()
      .references(() => sandboxPayments.ref),
    amountInCent: integer().notNull(),
  },
  (t) => [index('sandbox_refunds_by_payment').on(t.ref)],
)
