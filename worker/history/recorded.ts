import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  assemblyHonors,
  circularTemplates,
  costumeOwnerships,
  costumes,
  costumeTypes,
  dutyEntries,
  feeClaims,
  feeLetters,
  feeRules,
  guildSettings,
  honorRuleDuties,
  honorRules,
  honors,
  letterTexts,
  memberExits,
  memberMerges,
  memberNoDuplicates,
  members,
  memberTimespans,
  offices,
  parades,
  participations,
  passkeys,
  savedViews,
  sepaRuns,
  userRoles,
  users,
} from '#worker/db/schema.ts'
import type { AuditEntity } from '#worker/domain/codes.ts'
import { memberField, memberFieldNames, memberFields, namesOfGroup } from '#worker/domain/member.ts'

// Which tables and fields the history records: `npm run triggers` generates the triggers from this, and
// the undo reads it.

/** `tail`: only the last four characters are kept; `changed`: only the fact that a value is set. */
export type Mask = 'tail' | 'changed'

/** A table whose rows the journal keeps, before and after each change. */
export type Journalled = {
  table: SQLiteTable
  /** The column with the id of the member that the row belongs to. */
  memberId?: string
}

export type Recorded = Journalled & {
  /** Fields that users enter, without keys, counts, versions and timestamps. */
  fields: readonly string[]
  masks?: Readonly<Record<string, Mask>>
  /** For tables without an id: the columns that identify a row, always recorded, and its number, else 0. */
  names?: { keys: readonly string[]; id?: string }
  /** Further columns that assign the line to a costume or a parade. */
  costumeId?: string
  paradeId?: string
  /** Conditions (SQL); rows that do not meet them are recorded elsewhere or not at all. */
  onlyIf?: Partial<Record<'insert' | 'update' | 'delete', string>>
  /** Changes by the cron are not recorded: expired data that it deletes must not survive in a history line. */
  notByCron?: true
  /** The rows hold secrets, so the journal does not keep them and no undo restores them. */
  journalled?: false
}

/** Fields of the bank account, masked or not: an undo never restores them. */
export const bankFields = [...namesOfGroup('bank'), 'creditorIban', 'creditorBic']

type RecordedEntity = Exclude<
  AuditEntity,
  | 'session'
  | 'export'
  | 'disclosure'
  | 'import'
  | 'merge'
  | 'circular'
  | 'feeYear'
  | 'feeBooking'
  | 'feeLetter'
>

export const recorded = {
  member: {
    table: members,
    memberId: 'id',
    // In the order of the columns; the spans of membership are an entity of their own.
    fields: Object.keys(getTableColumns(members)).filter((name) => name in memberFields),
    masks: Object.fromEntries(
      memberFieldNames.flatMap((name) => {
        const { mask } = memberField(name)
        return mask ? [[name, mask]] : []
      }),
    ),
  },
  timespan: { table: memberTimespans, memberId: 'memberId', fields: ['from', 'to'] },
  exit: {
    table: memberExits,
    memberId: 'memberId',
    fields: ['state', 'date', 'effectiveAt', 'undoneAt'],
  },
  honor: { table: honors, memberId: 'memberId', fields: ['type', 'date', 'comment'] },
  assemblyHonor: {
    table: assemblyHonors,
    memberId: 'memberId',
    fields: [
      'date',
      'type',
      'attendance',
      'choice',
      'invitedOn',
      'orderedOn',
      'handedOverOn',
      'note',
    ],
  },
  duty: { table: dutyEntries, memberId: 'memberId', fields: ['duty', 'from', 'to', 'comment'] },
  costumeType: { table: costumeTypes, fields: ['name'] },
  costume: {
    table: costumes,
    costumeId: 'id',
    fields: ['number', 'costumeTypeId', 'registeredSince', 'registeredUntil', 'comment'],
  },
  ownership: {
    table: costumeOwnerships,
    memberId: 'memberId',
    costumeId: 'costumeId',
    fields: ['costumeId', 'memberId', 'ownedFrom', 'ownedTo'],
  },
  parade: {
    table: parades,
    paradeId: 'id',
    fields: [
      'title',
      'host',
      'hostTown',
      'hostPlz',
      'date',
      'paradeNumber',
      'comment',
      'priceForAdultsInCent',
      'priceForChildrenInCent',
      'dateEnrolmentStart',
      'timeEnrolmentStart',
      'dateEnrolmentEnd',
      'timeEnrolmentEnd',
      'timeStart',
      'lineUpNumber',
      'lineUpPlace',
      'departures',
      'capacity',
      'minAge',
      'guardianBelow',
      'extras',
      'isChildParade',
      'cancelledAt',
      'cancelReason',
    ],
  },
  participation: {
    table: participations,
    memberId: 'memberId',
    paradeId: 'paradeId',
    // Without confirmation and fee, see `columnsOfOtherActs`.
    fields: [
      'paradeId',
      'memberId',
      'door',
      'state',
      'firstName',
      'lastName',
      'birthday',
      'costumeTypeId',
      'costumeId',
      'costumeNumber',
      'ageClass',
      'priceInCent',
      'extras',
      'cashReturnedAt',
      'isGuest',
      'guardianName',
    ],
    // The history outlives the guardian's data (domain/retention.ts), so it only says that there is one.
    masks: { guardianName: 'changed' },
    // Public reservations, their payment and their expiry are in the history of their order.
    onlyIf: {
      insert: `NEW.door <> 'public'`,
      update: `(OLD.state = 'booked' OR NEW.state = 'cancelled' OR OLD.state = NEW.state)`,
    },
    notByCron: true,
  },
  settings: {
    table: guildSettings,
    fields: [
      'name',
      'address',
      'creditorName',
      'creditorId',
      'creditorIban',
      'creditorBic',
      'sepaLeadDays',
      'assemblyDate',
      'selfCancel',
      'selfCancelDays',
      'legalName',
      'street',
      'plz',
      'town',
      'representatives',
      'contactEmail',
      'contactPhone',
      'registerCourt',
      'registerNumber',
      'vatId',
      'privacyContact',
      'imprintText',
      'privacyText',
      'passkeysRequired',
      'familyCapInCent',
      'accessibilityText',
      'cashAtCheckIn',
      'passkeysRequiredFrom',
      'minAge',
      'guardianBelow',
      'guardianConsentText',
    ],
    masks: { creditorIban: 'tail', creditorBic: 'tail' },
  },
  feeRule: {
    table: feeRules,
    fields: ['validFrom', 'state', 'ageFrom', 'ageTo', 'amountInCent'],
  },
  honorRule: {
    table: honorRules,
    names: { keys: ['type'], id: 'id' },
    fields: ['basis', 'threshold', 'label', 'issuer', 'certificateText', 'position', 'hidden'],
  },
  office: {
    table: offices,
    names: { keys: ['code'], id: 'id' },
    fields: ['label', 'position', 'hidden'],
  },
  honorRuleDuty: { table: honorRuleDuties, names: { keys: ['type', 'duty'] }, fields: [] },
  user: {
    table: users,
    journalled: false,
    fields: [
      'emailAddress',
      'firstName',
      'lastName',
      'locked',
      'passwordHash',
      'mailSignature',
      'calendarHash',
    ],
    masks: { passwordHash: 'changed', calendarHash: 'changed' },
  },
  userRole: {
    table: userRoles,
    journalled: false,
    names: { keys: ['role'], id: 'userId' },
    fields: [],
  },
  passkey: { table: passkeys, journalled: false, fields: ['userId', 'name'] },
  letterText: {
    table: letterTexts,
    fields: ['kind', 'opening', 'closing', 'openingFormal', 'closingFormal'],
  },
  circularTemplate: { table: circularTemplates, fields: ['name', 'subject', 'body'] },
  view: { table: savedViews, fields: ['userId', 'shared', 'grid', 'name', 'search'] },
  run: {
    table: sepaRuns,
    journalled: false,
    fields: [
      'year',
      'dueDate',
      'debitCount',
      'sumInCent',
      'messageId',
      'submittedOn',
      'creditedOn',
      'voidedAt',
      'voidReason',
    ],
  },
} as const satisfies Record<RecordedEntity, Recorded>

/** Further tables that imports and merges change; the history shows only their event. */
export const journalledForImports = {
  feeClaims: { table: feeClaims, memberId: 'memberId' },
  feeLetters: { table: feeLetters, memberId: 'payerId' },
  memberMerges: { table: memberMerges, memberId: 'keptId' },
  memberNoDuplicates: { table: memberNoDuplicates, memberId: 'memberId' },
} as const satisfies Record<string, Journalled>

/** The tables that the journal records, by their names in the database. */
export const journalledTables: ReadonlyMap<string, SQLiteTable> = new Map(
  [...Object.values<Recorded>(recorded), ...Object.values(journalledForImports)].map(
    ({ table }) => [getTableName(table), table],
  ),
)

/** Columns that triggers of other tables maintain, and timestamps of writing. */
const unjournalled = new Set(['registrationCount', 'confirmedCount', 'takenCount', 'updatedAt'])

/** The columns of a table that the journal keeps. */
export function journalColumns(table: SQLiteTable): [field: string, column: Column][] {
  return Object.entries(getTableColumns(table)).filter(([field]) => !unjournalled.has(field))
}

/** Columns of confirmation and money, which other acts change; `hasLaterChange` says which prevent an undo. */
export const columnsOfOtherActs: ReadonlySet<string> = new Set([
  'participationConfirmed',
  'participationConfirmedAt',
  'confirmedBy',
  'participationFeePayed',
  'feePayedAt',
  'feePayedBy',
  'cashReturnedAt',
  'cashReturnedBy',
  'cashWhileOff',
])

/** Rows that differ in these columns alone count as equal. */
export const uncomparedColumns: ReadonlySet<string> = new Set(['id', 'version'])
