import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { unmatchedPersonKey } from '#worker/db/index-keys.ts'
import {
  actKinds,
  actOutcomes,
  ageClasses,
  doors,
  participationStates,
} from '#worker/domain/codes.ts'
import { flag, id, word } from './columns.ts'
import { costumes, costumeTypes } from './costumes.ts'
import { members } from './members.ts'
import { orders } from './orders.ts'
import { parades } from './parades.ts'
import { users } from './users.ts'

/** Participations that were matched in one request, to be undone together. */
export const matchActs = sqliteTable('match_acts', {
  id: id(),
  at: text().notNull(),
  by: integer()
    .notNull()
    .references(() => users.id),
})

/** A place in a parade. Member, costume and order may be missing. */
export const participations = sqliteTable(
  'participations',
  {
    id: id(),
    paradeId: integer()
      .notNull()
      .references(() => parades.id),
    /** Null = not matched to a member. */
    memberId: integer().references(() => members.id),
    orderId: integer().references(() => orders.id),
    door: text({ enum: doors }).notNull(),
    state: text({ enum: participationStates }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    birthday: text(),
    /** `m:{memberId}` or `p:{first}|{last}|{birthday}`: domain/enrolment.ts. */
    personKey: text().notNull(),
    /** As entered: `p:…` the typed name, `m:…` a picked member. Never changes. */
    givenKey: text().notNull().default(''),
    costumeTypeId: integer()
      .notNull()
      .references(() => costumeTypes.id),
    /** Null = a number that is not in the register, as of a borrowed costume. */
    costumeId: integer().references(() => costumes.id),
    costumeNumber: word(),
    costumeNumberKey: word(),
    ageClass: text({ enum: ageClasses }).notNull(),
    priceInCent: integer().notNull(),
    participationFeePayed: flag(),
    feePayedAt: text(),
    feePayedBy: integer().references(() => users.id),
    participationConfirmed: flag(),
    participationConfirmedAt: text(),
    confirmedBy: integer().references(() => users.id),
    cancelledAt: text(),
    cancelledBy: integer().references(() => users.id),
    createdAt: text().notNull(),
    createdBy: integer().references(() => users.id),
    /** Cash that was given back because the parade is called off. */
    cashReturnedAt: text(),
    cashReturnedBy: integer().references(() => users.id),
    /** The request that matched it, with others; null = not matched, or not by staff. */
    matchActId: integer().references(() => matchActs.id),
    /** The QR code of the person in this order, the same on all their places; '' = none. */
    checkInCode: word(),
    /** Staff said that the person belongs to no member, so it is not proposed for matching. */
    isGuest: flag(),
    /** A phone recorded cash although the guild had turned that off. */
    cashWhileOff: flag(),
  },
  (t) => [
    uniqueIndex('participations_person')
      .on(t.paradeId, t.personKey)
      .where(sql`state IN ('reserved', 'booked')`),
    uniqueIndex('participations_costume')
      .on(t.paradeId, t.costumeTypeId, t.costumeNumberKey)
      .where(sql`state IN ('reserved', 'booked') AND costume_number_key <> ''`),
    index('participations_by_parade').on(t.paradeId, t.state, t.participationConfirmed),
    index('participations_by_member').on(t.memberId, t.state, t.participationConfirmed),
    index('participations_by_order').on(t.orderId),
    index('participations_by_costume').on(t.costumeId),
    index('participations_by_costume_type').on(t.costumeTypeId),
    index('participations_by_person').on(t.personKey),
    index('participations_given')
      .on(t.paradeId, t.givenKey)
      .where(sql`state IN ('reserved', 'booked')`),
    index('participations_by_match_act').on(t.matchActId).where(sql`match_act_id IS NOT NULL`),
    // By person: `unmatchedPerson` of domain/enrolment.ts.
    index('participations_unmatched')
      .on(sql.raw(unmatchedPersonKey))
      .where(sql`member_id IS NULL AND state = 'booked' AND is_guest = 0`),
    uniqueIndex('participations_check_in_code')
      .on(t.paradeId, t.checkInCode)
      .where(sql`check_in_code <> ''`),
  ],
)

/**
 * What phones and staff report of the parade day; each act once, by the id that the device gave it. Neither
 * parade nor participation is a foreign key, since an act may name one that is deleted.
 */
export const checkInActs = sqliteTable(
  'check_in_acts',
  {
    id: text().primaryKey(),
    kind: text({ enum: actKinds }).notNull(),
    paradeId: integer().notNull(),
    /** The place it is about; of an on-site entry the new or the conflicting one. Null = unknown. */
    participationId: integer(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The device's name for itself; '' = no device. */
    device: word(),
    /** When it was done by the device's clock, within limits; the newest act wins. */
    actedAt: text().notNull(),
    receivedAt: text().notNull(),
    outcome: text({ enum: actOutcomes }).notNull(),
    /** Error code and sentence of a refused act. */
    code: text(),
    message: text(),
  },
  (t) => [
    index('check_in_acts_newest').on(t.participationId, t.actedAt),
    index('check_in_acts_by_parade').on(t.paradeId),
    index('check_in_acts_by_time').on(t.receivedAt),
  ],
)
