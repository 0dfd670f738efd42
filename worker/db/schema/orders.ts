import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { mailbox } from '#worker/db/index-keys.ts'
import {
  orderAttentions,
  orderEvents,
  orderStates,
  paymentProviders,
} from '#worker/domain/codes.ts'
import { id } from './columns.ts'
import { users } from './users.ts'

/** The places enrolled in one request and paid together. */
export const orders = sqliteTable(
  'orders',
  {
    id: id(),
    /** Random; gives access to the order for its payer. Never sent to providers. */
    token: text().notNull().unique(),
    /** Random; identifies the order to providers and in their return addresses. */
    returnToken: text().notNull(),
    /** By this key, made by `requestKey`, a repeated request finds the pending order. */
    requestKey: text().notNull(),
    state: text({ enum: orderStates }).notNull(),
    amountInCent: integer().notNull(),
    currency: text().notNull().default('EUR'),
    provider: text({ enum: paymentProviders }).notNull(),
    providerRef: text().unique(),
    redirectUrl: text(),
    /** Number of places at creation: a late payment restores all of them or none. */
    placeCount: integer().notNull(),
    /** The instant until which the places of a pending order are held. */
    holdUntil: text().notNull(),
    emailAddress: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    successUrl: text().notNull(),
    errorUrl: text().notNull(),
    createdAt: text().notNull(),
    paidAt: text(),
    closedAt: text(),
    /** The amount that the provider reports as received; null until it does. */
    receivedInCent: integer(),
    /** Why staff must look at the order; null when there is no reason, or staff have dealt with the order. */
    attention: text({ enum: orderAttentions }),
    disputedAt: text(),
    /** Keyed hash of the network; deleted after two hours. */
    networkKey: text(),
    /** Set for an order that was put on the waiting list; the lowest rank is offered places first. */
    waitingRank: integer(),
    /** The instant until which the payer may accept the offered places; null while none were offered. */
    offeredUntil: text(),
    /** Number of payments of an accepted offer that have ended. */
    endedPayments: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('orders_return_token').on(t.returnToken),
    index('orders_by_network').on(t.networkKey).where(sql`network_key IS NOT NULL`),
    index('orders_by_address').on(sql`lower(email_address)`, t.createdAt),
    index('orders_by_mailbox').on(mailbox(sql`email_address`), t.createdAt),
    uniqueIndex('orders_same_request').on(t.requestKey).where(sql`state IN ('pending', 'waiting')`),
    index('orders_by_rank').on(t.waitingRank).where(sql`waiting_rank IS NOT NULL`),
    index('orders_by_state').on(t.state, t.holdUntil),
    index('orders_attention').on(t.attention).where(sql`attention IS NOT NULL`),
    index('orders_by_creation').on(t.createdAt),
  ],
)

/** The events of an order. */
export const orderHistory = sqliteTable(
  'order_history',
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    at: text().notNull(),
    kind: text({ enum: orderEvents }).notNull(),
    amountInCent: integer(),
    detail: text(),
    /** Null = the payer, the provider or the cron caused the event. */
    userId: integer().references(() => users.id),
  },
  (t) => [index('order_history_by_order').on(t.orderId, t.id)],
)
