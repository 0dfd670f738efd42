import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { unmatchedPersonKey } from '#worker/db/index-keys.ts'
import {
  actKinds,
  actOutcomes,
  ageClasses,
  enrolmentChannels,
  participationStates,
} from '#worker/domain/codes.ts'
import type { BookedExtra } from '#worker/domain/extras.ts'
import { flag, id, optionalText } from './columns.ts'
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

/** A person's place in a parade. Member, costume and order may be missing. */
export const participations = sqliteTable(
  'participations',
  {
    id: id(),
    paradeId: integer()
      .notNull()
      .references(() => parades.id),
    /** The member the person is; null = not matched. */
    memberId: integer().references(() => members.id),
    orderId: integer().references(() => orders.id),
    door: text({ enum: enrolmentChannels }).notNull(),
    state: text({ enum: participationStates }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    birthday: text(),
    /** The person's key, made by `personKey`: `m:{memberId}` or `p:{first}|{last}|{birthday}`. */
    personKey: text().notNull(),
    /** The person's key as entered: `p:…` for a typed name, `m:…` for a picked member. Never changes. */
    givenKey: text().notNull().default(''),
    costumeTypeId: integer()
      .notNull()
      .references(() => costumeTypes.id),
    /** Null = no registered costume has the number, for example a borrowed one. */
    costumeId: integer().references(() => costumes.id),
    costumeNumber: optionalText(),
    costumeNumberKey: optionalText(),
    ageClass: text({ enum: ageClasses }).notNull(),
    /** The price of the place, including its extras. */
    priceInCent: integer().notNull(),
    extras: text({ mode: 'json' }).$type<BookedExtra[]>().notNull().default([]),
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
    /** When cash was given back because the parade was cancelled. */
    cashReturnedAt: text(),
    cashReturnedBy: integer().references(() => users.id),
    /** The request that matched the person; null = not matched, or matched automatically. */
    matchActId: integer().references(() => matchActs.id),
    /** The code in the person's QR code, the same on all their places of an order; '' = none. */
    checkInCode: optionalText(),
    /** Who accompanies a minor, the version of the text that they consented to, and when; null = no guardian. */
    guardianName: text(),
    guardianPhone: text(),
    guardianConsent: integer(),
    guardianAt: text(),
    /** Staff marked the person as a guest, who is not proposed for matching. */
    isGuest: flag(),
    /** A phone noted cash although the guild had switched cash at the check-in off. */
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
    index('participations_by_guardian').on(t.paradeId).where(sql`guardian_name IS NOT NULL`),
    index('participations_by_match_act').on(t.matchActId).where(sql`match_act_id IS NOT NULL`),
    // Groups the unmatched places by person, as `unmatchedGroupKey` of domain/enrolment.ts does.
    index('participations_unmatched')
      .on(sql.raw(unmatchedPersonKey))
      .where(sql`member_id IS NULL AND state = 'booked' AND is_guest = 0`),
    uniqueIndex('participations_check_in_code')
      .on(t.paradeId, t.checkInCode)
      .where(sql`check_in_code <> ''`),
  ],
)

/**
 * The acts of phones and staff at a check-in, each stored once under the id that the device assigned. Parade
 * and participation are no foreign keys, since an act may refer to a deleted one.
 */
export const checkInActs = sqliteTable(
  'check_in_acts',
  {
    id: text().primaryKey(),
    kind: text({ enum: actKinds }).notNull(),
    paradeId: integer().notNull(),
    /** The participation the act was about, for an on-site entry the new or the conflicting one; null = unknown. */
    participationId: integer(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The id that the phone chose for itself; '' = the act came from no phone. */
    device: optionalText(),
    /** When the user acted, by the device's clock within limits; the newest act wins. */
    actedAt: text().notNull(),
    receivedAt: text().notNull(),
    outcome: text({ enum: actOutcomes }).notNull(),
    /** Error code and sentence of a rejected act. */
    code: text(),
    message: text(),
  },
  (t) => [
    index('check_in_acts_newest').on(t.participationId, t.actedAt),
    index('check_in_acts_by_parade').on(t.paradeId),
    index('check_in_acts_by_time').on(t.receivedAt),
  ],
)
