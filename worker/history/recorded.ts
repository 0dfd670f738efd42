import { getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  assemblyHonors,
  costumeOwnerships,
  costumes,
  costumeTypes,
  dutyEntries,
  feeRules,
  guildSettings,
  honorRuleDuties,
  honorRules,
  honors,
  memberExits,
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

export type Recorded = {
  table: SQLiteTable
  /** What people enter. Keys, counts, versions and times of writing are none of it. */
  fields: readonly string[]
  /** Not told, and needed to bring back a row that was deleted. */
  kept?: readonly string[]
  masks?: Readonly<Record<string, Mask>>
  /** Tables without a number: what names the row, always told; the line's number is this column or 0. */
  names?: { keys: readonly string[]; id?: string }
  /** The columns of the table that say whose line it is as well. */
  memberId?: string
  costumeId?: string
  paradeId?: string
  /** Rows that are told elsewhere, or not at all. */
  onlyIf?: Partial<Record<'insert' | 'update' | 'delete', string>>
  /** What the cron deletes or empties because its time is over must not live on in a line. */
  notByCron?: true
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
    kept: ['createdAt', 'anonymisedAt', 'importId'],
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
    kept: ['stateBefore', 'dateLeftBefore', 'ended', 'recordedAt', 'recordedBy'],
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
    kept: ['act', 'honorId'],
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
    kept: ['cancelledBy'],
  },
  participation: {
    table: participations,
    memberId: 'memberId',
    paradeId: 'paradeId',
    // Neither the tick nor the fee: their way back is their own.
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
    kept: [
      'orderId',
      'personKey',
      'givenKey',
      'participationFeePayed',
      'feePayedAt',
      'feePayedBy',
      'participationConfirmed',
      'participationConfirmedAt',
      'confirmedBy',
      'cancelledAt',
      'cancelledBy',
      'createdAt',
      'createdBy',
      'cashReturnedBy',
      'matchActId',
      'checkInCode',
      'cashWhileOff',
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
  userRole: { table: userRoles, names: { keys: ['role'], id: 'userId' }, fields: [] },
  passkey: { table: passkeys, fields: ['userId', 'name'] },
  view: { table: savedViews, fields: ['userId', 'shared', 'grid', 'name', 'search'] },
  run: {
    table: sepaRuns,
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

export function recordOf(entity: AuditEntity): Recorded | undefined {
  return (recorded as Partial<Record<AuditEntity, Recorded>>)[entity]
}
