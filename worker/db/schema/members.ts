import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { type Duty, type HonorType, membershipStates } from '#worker/domain/codes.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { flag, id, optionalText, version } from './columns.ts'
import { honorRules, offices } from './guild.ts'
import { imports } from './imports.ts'
import { users } from './users.ts'

/** The fields of a member except the timespans, which have a table, and the technical columns. */
type MemberColumn =
  | Exclude<keyof MemberFields, 'membershipActiveTimespan'>
  | 'id'
  | 'firstNameKey'
  | 'lastNameKey'
  | 'maidenNameKey'
  | 'createdAt'
  | 'updatedAt'
  | 'version'
  | 'anonymisedAt'
  | 'importId'

export const members = sqliteTable(
  'members',
  {
    id: id(),
    memberNumber: integer().notNull().default(0),
    firstName: text().notNull(),
    lastName: text().notNull(),
    maidenName: optionalText(),
    /** Normalised names (domain/names.ts), by which search, matching and duplicates compare. */
    firstNameKey: text().notNull(),
    lastNameKey: text().notNull(),
    maidenNameKey: optionalText(),
    addressStreet: optionalText(),
    addressNumber: optionalText(),
    addressPlz: optionalText(),
    addressTown: optionalText(),
    birthday: text(),
    dateJoined: text(),
    dateLeft: text(),
    phone: optionalText(),
    phoneMobile: optionalText(),
    eMail: text('e_mail').notNull().default(''),
    membershipState: text({ enum: membershipStates }).notNull().default('Active'),
    comment: optionalText(),
    bankingIban: optionalText(),
    bankingBic: optionalText(),
    bankingAccountOwner: optionalText(),
    bankingBank: optionalText(),
    bankingSepaAllowed: flag(),
    bankingSepaAllowedDate: text(),
    individualFeeInCent: integer(),
    individualFeeReason: optionalText(),
    mandateReference: optionalText(),
    /** The number of parades up to the day `paradesBeforeUntil` inclusive; day null = all are in the register. */
    paradesBefore: integer().notNull().default(0),
    paradesBeforeUntil: text(),
    /** Whether the member gets no circulars. */
    mailOptOut: flag(),
    /** The member who pays this member's fee; null = the member. */
    payerId: integer().references((): AnySQLiteColumn => members.id),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
    version: version(),
    /** When the member was anonymised; null if not. */
    anonymisedAt: text(),
    /** The import that created the member; null = entered manually. */
    importId: integer().references(() => imports.id),
  } satisfies Record<MemberColumn, unknown>,
  (t) => [
    uniqueIndex('members_number').on(t.memberNumber).where(sql`member_number > 0`),
    index('members_by_name').on(t.lastNameKey, t.firstNameKey),
    index('members_by_maiden_name').on(t.maidenNameKey, t.firstNameKey),
    index('members_by_state').on(t.membershipState, t.birthday),
    index('members_by_birthday').on(t.birthday),
    index('members_by_birthday_day').on(t.membershipState, sql`substr(birthday, 6)`),
    index('members_by_stand').on(t.paradesBeforeUntil).where(sql`parades_before_until IS NOT NULL`),
    index('members_by_import').on(t.importId).where(sql`import_id IS NOT NULL`),
    index('members_by_reference').on(t.mandateReference).where(sql`mandate_reference <> ''`),
    index('members_by_payer').on(t.payerId).where(sql`payer_id IS NOT NULL`),
    index('members_by_address').on(sql`lower(trim(e_mail))`).where(sql`e_mail <> ''`),
  ],
)

/** Periods of active membership; at most one is open. */
export const memberTimespans = sqliteTable(
  'member_timespans',
  {
    id: id(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    from: text('from_date').notNull(),
    to: text('to_date'),
  },
  (t) => [
    index('member_timespans_by_member').on(t.memberId, t.from),
    uniqueIndex('member_timespans_open').on(t.memberId).where(sql`to_date IS NULL`),
  ],
)

/** Exits and deaths, kept for their undo. An exit on a future day waits until then, at most one per member. */
export const memberExits = sqliteTable(
  'member_exits',
  {
    id: id(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    state: text({ enum: ['Left', 'Died'] }).notNull(),
    /** The day of the exit or death, which is the last day of membership. */
    date: text().notNull(),
    stateBefore: text({ enum: membershipStates }).notNull(),
    dateLeftBefore: text(),
    /** JSON: the rows that ended with the exit, with their values before. */
    ended: text().notNull(),
    recordedAt: text().notNull(),
    recordedBy: integer()
      .notNull()
      .references(() => users.id),
    effectiveAt: text(),
    undoneAt: text(),
  },
  (t) => [
    uniqueIndex('member_exits_waiting')
      .on(t.memberId)
      .where(sql`effective_at IS NULL AND undone_at IS NULL`),
    index('member_exits_due').on(t.date).where(sql`effective_at IS NULL AND undone_at IS NULL`),
    index('member_exits_by_member').on(t.memberId, t.id),
  ],
)

/** Periods in which members held duties. */
export const dutyEntries = sqliteTable(
  'duty_entries',
  {
    id: id(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    duty: text()
      .$type<Duty>()
      .notNull()
      .references(() => offices.code),
    from: text('from_date').notNull(),
    to: text('to_date'),
    comment: optionalText(),
    version: version(),
  },
  (t) => [
    index('duty_entries_by_member').on(t.memberId, t.from),
    index('duty_entries_by_duty').on(t.duty, t.to),
  ],
)

export const honors = sqliteTable(
  'honors',
  {
    id: id(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    type: text()
      .$type<HonorType>()
      .notNull()
      .references(() => honorRules.type),
    date: text().notNull(),
    comment: optionalText(),
    version: version(),
  },
  (t) => [
    uniqueIndex('honors_once').on(t.memberId, t.type).where(sql`type <> 'Extra_Certificate'`),
    index('honors_by_member').on(t.memberId, t.date),
    index('honors_by_type').on(t.type, t.date),
  ],
)
