import { type Column, getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  assemblyHonors,
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
  memberExits,
  memberMerges,
  memberNoDuplicates,
  members,
  memberTimespans,
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

// What the history tells of, and in which words: `npm run triggers` prints the triggers from here, and
// the undo reads it.

/** `tail`: the last four characters; `changed`: only that there is one. */
export type Mask = 'tail' | 'changed'

/** A table whose rows the journal keeps, before and after each change. */
export type Journalled = {
  table: SQLiteTable
  /** The column that says whose row it is. */
  memberId?: string
}

export type Recorded = Journalled & {
  /** What people enter. Keys, counts, versions and times of writing are none of it. */
  fields: readonly string[]
  masks?: Readonly<Record<string, Mask>>
  /** Tables without a number: what names the row, always told; the line's number is this column or 0. */
  names?: { keys: readonly string[]; id?: string }
  /** Columns that say whose line it is as well. */
  costumeId?: string
  paradeId?: string
  /** Rows that are told elsewhere, or not at all. */
  onlyIf?: Partial<Record<'insert' | 'update' | 'delete', string>>
  /** What the cron deletes or empties because its time is over must not live on in a line. */
  notByCron?: true
  /** Its rows are never brought back by an undo, and hold secrets. */
  journalled?: false
}

/** Of the bank, masked or not: no undo brings these back. */
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
    // In the order of the columns; the times of membership are a thing of their own.
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
      'dateEnrolmentEnd',
      'isChildParade',
      'cancelledAt',
      'cancelReason',
    ],
  },
  participation: {
    table: participations,
    memberId: 'memberId',
    paradeId: 'paradeId',
    // Neither the tick nor the fee (`ofOwnActs`).
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
      'cashReturnedAt',
      'isGuest',
    ],
    // Reservations of the public, and what becomes of them by payment or by time, their order tells.
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
    ],
    masks: { creditorIban: 'tail', creditorBic: 'tail' },
  },
  feeRule: {
    table: feeRules,
    fields: ['validFrom', 'state', 'ageFrom', 'ageTo', 'amountInCent'],
  },
  honorRule: {
    table: honorRules,
    names: { keys: ['type'] },
    fields: ['basis', 'threshold', 'label', 'issuer', 'certificateText'],
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
      'creditedOn',
      'voidedAt',
      'voidReason',
    ],
  },
} as const satisfies Record<RecordedEntity, Recorded>

/** What imports and merges change beside: the history tells of it by their event. */
export const journalledBeside = {
  feeClaims: { table: feeClaims, memberId: 'memberId' },
  feeLetters: { table: feeLetters, memberId: 'payerId' },
  memberMerges: { table: memberMerges, memberId: 'keptId' },
  memberNoDuplicates: { table: memberNoDuplicates, memberId: 'memberId' },
} as const satisfies Record<string, Journalled>

/** By the table's name. */
export const journalledTables: ReadonlyMap<string, SQLiteTable> = new Map(
  [...Object.values<Recorded>(recorded), ...Object.values(journalledBeside)].map(({ table }) => [
    getTableName(table),
    table,
  ]),
)

/** Kept by triggers of other tables, or the time of writing. */
const unjournalled = new Set(['registrationCount', 'confirmedCount', 'updatedAt'])

/** What the journal keeps of a row. */
export function journalColumns(table: SQLiteTable): [field: string, column: Column][] {
  return Object.entries(getTableColumns(table)).filter(([field]) => !unjournalled.has(field))
}

/** Ticks and money of a participation have acts of their own; `isTouched` says which of them keep its row. */
export const ofOwnActs: ReadonlySet<string> = new Set([
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

/** They say nothing of what is stored: a row that differs in these alone is the same. */
export const besideRows: ReadonlySet<string> = new Set(['id', 'version'])
