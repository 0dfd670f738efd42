import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { challengePurposes, grids, linkPurposes, roles } from '#worker/domain/codes.ts'
import { flag, id, optionalText } from './columns.ts'

export const users = sqliteTable(
  'users',
  {
    id: id(),
    emailAddress: text().notNull().unique(),
    firstName: optionalText(),
    lastName: optionalText(),
    passwordHash: text().notNull(),
    /** Increased to end all sessions of this user. */
    tokenVersion: integer().notNull().default(0),
    locked: flag(),
    createdAt: text().notNull(),
    /** The signature below the user's circulars. */
    mailSignature: optionalText(),
    /** SHA-256 (hex) of the token in the user's calendar address; null without one. */
    calendarHash: text(),
  },
  (t) => [uniqueIndex('users_calendar').on(t.calendarHash).where(sql`calendar_hash IS NOT NULL`)],
)

export const userRoles = sqliteTable(
  'user_roles',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    role: text({ enum: roles }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.role] })],
)

/** Failed sign-ins of the last hours. Address and network are keyed hashes. */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    id: id(),
    /** Keyed hash of the typed address (normalised), whether or not it belongs to a user. */
    addressKey: text().notNull(),
    /** Keyed hash of the network. */
    networkKey: text().notNull(),
    failedAt: text().notNull(),
  },
  (t) => [
    index('login_failures_by_key').on(t.addressKey, t.networkKey, t.failedAt),
    index('login_failures_by_time').on(t.failedAt),
  ],
)

/** A signed-in session on a device. A token is valid while its session is. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: text().notNull(),
    lastSeenAt: text().notNull(),
    /** Browser and system, for example "Firefox unter Windows". */
    device: optionalText(),
    /** When the session ends; on a shared device each reported input moves this instant. */
    expiresAt: text().notNull(),
    endedAt: text(),
    /** When the user last confirmed their identity by password or passkey. */
    confirmedAt: text().notNull(),
    /** Whether the user ticked "Dieses Gerät benutzen mehrere" at the sign-in. */
    shared: flag(),
  },
  (t) => [
    index('sessions_by_user').on(t.userId, t.expiresAt),
    index('sessions_by_expiry').on(t.expiresAt),
  ],
)

/** The browsers in which a user has signed in: a later sign-in there sends no mail. */
export const knownBrowsers = sqliteTable(
  'known_browsers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Keyed hash of the browser's random cookie. */
    browserKey: text().notNull(),
    lastSeenAt: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.browserKey] }),
    index('known_browsers_by_time').on(t.lastSeenAt),
  ],
)

/** Links to set the first or a new password; each can be used once. */
export const userLinks = sqliteTable(
  'user_links',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    purpose: text({ enum: linkPurposes }).notNull(),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
    usedAt: text(),
  },
  (t) => [
    index('user_links_by_user').on(t.userId, t.id),
    index('user_links_by_expiry').on(t.expiresAt),
  ],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The passkey's id in base64url, given by the browser. */
    credentialId: text().notNull(),
    /** The public key in base64url. */
    publicKey: text().notNull(),
    counter: integer().notNull().default(0),
    /** How a browser can reach the passkey ("internal,hybrid"), comma-separated, given by the browser. */
    transports: optionalText(),
    name: optionalText(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
  },
  (t) => [
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_by_user').on(t.userId, t.id),
  ],
)

/** A WebAuthn challenge, which can be used once. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    id: text().primaryKey(),
    /** The user for whom the challenge was made; null at sign-in, where the user is not known yet. */
    userId: integer().references(() => users.id),
    purpose: text({ enum: challengePurposes }).notNull(),
    challenge: text().notNull(),
    expiresAt: text().notNull(),
  },
  (t) => [
    index('passkey_challenges_by_user').on(t.userId).where(sql`user_id IS NOT NULL`),
    index('passkey_challenges_by_expiry').on(t.expiresAt),
  ],
)

/** The links to create the first user; valid while there is no user. */
export const setupLinks = sqliteTable('setup_links', {
  /** SHA-256 of the token, hexadecimal. */
  hash: text().primaryKey(),
  createdAt: text().notNull(),
  expiresAt: text().notNull(),
})

/** Filter, order and columns of a list, saved under a name. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    shared: flag(),
    grid: text({ enum: grids }).notNull(),
    name: text().notNull(),
    search: text().notNull(),
  },
  (t) => [
    uniqueIndex('saved_views_once').on(t.userId, t.grid, t.name),
    index('saved_views_shared').on(t.grid).where(sql`shared = 1`),
  ],
)
