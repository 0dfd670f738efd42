import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Extra } from '#worker/domain/extras.ts'
import type { Departure } from '#worker/domain/times.ts'
import { flag, id, optionalText, version } from './columns.ts'
import { users } from './users.ts'

export const parades = sqliteTable(
  'parades',
  {
    id: id(),
    title: text().notNull(),
    host: text().notNull(),
    hostTown: optionalText(),
    hostPlz: optionalText(),
    /** Host, title and town in normalised form, for the host search and to find duplicates. */
    searchKey: text().notNull(),
    date: text().notNull(),
    paradeNumber: integer().notNull().default(0),
    comment: optionalText(),
    priceForAdultsInCent: integer().notNull().default(0),
    priceForChildrenInCent: integer().notNull().default(0),
    dateEnrolmentStart: text().notNull(),
    dateEnrolmentEnd: text().notNull(),
    isChildParade: flag(),
    /** When the parade was cancelled; null = it takes place. */
    cancelledAt: text(),
    cancelledBy: integer().references(() => users.id),
    cancelReason: optionalText(),
    /** Times of the clock in Berlin. Null: the enrolment starts at 00:00, ends at 24:00; `timeStart` is unknown. */
    timeEnrolmentStart: text(),
    timeEnrolmentEnd: text(),
    timeStart: text(),
    lineUpNumber: text(),
    lineUpPlace: text(),
    /** Where and when the guild leaves, in the order of the stops. */
    departures: text({ mode: 'json' }).$type<Departure[]>().notNull().default([]),
    /** The most people who can take part; null = no limit. */
    capacity: integer(),
    /** Ages on the day of the parade; null = the guild's rule, 0 = no rule. */
    minAge: integer(),
    guardianBelow: integer(),
    /** The extras that the parade offers, which can be booked with a place. */
    extras: text({ mode: 'json' }).$type<Extra[]>().notNull().default([]),
    version: version(),
    /** Counts of places, updated by triggers: booked, booked and confirmed, taken (booked or reserved). */
    registrationCount: integer().notNull().default(0),
    confirmedCount: integer().notNull().default(0),
    takenCount: integer().notNull().default(0),
  },
  (t) => [
    index('parades_by_date').on(t.date, t.paradeNumber),
    index('parades_by_enrolment_end').on(t.dateEnrolmentEnd, t.date),
    index('parades_by_host').on(t.host, t.hostPlz, t.hostTown),
    index('parades_by_title').on(t.title),
    index('parades_by_number').on(t.paradeNumber),
  ],
)

/** The quantity taken of each extra that a parade has or had; updated by triggers. */
export const extraCounts = sqliteTable(
  'extra_counts',
  {
    paradeId: integer()
      .notNull()
      .references(() => parades.id, { onDelete: 'cascade' }),
    extraId: integer().notNull(),
    takenCount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.paradeId, t.extraId] })],
)

/** Proposed parades of the next season, made from those of the last one; only management sees them. */
export const paradeDrafts = sqliteTable(
  'parade_drafts',
  {
    id: id(),
    /** The parade from which the proposal was made. */
    sourceId: integer()
      .notNull()
      .references(() => parades.id),
    /** The year of the season's Ash Wednesday. */
    season: integer().notNull(),
    /** JSON: the fields of the parade form. */
    fields: text().notNull(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    uniqueIndex('parade_drafts_once').on(t.sourceId, t.season),
    index('parade_drafts_by_season').on(t.season),
  ],
)
