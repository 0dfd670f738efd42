import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Unpaid and paid places of a network, per slot of ten minutes; kept two hours. */
export const networkLoad = sqliteTable(
  'network_load',
  {
    networkKey: text().notNull(),
    /** The instant at which the slot begins. */
    slot: text().notNull(),
    /** The number of places that are held unpaid, were released, or are free of charge. */
    unpaid: integer().notNull().default(0),
    paid: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.networkKey, t.slot] }),
    index('network_load_by_slot').on(t.slot),
  ],
)

/** Counts of requests that are limited per hour; kept two hours. */
export const hourlyCounts = sqliteTable(
  'hourly_counts',
  {
    /** The kind and a keyed hash of the requester: `orderLinks-…`. */
    key: text().notNull(),
    /** The instant of the request; it counts for an hour. */
    at: text().notNull(),
    /** Requests at the same instant. */
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.key, t.at] }), index('hourly_counts_by_time').on(t.at)],
)

/** Rejected requests by minute, route, code and network; kept 30 days. */
export const refusals = sqliteTable(
  'refusals',
  {
    minute: text().notNull(),
    /** Method and path of the router: `POST /api/v1/auth/login`. */
    route: text().notNull(),
    /** The error's code. */
    code: text().notNull(),
    /** Keyed hash; '' = local development, or more networks than are counted separately. */
    networkKey: text().notNull().default(''),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.minute, t.route, t.code, t.networkKey] })],
)
