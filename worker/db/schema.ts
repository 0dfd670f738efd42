import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  actKinds,
  actOutcomes,
  ageClasses,
  assemblyChoices,
  attendances,
  auditEntities,
  auditOps,
  auditVias,
  challengePurposes,
  doors,
  duties,
  feeBookingKinds,
  feeLetterKinds,
  grids,
  honorBases,
  honorTypes,
  importDecisions,
  importKinds,
  importStates,
  letterChannels,
  linkPurposes,
  mailKinds,
  mailStates,
  membershipStates,
  orderAttentions,
  orderEvents,
  orderStates,
  participationStates,
  paymentMethods,
  paymentProviders,
  refundReasons,
  refundStates,
  roles,
  selfCancels,
} from '#worker/domain/codes.ts'
import type { MemberFields } from '#worker/domain/member.ts'
import { mailbox } from './mailbox.ts'
import { unmatchedPersonKey } from './unmatched-person.ts'

// The picture of the data. The migrations are the law (CHECK constraints stand there only); a test
// holds both against each other. What a code may be stands here and at the door only: `text({ enum })`
// and zod. Dates are 'YYYY-MM-DD', instants ISO 8601 in UTC.

const id = () => integer().primaryKey({ autoIncrement: true })
const flag = () => integer({ mode: 'boolean' }).notNull().default(false)
const word = () => text().notNull().default('')
/** Moved on by every save of what people enter. */
const version = () => integer().notNull().default(0)

// ── Staff ──────────────────────────────────────────────────────────────────────────────────

export const users = sqliteTable(
  'users',
  {
    id: id(),
    emailAddress: text().notNull().unique(),
    firstName: word(),
    lastName: word(),
    passwordHash: text().notNull(),
    /** Raised to end every session of this user at once. */
    tokenVersion: integer().notNull().default(0),
    locked: flag(),
    createdAt: text().notNull(),
    /** Ends the letters that this user writes to many. */
    mailSignature: word(),
    /** SHA-256 of what opens the calendar of this user, in hex; null = there is none. */
    calendarHash: text(),
  },
  (t) => [uniqueIndex('users_calendar').on(t.calendarHash).where(sql`calendar_hash IS NOT NULL`)],
)

/** A filter, order and columns of a list under a name; `search` is the address behind the "?". */
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

export const loginFailures = sqliteTable(
  'login_failures',
  {
    id: id(),
    /** The address as typed (normalised), whether a user has it or not, as a keyed hash. */
    addressKey: text().notNull(),
    /** Where it was typed, as a keyed hash. */
    networkKey: text().notNull(),
    failedAt: text().notNull(),
  },
  (t) => [
    index('login_failures_by_key').on(t.addressKey, t.networkKey, t.failedAt),
    index('login_failures_by_time').on(t.failedAt),
  ],
)

/** A sign-in on a device: a token is as good as its session. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: text().notNull(),
    lastSeenAt: text().notNull(),
    /** "Firefox unter Windows", as the browser says itself. */
    device: word(),
    /** On a shared device it moves with every reported input. */
    expiresAt: text().notNull(),
    endedAt: text(),
    /** When the password or a passkey was last shown. */
    confirmedAt: text().notNull(),
    /** "Dieses Gerät benutzen mehrere" */
    shared: flag(),
  },
  (t) => [
    index('sessions_by_user').on(t.userId, t.expiresAt),
    index('sessions_by_expiry').on(t.expiresAt),
  ],
)

/** The way in for who is invited or has lost the password; used once. */
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
    /** base64url, as the browser names it. */
    credentialId: text().notNull(),
    /** base64url */
    publicKey: text().notNull(),
    counter: integer().notNull().default(0),
    /** Comma-separated, as the browser said them. */
    transports: word(),
    name: word(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
  },
  (t) => [
    uniqueIndex('passkeys_credential').on(t.credentialId),
    index('passkeys_by_user').on(t.userId, t.id),
  ],
)

/** What a passkey has to sign, once. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    id: text().primaryKey(),
    /** null = nobody has said yet who they are. */
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

/** A browser in which a user has signed in: a later sign-in there sends no mail. */
export const knownBrowsers = sqliteTable(
  'known_browsers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Keyed hash of what the browser's cookie holds. */
    browserKey: text().notNull(),
    lastSeenAt: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.browserKey] }),
    index('known_browsers_by_time').on(t.lastSeenAt),
  ],
)

// ── History ────────────────────────────────────────────────────────────────────────────────

/** Who writes at this moment: one row, filled and emptied within the batch that writes. */
export const auditContext = sqliteTable('audit_context', {
  id: integer().primaryKey(),
  via: text({ enum: auditVias }),
  userId: integer(),
  requestId: text(),
  act: text(),
  at: text(),
})

/** A line for each row that was changed, written by the triggers, or for something that happened. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: id(),
    at: text().notNull(),
    via: text({ enum: auditVias }).notNull(),
    userId: integer(),
    requestId: text().notNull(),
    /** Method and route, or what the cron or a command did. */
    act: text().notNull(),
    entity: text({ enum: auditEntities }).notNull(),
    entityId: integer().notNull(),
    memberId: integer(),
    costumeId: integer(),
    paradeId: integer(),
    op: text({ enum: auditOps }).notNull(),
    /** JSON: {"field":[old,new]}; null = forgotten. */
    changes: text(),
    /** The request that took it back. */
    undoneBy: text(),
    /** What an undo takes; NULL refuses. */
    claim: integer().notNull().default(0),
  },
  (t) => [
    index('audit_entries_by_request').on(t.requestId),
    index('audit_entries_by_entity').on(t.entity, t.entityId, t.id),
    index('audit_entries_by_member').on(t.memberId, t.id).where(sql`member_id IS NOT NULL`),
    index('audit_entries_by_costume').on(t.costumeId, t.id).where(sql`costume_id IS NOT NULL`),
    index('audit_entries_by_parade').on(t.paradeId, t.id).where(sql`parade_id IS NOT NULL`),
    index('audit_entries_by_time').on(t.at),
  ],
)

// ── Members ────────────────────────────────────────────────────────────────────────────────

/** Every field of a member but the timespans, which have their table, and what is kept beside them. */
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
    maidenName: word(),
    /** Normalised names (domain/names.ts): search, matching, duplicates. */
    firstNameKey: text().notNull(),
    lastNameKey: text().notNull(),
    maidenNameKey: word(),
    addressStreet: word(),
    addressNumber: word(),
    addressPlz: word(),
    addressTown: word(),
    birthday: text(),
    dateJoined: text(),
    dateLeft: text(),
    phone: word(),
    phoneMobile: word(),
    eMail: text('e_mail').notNull().default(''),
    membershipState: text({ enum: membershipStates }).notNull().default('Active'),
    comment: word(),
    bankingIban: word(),
    bankingBic: word(),
    bankingAccountOwner: word(),
    bankingBank: word(),
    bankingSepaAllowed: flag(),
    bankingSepaAllowedDate: text(),
    individualFeeInCent: integer(),
    individualFeeReason: word(),
    mandateReference: word(),
    /** Sprünge before the register began, counted until this day inclusive; null = none are known. */
    paradesBefore: integer().notNull().default(0),
    paradesBeforeUntil: text(),
    /** Gets no letters that go to many. */
    mailOptOut: flag(),
    /** Pays the fee for this member; null = the member. */
    payerId: integer().references((): AnySQLiteColumn => members.id),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
    version: version(),
    /** Made nobody's at this instant; null = still somebody. */
    anonymisedAt: text(),
    /** The file the member came with; null = entered by hand. */
    importId: integer().references(() => imports.id),
  } satisfies Record<MemberColumn, unknown>,
  (t) => [
    uniqueIndex('members_number').on(t.memberNumber).where(sql`member_number > 0`),
    index('members_by_name').on(t.lastNameKey, t.firstNameKey),
    index('members_by_maiden_name').on(t.maidenNameKey, t.firstNameKey),
    index('members_by_state').on(t.membershipState, t.birthday),
    index('members_by_birthday').on(t.birthday),
    index('members_by_stand').on(t.paradesBeforeUntil).where(sql`parades_before_until IS NOT NULL`),
    index('members_by_import').on(t.importId).where(sql`import_id IS NOT NULL`),
    index('members_by_payer').on(t.payerId).where(sql`payer_id IS NOT NULL`),
    index('members_by_address').on(sql`lower(trim(e_mail))`).where(sql`e_mail <> ''`),
  ],
)

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

export const honors = sqliteTable(
  'honors',
  {
    id: id(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    type: text({ enum: honorTypes })
      .notNull()
      .references(() => honorRules.type),
    date: text().notNull(),
    comment: word(),
    version: version(),
  },
  (t) => [
    uniqueIndex('honors_once').on(t.memberId, t.type).where(sql`type <> 'Extra_Certificate'`),
    index('honors_by_member').on(t.memberId, t.date),
    index('honors_by_type').on(t.type, t.date),
  ],
)

/**
 * What somebody did about an honor of an assembly: a row is there where something was done. Who is due
 * is computed.
 */
export const assemblyHonors = sqliteTable(
  'assembly_honors',
  {
    id: id(),
    /** The day of the assembly. */
    date: text().notNull(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    type: text({ enum: honorTypes })
      .notNull()
      .references(() => honorRules.type),
    /** Of the person: the same in all their rows of the day. null = nobody has said. */
    attendance: text({ enum: attendances }),
    choice: text({ enum: assemblyChoices }),
    invitedOn: text(),
    orderedOn: text(),
    handedOverOn: text(),
    /** The request that entered the honor. */
    act: text(),
    /** The honor that was entered; null again when it is removed. */
    honorId: integer().references(() => honors.id, { onDelete: 'set null' }),
    note: word(),
  },
  (t) => [
    uniqueIndex('assembly_honors_once').on(t.date, t.memberId, t.type),
    index('assembly_honors_by_member').on(t.memberId),
    index('assembly_honors_by_type').on(t.type),
    index('assembly_honors_by_act').on(t.act).where(sql`act IS NOT NULL`),
    index('assembly_honors_by_honor').on(t.honorId).where(sql`honor_id IS NOT NULL`),
    index('assembly_honors_by_order').on(t.orderedOn).where(sql`ordered_on IS NOT NULL`),
    index('assembly_honors_to_hand_over')
      .on(t.date)
      .where(sql`honor_id IS NOT NULL AND handed_over_on IS NULL`),
    index('assembly_honors_in_drawer')
      .on(t.date)
      .where(sql`ordered_on IS NOT NULL AND honor_id IS NULL AND handed_over_on IS NULL`),
  ],
)

export const dutyEntries = sqliteTable(
  'duty_entries',
  {
    id: id(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    duty: text({ enum: duties }).notNull(),
    from: text('from_date').notNull(),
    to: text('to_date'),
    comment: word(),
    version: version(),
  },
  (t) => [
    index('duty_entries_by_member').on(t.memberId, t.from),
    index('duty_entries_by_duty').on(t.duty, t.to),
  ],
)

/** Leaving on a day to come: waits until it took effect or was taken back. One waiting a member. */
export const memberExits = sqliteTable(
  'member_exits',
  {
    id: id(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    state: text({ enum: ['Left'] }).notNull(),
    /** The last day of membership. */
    date: text().notNull(),
    stateBefore: text({ enum: membershipStates }).notNull(),
    dateLeftBefore: text(),
    /** JSON: what was ended with it, each with its value before. */
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

/** Two records of one person that were made one; what it takes to part them again. */
export const memberMerges = sqliteTable(
  'member_merges',
  {
    id: id(),
    keptId: integer()
      .notNull()
      .references(() => members.id),
    /** Is no member any more; links to it lead to the kept one. */
    goneId: integer().notNull(),
    mergedAt: text().notNull(),
    mergedBy: integer()
      .notNull()
      .references(() => users.id),
    undoneAt: text(),
    undoneBy: integer().references(() => users.id),
  },
  (t) => [
    index('member_merges_by_kept').on(t.keptId),
    index('member_merges_by_gone').on(t.goneId),
    index('member_merges_by_time').on(t.mergedAt),
  ],
)

/** What both records were, row by row; gone after 30 days. */
export const memberMergeRows = sqliteTable(
  'member_merge_rows',
  {
    mergeId: integer()
      .notNull()
      .references(() => memberMerges.id),
    seq: integer().notNull(),
    /** The table's name. */
    entity: text().notNull(),
    rowId: integer().notNull(),
    /** JSON of the row; null = it was not there. */
    before: text(),
    after: text(),
  },
  (t) => [primaryKey({ columns: [t.mergeId, t.seq] })],
)

/** Two members who look like one and are two. */
export const memberNoDuplicates = sqliteTable(
  'member_no_duplicates',
  {
    /** The lower number of the two. */
    memberId: integer()
      .notNull()
      .references(() => members.id),
    otherId: integer()
      .notNull()
      .references(() => members.id),
    at: text().notNull(),
    by: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.otherId] }),
    index('member_no_duplicates_by_other').on(t.otherId),
  ],
)

// ── Costumes ───────────────────────────────────────────────────────────────────────────────

export const costumeTypes = sqliteTable('costume_types', {
  id: id(),
  name: text().notNull(),
  nameKey: text().notNull().unique(),
})

export const costumes = sqliteTable(
  'costumes',
  {
    id: id(),
    number: text().notNull(),
    /** domain/costume-number.ts: trimmed, case folded, blanks out. */
    numberKey: text().notNull(),
    costumeTypeId: integer()
      .notNull()
      .references(() => costumeTypes.id),
    registeredSince: text(),
    registeredUntil: text(),
    comment: word(),
    version: version(),
  },
  (t) => [
    // A number is given out again once its costume is deregistered.
    uniqueIndex('costumes_number')
      .on(t.costumeTypeId, t.numberKey)
      .where(sql`registered_until IS NULL`),
    index('costumes_by_type').on(t.costumeTypeId),
  ],
)

export const costumeOwnerships = sqliteTable(
  'costume_ownerships',
  {
    id: id(),
    costumeId: integer()
      .notNull()
      .references(() => costumes.id),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    ownedFrom: text().notNull(),
    ownedTo: text(),
  },
  (t) => [
    uniqueIndex('costume_ownerships_open').on(t.costumeId).where(sql`owned_to IS NULL`),
    index('costume_ownerships_by_costume').on(t.costumeId, t.ownedFrom, t.id),
    index('costume_ownerships_by_member').on(t.memberId, t.ownedFrom),
  ],
)

// ── Parades, orders, participations ────────────────────────────────────────────────────────

export const parades = sqliteTable(
  'parades',
  {
    id: id(),
    title: text().notNull(),
    host: text().notNull(),
    hostTown: word(),
    hostPlz: word(),
    /** Normalised host, title and town in one line: the host search, and which parade is entered already. */
    searchKey: text().notNull(),
    date: text().notNull(),
    paradeNumber: integer().notNull().default(0),
    comment: word(),
    priceForAdultsInCent: integer().notNull().default(0),
    priceForChildrenInCent: integer().notNull().default(0),
    dateEnrolmentStart: text().notNull(),
    dateEnrolmentEnd: text().notNull(),
    isChildParade: flag(),
    /** It does not take place; null = it does. */
    cancelledAt: text(),
    cancelledBy: integer().references(() => users.id),
    cancelReason: word(),
    version: version(),
    /** Of the booked places; kept by triggers. */
    registrationCount: integer().notNull().default(0),
    confirmedCount: integer().notNull().default(0),
  },
  (t) => [
    index('parades_by_date').on(t.date, t.paradeNumber),
    index('parades_by_enrolment_end').on(t.dateEnrolmentEnd, t.date),
    index('parades_by_host').on(t.host, t.hostPlz, t.hostTown),
    index('parades_by_title').on(t.title),
    index('parades_by_number').on(t.paradeNumber),
  ],
)

/** What next season may bring, proposed from the last; nobody but management sees it. */
export const paradeDrafts = sqliteTable(
  'parade_drafts',
  {
    id: id(),
    /** The parade it was proposed from. */
    sourceId: integer()
      .notNull()
      .references(() => parades.id),
    /** The season's Ash Wednesday is in this year. */
    season: integer().notNull(),
    /** JSON: the form's fields. */
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

export const orders = sqliteTable(
  'orders',
  {
    id: id(),
    /** Random; opens the order for its payer, and is theirs alone. */
    token: text().notNull().unique(),
    /** Random; what providers and the addresses they come back to know it by. */
    returnToken: text().notNull(),
    /** The same request again while it is pending: domain/enrolment.ts. */
    requestKey: text().notNull(),
    state: text({ enum: orderStates }).notNull(),
    amountInCent: integer().notNull(),
    currency: text().notNull().default('EUR'),
    provider: text({ enum: paymentProviders }).notNull(),
    providerRef: text().unique(),
    redirectUrl: text(),
    /** How many places the order was written with: late money is for all of them or none. */
    placeCount: integer().notNull(),
    /** Until this instant the places of a pending order are held. */
    holdUntil: text().notNull(),
    emailAddress: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    successUrl: text().notNull(),
    errorUrl: text().notNull(),
    createdAt: text().notNull(),
    paidAt: text(),
    closedAt: text(),
    /** What the provider says that came in; null before. */
    receivedInCent: integer(),
    /** Why people have to look at it; null once somebody has dealt with it. */
    attention: text({ enum: orderAttentions }),
    disputedAt: text(),
    /** The network it came from, as a keyed hash; forgotten after an hour. */
    networkKey: text(),
  },
  (t) => [
    uniqueIndex('orders_return_token').on(t.returnToken),
    index('orders_by_network').on(t.networkKey).where(sql`network_key IS NOT NULL`),
    index('orders_by_address').on(sql`lower(email_address)`, t.createdAt),
    index('orders_by_mailbox').on(mailbox(sql`email_address`), t.createdAt),
    uniqueIndex('orders_same_request').on(t.requestKey).where(sql`state = 'pending'`),
    index('orders_by_state').on(t.state, t.holdUntil),
    index('orders_attention').on(t.attention).where(sql`attention IS NOT NULL`),
    index('orders_by_creation').on(t.createdAt),
  ],
)

export const participations = sqliteTable(
  'participations',
  {
    id: id(),
    paradeId: integer()
      .notNull()
      .references(() => parades.id),
    /** null = not matched to a member. */
    memberId: integer().references(() => members.id),
    orderId: integer().references(() => orders.id),
    door: text({ enum: doors }).notNull(),
    state: text({ enum: participationStates }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    birthday: text(),
    /** `m:{memberId}` or `p:{first}|{last}|{birthday}`: domain/enrolment.ts. */
    personKey: text().notNull(),
    /** Who was given at the door: `p:…` a name, `m:…` a member that was picked. Never changes. */
    givenKey: text().notNull().default(''),
    costumeTypeId: integer()
      .notNull()
      .references(() => costumeTypes.id),
    /** null = a number the register does not know (people borrow). */
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
    /** The fee was paid by hand and given back, since the parade is called off. */
    cashReturnedAt: text(),
    cashReturnedBy: integer().references(() => users.id),
    /** With what it was matched in one go; null = by no act, or not matched. */
    matchActId: integer().references(() => matchActs.id),
    /** Of the person in this order, on all their places: what their QR code names. '' = none. */
    checkInCode: word(),
    /** Belongs to no member, as somebody has said: nobody is asked who it is. */
    isGuest: flag(),
    /** The fee was noted as cash although the guild had turned that off. */
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
    // Who is behind them: `unmatchedPerson` of domain/enrolment.ts.
    index('participations_unmatched')
      .on(sql.raw(unmatchedPersonKey))
      .where(sql`member_id IS NULL AND state = 'booked' AND is_guest = 0`),
    uniqueIndex('participations_check_in_code')
      .on(t.paradeId, t.checkInCode)
      .where(sql`check_in_code <> ''`),
  ],
)

/**
 * What was done on the parade day, as devices and staff tell it: each once, by the id that the device
 * made. Neither parade nor participation is a foreign key: what an act names may be gone.
 */
export const checkInActs = sqliteTable(
  'check_in_acts',
  {
    id: text().primaryKey(),
    kind: text({ enum: actKinds }).notNull(),
    paradeId: integer().notNull(),
    /** Whom it is about; of an entry whom it made, or who stood in its way. null = nobody known. */
    participationId: integer(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** What the device calls itself; '' = without one. */
    device: word(),
    /** When it was done, as far as the device can be believed; the newest wins. */
    actedAt: text().notNull(),
    receivedAt: text().notNull(),
    outcome: text({ enum: actOutcomes }).notNull(),
    /** Why it was refused: error code and sentence. */
    code: text(),
    message: text(),
  },
  (t) => [
    index('check_in_acts_newest').on(t.participationId, t.actedAt),
    index('check_in_acts_by_parade').on(t.paradeId),
    index('check_in_acts_by_time').on(t.receivedAt),
  ],
)

/** Somebody said who these participations are; what was said in one go is undone in one go. */
export const matchActs = sqliteTable('match_acts', {
  id: id(),
  at: text().notNull(),
  by: integer()
    .notNull()
    .references(() => users.id),
})

export const orderRefunds = sqliteTable(
  'order_refunds',
  {
    /** What is given back: `order-7`, `place-12`, `double-tr_1`, `outside-…`. Never twice. */
    key: text().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** null = all that is left of the order. */
    participationId: integer().references(() => participations.id, { onDelete: 'set null' }),
    /** The parade of that place, as it was called then. */
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

/** One line for each thing that happened to an order, in the order it happened. */
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
    /** null = nobody of the staff: the payer, the provider or the cron. */
    userId: integer().references(() => users.id),
  },
  (t) => [index('order_history_by_order').on(t.orderId, t.id)],
)

/** The outbox: written in the batch that it tells of, sent after the answer. */
export const mails = sqliteTable(
  'mails',
  {
    id: id(),
    /** What it tells of: `enrolled-7`, `refunded-place-12`. Nobody hears the same thing twice. */
    key: text().notNull().unique(),
    /** null = about no order. */
    orderId: integer().references(() => orders.id),
    kind: text({ enum: mailKinds }).notNull(),
    refundKey: text().references(() => orderRefunds.key),
    state: text({ enum: mailStates }).notNull(),
    attempts: integer().notNull().default(0),
    notBefore: text().notNull(),
    createdAt: text().notNull(),
    sentAt: text(),
    /** Of a mail about a parade; null when the parade was deleted since. */
    paradeId: integer().references(() => parades.id, { onDelete: 'set null' }),
    /** Of a mail to somebody without an order. */
    participationId: integer().references(() => participations.id, { onDelete: 'set null' }),
    /** null = the order's. */
    emailAddress: text(),
    /** Why the parade was called off, as it was said then. */
    paradeReason: word(),
    /** Of a mail to staff. */
    userId: integer().references(() => users.id),
    userLinkId: integer().references(() => userLinks.id, { onDelete: 'set null' }),
    disclosureId: integer().references(() => disclosures.id, { onDelete: 'set null' }),
    /** Of a letter to many. */
    circularId: integer().references(() => circulars.id),
    /** Of a letter about a fee. */
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
    // What is about an order or an account goes before what is written to many.
    index('mails_open')
      .on(t.state, sql`circular_id IS NOT NULL`, t.notBefore)
      .where(sql`state IN ('waiting', 'sending')`),
  ],
)

/** What was written to many members at once; its letters are rows of `mails`. */
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
    /** What waits is not due; null = it goes out. */
    stoppedAt: text(),
    /** Its mails, so that what is out need not be counted. */
    mailCount: integer().notNull(),
    /** The provider takes no more today: what waits is not due before. */
    pausedUntil: text(),
    /** Who wrote what to whom, as a hash: pressed twice it goes out once. */
    requestKey: text().notNull(),
  },
  (t) => [
    index('circulars_by_time').on(t.createdAt),
    index('circulars_running').on(t.id).where(sql`stopped_at IS NULL`),
    index('circulars_by_request').on(t.requestKey, t.createdAt),
  ],
)

export const circularRecipients = sqliteTable(
  'circular_recipients',
  {
    circularId: integer()
      .notNull()
      .references(() => circulars.id),
    /** One letter an address, however many read it there. */
    emailAddress: text().notNull(),
    /** JSON: the numbers of those it is written to, in their order. */
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

/** The books of the test payment: what a real provider would keep on its side. */
export const sandboxPayments = sqliteTable('sandbox_payments', {
  ref: text().primaryKey(),
  state: text({ enum: ['open', 'paid', 'cancelled', 'refunded'] }).notNull(),
  amountInCent: integer().notNull(),
  currency: text().notNull(),
  description: text().notNull(),
  returnUrl: text().notNull(),
  createdAt: text().notNull(),
})

/** The test payment's own book of refunds: the same key pays back once. */
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

// ── Fairness ───────────────────────────────────────────────────────────────────────────────

/** What a network holds and has paid, by the ten minutes in which its orders were made; kept two hours. */
export const networkLoad = sqliteTable(
  'network_load',
  {
    networkKey: text().notNull(),
    /** The instant its ten minutes begin. */
    slot: text().notNull(),
    /** Places that are held unpaid, or were given back, or cost nothing. */
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
    /** What, and by whom as a keyed hash: `orderLinks-…`. */
    key: text().notNull(),
    /** The instant it was asked at: it counts for an hour from then on. */
    at: text().notNull(),
    /** Of the same instant. */
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.key, t.at] }), index('hourly_counts_by_time').on(t.at)],
)

/** Who was refused where, why and how often; kept 30 days. */
export const refusals = sqliteTable(
  'refusals',
  {
    minute: text().notNull(),
    /** The method and the path as the router knows it: `POST /api/v1/auth/login`. */
    route: text().notNull(),
    /** The error's code. */
    code: text().notNull(),
    /** A keyed hash of its own; '' = on one's own machine, or one of very many. */
    networkKey: text().notNull().default(''),
    count: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.minute, t.route, t.code, t.networkKey] })],
)

// ── Operations ─────────────────────────────────────────────────────────────────────────────

/** When each part of the cron last ran. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  startedAt: text().notNull(),
  finishedAt: text(),
  failedAt: text(),
  cause: text(),
})

// ── What a guild brings along ─────────────────────────────────────────────────────────────

/** A file of one kind, from the upload to its undoing. */
export const imports = sqliteTable(
  'imports',
  {
    id: id(),
    kind: text({ enum: importKinds }).notNull(),
    state: text({ enum: importStates }).notNull().default('staged'),
    fileName: text().notNull(),
    /** Of the file's bytes, hexadecimal. */
    fileSha256: text().notNull(),
    /** JSON: the headings, what the reader left out, how many parts there will be. */
    head: text().notNull(),
    /** JSON, by the contract: which column is what, and what its words mean. */
    mapping: text().notNull().default('{}'),
    answers: text().notNull().default('{}'),
    /** JSON: how many rows have which verdict; of an undone one what went. */
    counts: text().notNull().default('{}'),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    doneAt: text(),
    doneBy: integer().references(() => users.id),
    undoneAt: text(),
    undoneBy: integer().references(() => users.id),
  },
  (t) => [
    index('imports_by_state').on(t.state, t.createdAt),
    index('imports_by_file').on(t.fileSha256),
  ],
)

/** What was in the file: gone with the commit, or after 24 hours. */
export const importParts = sqliteTable(
  'import_parts',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id),
    /** As uploaded, from 1. */
    part: integer().notNull(),
    /** A part is cut: no row may be longer than an archive can hold (domain/archive.ts). */
    chunk: integer().notNull(),
    body: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.part, t.chunk] })],
)

/** What somebody corrected or decided, by the row's number in the file. */
export const importRows = sqliteTable(
  'import_rows',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id),
    row: integer().notNull(),
    /** JSON: the cells that were corrected, by field; null = none. */
    values: text(),
    decision: text({ enum: importDecisions }),
    /** With `same`: whom. */
    memberId: integer(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] })],
)

/** What it did, row by row, so that it can be taken back for 30 days. */
export const importChanges = sqliteTable(
  'import_changes',
  {
    importId: integer()
      .notNull()
      .references(() => imports.id),
    seq: integer().notNull(),
    /** The table's name. */
    entity: text().notNull(),
    rowId: integer().notNull(),
    /** JSON of the columns that matter; null = the row was not there. */
    before: text(),
    after: text(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.seq] }),
    index('import_changes_by_row').on(t.entity, t.rowId),
  ],
)

/** How the columns of such a file were last read. */
export const importMappings = sqliteTable(
  'import_mappings',
  {
    headingsKey: text().notNull(),
    kind: text({ enum: importKinds }).notNull(),
    /** JSON, as in `imports`. */
    mapping: text().notNull(),
    usedAt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.headingsKey, t.kind] })],
)

/** A row that may not be written refuses the batch it stands in: `ok` is always 1. */
export const writeGuards = sqliteTable('write_guards', { ok: integer().notNull() })

/** The way in for the very first user; good while there is none. */
export const setupLinks = sqliteTable('setup_links', {
  /** SHA-256 of the token, hexadecimal. */
  hash: text().primaryKey(),
  createdAt: text().notNull(),
  expiresAt: text().notNull(),
})

// ── Rights of the people whose data these are ──────────────────────────────────────────────

/** Somebody asked what is stored of their address; the link goes to that address only. */
export const disclosures = sqliteTable(
  'disclosures',
  {
    id: id(),
    emailAddress: text().notNull(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    expiresAt: text().notNull(),
  },
  (t) => [
    index('disclosures_by_expiry').on(t.expiresAt),
    index('disclosures_by_user').on(t.createdBy),
    index('disclosures_by_address').on(sql`lower(email_address)`),
  ],
)

/** What was deleted because its time was over; a line a rule and night. */
export const retentionRuns = sqliteTable(
  'retention_runs',
  {
    id: id(),
    at: text().notNull(),
    /** A key of `retention` in domain/retention.ts. */
    rule: text().notNull(),
    rowCount: integer().notNull(),
  },
  (t) => [index('retention_runs_by_time').on(t.at)],
)

// ── Guild ──────────────────────────────────────────────────────────────────────────────────

/** One row, made by its migration and never changed: what tells this guild's backups from all others. */
export const guildIdentity = sqliteTable('guild_identity', {
  id: integer().primaryKey(),
  guildId: text().notNull(),
  /** Signs the lists of who was anonymised (scripts/archive/erasures.ts). */
  erasuresKey: text().notNull(),
})

export const guildSettings = sqliteTable('guild_settings', {
  id: integer().primaryKey(),
  name: word(),
  address: word(),
  creditorName: word(),
  creditorId: word(),
  creditorIban: word(),
  creditorBic: word(),
  sepaLeadDays: integer().notNull().default(5),
  assemblyDate: text(),
  /** Whether payers may give places back themselves, and what becomes of the money. */
  selfCancel: text({ enum: selfCancels }).notNull().default('off'),
  /** Allowed until this many days before the parade. */
  selfCancelDays: integer().notNull().default(7),
  // Impressum and Datenschutz: worker/guild/.
  legalName: word(),
  street: word(),
  plz: word(),
  town: word(),
  representatives: word(),
  contactEmail: word(),
  contactPhone: word(),
  registerCourt: word(),
  registerNumber: word(),
  vatId: word(),
  privacyContact: word(),
  /** Empty: the page is written from the fields. */
  imprintText: word(),
  privacyText: word(),
  accessibilityText: word(),
  /** Management signs in with a passkey only, from the day of `passkeysRequiredFrom` on. */
  passkeysRequired: flag(),
  /** JSON: the steps of a new guild (domain/codes.ts, `setupSteps`) that need no more doing. */
  setupSkipped: text().notNull().default('[]'),
  version: version(),
  /** What a family pays in a year at most; null = as much as its members. */
  familyCapInCent: integer(),
  /** Whether phones note cash while people are ticked off. */
  cashAtCheckIn: integer({ mode: 'boolean' }).notNull().default(true),
  /** The first day of `passkeysRequired`; null = it has been in force all along. */
  passkeysRequiredFrom: text(),
})

export const feeRules = sqliteTable(
  'fee_rules',
  {
    id: id(),
    validFrom: integer().notNull(),
    state: text({ enum: ['Active', 'Passive'] }).notNull(),
    ageFrom: integer().notNull().default(0),
    /** Inclusive; null = without an upper end. */
    ageTo: integer(),
    amountInCent: integer().notNull(),
  },
  (t) => [index('fee_rules_by_year').on(t.validFrom)],
)

/** The SEPA files that were made: a second one for the same year is warned of. */
export const sepaRuns = sqliteTable(
  'sepa_runs',
  {
    id: id(),
    /** Of the request that made it: by this alone its bookings and parts find it. */
    requestKey: text().notNull().unique(),
    messageId: text().notNull().unique(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    year: integer().notNull(),
    dueDate: text().notNull(),
    /** One a payer. */
    debitCount: integer().notNull(),
    claimCount: integer().notNull(),
    sumInCent: integer().notNull(),
    /** A file made without a run, handed in on this day; it is not kept here. */
    submittedOn: text(),
    fileSha256: text('file_sha256'),
    creditedOn: text(),
    voidedAt: text(),
    voidedBy: integer().references(() => users.id),
    voidReason: word(),
  },
  (t) => [
    index('sepa_runs_by_year').on(t.year, t.id),
    index('sepa_runs_by_due_date').on(t.dueDate).where(sql`voided_at IS NULL`),
    index('sepa_runs_void').on(t.id).where(sql`voided_at IS NOT NULL`),
  ],
)

/** The bytes of a run's file, packed with gzip. */
export const sepaRunParts = sqliteTable(
  'sepa_run_parts',
  {
    runId: integer()
      .notNull()
      .references(() => sepaRuns.id),
    part: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.part] })],
)

/** What a member owes for a year, as it was when the year was closed. Only a merge changes a row. */
export const feeClaims = sqliteTable(
  'fee_claims',
  {
    id: id(),
    year: integer().notNull(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    payerId: integer()
      .notNull()
      .references(() => members.id),
    amountInCent: integer().notNull(),
    reason: text().notNull(),
    /** It came with a second record of the member, and the other one is their claim of the year. */
    merged: flag(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    uniqueIndex('fee_claims_once').on(t.year, t.memberId).where(sql`merged = 0`),
    index('fee_claims_by_year').on(t.year, t.id),
    index('fee_claims_by_member').on(t.memberId, t.year),
    index('fee_claims_by_payer').on(t.payerId, t.year),
    index('fee_claims_by_creation').on(t.createdAt),
  ],
)

/** What was booked on a claim. No row is changed or deleted: `domain/fee-ledger.ts`. */
export const feeBookings = sqliteTable(
  'fee_bookings',
  {
    id: id(),
    claimId: integer()
      .notNull()
      .references(() => feeClaims.id),
    kind: text({ enum: feeBookingKinds }).notNull(),
    /** What it does to what is open: a payment is below zero. */
    amountInCent: integer().notNull(),
    day: text().notNull(),
    /** Of a debit, its return and what took either back. */
    runId: integer().references(() => sepaRuns.id),
    endToEndId: text(),
    mandateId: text(),
    reversesId: integer()
      .unique()
      .references((): AnySQLiteColumn => feeBookings.id),
    /** As the bank says why: AM04. */
    reasonCode: text(),
    /** What the bank took for a return; on the first claim of the debit. */
    bankChargeInCent: integer(),
    method: text({ enum: paymentMethods }),
    /** The line of the statement it was read from. */
    bankKey: text(),
    note: word(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    index('fee_bookings_by_claim').on(t.claimId, t.id),
    index('fee_bookings_by_run').on(t.runId).where(sql`run_id IS NOT NULL`),
    index('fee_bookings_by_debit')
      .on(t.endToEndId, t.claimId)
      .where(sql`end_to_end_id IS NOT NULL`),
    index('fee_bookings_collected').on(t.runId, t.mandateId).where(sql`kind = 'collected'`),
    index('fee_bookings_returned').on(t.claimId).where(sql`kind = 'returned'`),
    uniqueIndex('fee_bookings_once').on(t.bankKey, t.claimId).where(sql`bank_key IS NOT NULL`),
  ],
)

/** What a payer was written about fees. */
export const feeLetters = sqliteTable(
  'fee_letters',
  {
    id: id(),
    kind: text({ enum: feeLetterKinds }).notNull(),
    /** 1 to 3 of a reminder; 0 = of none. */
    step: integer().notNull().default(0),
    year: integer().notNull(),
    runId: integer().references(() => sepaRuns.id),
    payerId: integer()
      .notNull()
      .references(() => members.id),
    channel: text({ enum: letterChannels }).notNull(),
    dueOn: text().notNull(),
    createdAt: text().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    /** It was never sent, and counts for nothing; null = it counts. Of printed ones alone. */
    voidedAt: text(),
    voidedBy: integer().references(() => users.id),
  },
  (t) => [
    index('fee_letters_by_year').on(t.year, t.id),
    index('fee_letters_by_payer').on(t.payerId, t.id),
    index('fee_letters_by_run').on(t.runId).where(sql`run_id IS NOT NULL`),
  ],
)

export const feeLetterClaims = sqliteTable(
  'fee_letter_claims',
  {
    letterId: integer()
      .notNull()
      .references(() => feeLetters.id),
    claimId: integer()
      .notNull()
      .references(() => feeClaims.id),
    /** As the letter said. */
    openInCent: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.letterId, t.claimId] }),
    index('fee_letter_claims_by_claim').on(t.claimId),
  ],
)

export const honorRules = sqliteTable('honor_rules', {
  type: text({ enum: honorTypes }).primaryKey(),
  basis: text({ enum: honorBases }).notNull(),
  /** Parades or years; null for manual honors. */
  threshold: integer(),
  label: text().notNull(),
  /** Who awards it: an association ("VSAN"); "" = the guild itself. */
  issuer: word(),
  /** What its certificate says, with {Name}, {Ehrung}, {Jahre}, {Ämter}, {Datum}; "" = the usual words. */
  certificateText: word(),
})

/** The offices that count for a rule with basis dutyYears. */
export const honorRuleDuties = sqliteTable(
  'honor_rule_duties',
  {
    type: text({ enum: honorTypes })
      .notNull()
      .references(() => honorRules.type),
    duty: text({ enum: duties }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.type, t.duty] })],
)

/** A body is cut into parts: no row may be longer than an archive can hold (domain/archive.ts). */
export const preparedStatistics = sqliteTable(
  'prepared_statistics',
  {
    name: text().notNull(),
    part: integer().notNull(),
    day: text().notNull(),
    dataVersion: integer().notNull(),
    body: text().notNull(),
    preparedAt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.part] })],
)

export const dataVersion = sqliteTable('data_version', {
  id: integer().primaryKey(),
  /** Moved on by every write that a statistic reads. */
  version: integer().notNull().default(0),
  /** Another one by every write to what the list of the members answers. */
  membersVersion: integer().notNull().default(0),
})
