import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Places that a network holds unpaid and has paid, by ten minutes; kept two hours. */
export const networkLoad = sqliteTable(
  'network_load',
  {
    networkKey: text().notNull(),
    /** The instant at which the ten minutes begin. */
    slot: text().notNull(),
    /** Places that are held unpaid, were given back, or cost nothing. */
    unpaid: integer().notNull().default(0),
    paid: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.networkKey, t.slot] }),
    index('network_load_by_slot').on(t.slot),
  ],
)

/** What may be asked for a few times an hour only; kept two hours. */
export const hourlyCounts = sqliteTable(
  'hourly_counts',
  {
    /** The kind and a keyed hash of who asks: `orderLinks-…`. */
    key: text().notNull(),
    /** When it was asked; it counts for an hour. */
    at: text().notNull(),
    /** Requests at the same instant. */
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.key, t.at] }), index('hourly_counts_by_time').on(t.at)],
)

/** Refused requests, counted by minute, route, code and network; kept 30 days. */
export const refusals = sqliteTable(
  'refusals',
  {
    minute: text().notNull(),
    /** Method and path of the router: `POST /api/v1/auth/login`. */
    route: text().notNull(),
    /** The error's code. */
    code: text().notNull(),
    /** Keyed hash; '' = on one's own machine, or when too many networks are counted. */
    networkKey: text().notNull().default(''),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.minute, t.route, t.code, t.networkKey] })],
)
