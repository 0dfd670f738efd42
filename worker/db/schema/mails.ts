import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mailKinds, mailStates } from '#worker/domain/codes.ts'
import { feeLetters } from './billing.ts'
import { id, optionalText } from './columns.ts'
import { orders } from './orders.ts'
import { parades } from './parades.ts'
import { participations } from './participations.ts'
import { orderRefunds } from './payments.ts'
import { disclosures } from './privacy.ts'
import { userLinks, users } from './users.ts'

/** A mail of staff to many members; each of its mails is a row of `mails`. */
export const circulars = sqliteTable(
  'circulars',
  {
    id: id(),
    subject: text().notNull(),
    body: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: text().notNull(),
    /** When staff stopped the circular; its waiting mails are not sent. */
    stoppedAt: text(),
    /** The number of the circular's mails, stored so that they need not be counted. */
    mailCount: integer().notNull(),
    /** Nothing is sent before this instant, since the provider's daily limit is reached. */
    pausedUntil: text(),
    /** Hash of author, text and recipients, so that a repeated request sends no second circular. */
    requestKey: text().notNull(),
  },
  (t) => [
    index('circulars_by_time').on(t.createdAt),
    index('circulars_running').on(t.id).where(sql`stopped_at IS NULL`),
    index('circulars_by_request').on(t.requestKey, t.createdAt),
  ],
)

/** The PDF files of a circular. */
export const circularAttachments = sqliteTable(
  'circular_attachments',
  {
    circularId: integer()
      .notNull()
      .references(() => circulars.id),
    number: integer().notNull(),
    name: text().notNull(),
    byteCount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.circularId, t.number] })],
)

export const circularAttachmentParts = sqliteTable(
  'circular_attachment_parts',
  {
    circularId: integer()
      .notNull()
      .references(() => circulars.id),
    number: integer().notNull(),
    part: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.circularId, t.number, t.part] })],
)

/** Subjects and texts saved by staff, from which circulars are begun. */
export const circularTemplates = sqliteTable('circular_templates', {
  id: id(),
  name: text().notNull(),
  nameKey: text().notNull().unique(),
  subject: text().notNull(),
  body: text().notNull(),
})

/** The outbox: a mail is stored in the commit that causes it, and sent after the response. */
export const mails = sqliteTable(
  'mails',
  {
    id: id(),
    /** The occasion of the mail, unique so that one occasion sends one mail: `enrolled-7`, `refunded-place-12`. */
    key: text().notNull().unique(),
    /** Null = the mail is not about an order. */
    orderId: integer().references(() => orders.id),
    kind: text({ enum: mailKinds }).notNull(),
    refundKey: text().references(() => orderRefunds.key),
    state: text({ enum: mailStates }).notNull(),
    attempts: integer().notNull().default(0),
    notBefore: text().notNull(),
    createdAt: text().notNull(),
    sentAt: text(),
    /** The parade that the mail is about; null = about none, or the parade was deleted. */
    paradeId: integer().references(() => parades.id, { onDelete: 'set null' }),
    /** The participation that the mail is about, if that has no order. */
    participationId: integer().references(() => participations.id, { onDelete: 'set null' }),
    /** The recipient; null = the address of the order. */
    emailAddress: text(),
    /** Why the parade was cancelled, as it was given when the mail was stored. */
    paradeReason: optionalText(),
    /** The user who gets the mail; null = the mail goes to no user. */
    userId: integer().references(() => users.id),
    userLinkId: integer().references(() => userLinks.id, { onDelete: 'set null' }),
    disclosureId: integer().references(() => disclosures.id, { onDelete: 'set null' }),
    /** The circular that the mail belongs to; null = none. */
    circularId: integer().references(() => circulars.id),
    /** The letter about fees that the mail contains; null = none. */
    letterId: integer().references(() => feeLetters.id),
  },
  (t) => [
    index('mails_by_letter').on(t.letterId).where(sql`letter_id IS NOT NULL`),
    index('mails_by_user').on(t.userId).where(sql`user_id IS NOT NULL`),
    index('mails_of_notices')
      .on(t.createdAt)
      .where(sql`user_id IS NOT NULL AND user_link_id IS NULL`),
    index('mails_by_user_link').on(t.userLinkId).where(sql`user_link_id IS NOT NULL`),
    index('mails_by_disclosure').on(t.disclosureId).where(sql`disclosure_id IS NOT NULL`),
    index('mails_by_address').on(sql`lower(email_address)`).where(sql`email_address IS NOT NULL`),
    index('mails_by_order').on(t.orderId),
    index('mails_by_refund').on(t.refundKey).where(sql`refund_key IS NOT NULL`),
    index('mails_by_parade').on(t.paradeId).where(sql`parade_id IS NOT NULL`),
    index('mails_by_participation').on(t.participationId).where(sql`participation_id IS NOT NULL`),
    index('mails_by_circular')
      .on(t.circularId, t.state, t.notBefore)
      .where(sql`circular_id IS NOT NULL`),
    index('mails_failed').on(t.createdAt).where(sql`state = 'failed' AND circular_id IS NULL`),
    // Mails about an order or an account are sent before those of a circular.
    index('mails_open')
      .on(t.state, sql`circular_id IS NOT NULL`, t.notBefore)
      .where(sql`state IN ('waiting', 'sending')`),
  ],
)

/** The recipients of a circular: one mail per address, for all members with that address. */
export const circularRecipients = sqliteTable(
  'circular_recipients',
  {
    circularId: integer()
      .notNull()
      .references(() => circulars.id),
    emailAddress: text().notNull(),
    /** JSON: the ids of the members, in order. */
    memberIds: text().notNull(),
    mailId: integer()
      .notNull()
      .references(() => mails.id),
  },
  (t) => [
    primaryKey({ columns: [t.circularId, t.emailAddress] }),
    index('circular_recipients_by_mail').on(t.mailId),
    index('circular_recipients_by_address').on(sql`lower(email_address)`),
  ],
)
