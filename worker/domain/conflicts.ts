import { isSame } from './given.ts'
import { legalLabels } from './legal.ts'
import type { MemberFields } from './member.ts'

/**
 * Fields that mean something only together: half of one person's beside half of another's would be
 * an address where nobody lives. A field in none of them stands for itself.
 */
export type Units<Field extends string = string> = readonly (readonly Field[])[]

export const memberUnits = [
  ['addressStreet', 'addressNumber', 'addressPlz', 'addressTown'],
  [
    'bankingIban',
    'bankingBic',
    'bankingAccountOwner',
    'bankingBank',
    'bankingSepaAllowed',
    'bankingSepaAllowedDate',
    'mandateReference',
  ],
  ['membershipState', 'dateJoined', 'dateLeft', 'membershipActiveTimespan'],
] as const satisfies Units<keyof MemberFields>

/** The enrolment window. */
export const paradeUnits = [['dateEnrolmentStart', 'dateEnrolmentEnd']] as const

/** Each card of the settings; what makes up one alone is not named. */
export const settingsUnits = [
  ['name', 'address'],
  Object.keys(legalLabels),
  ['creditorName', 'creditorId', 'creditorIban', 'creditorBic', 'sepaLeadDays'],
  ['selfCancel', 'selfCancelDays'],
] satisfies Units

/** These fields, and all that make up a unit with one of them. */
export function withUnits(fields: readonly string[], units: Units): Set<string> {
  const touched = units.filter((unit) => unit.some((field) => fields.includes(field)))
  return new Set([...fields, ...touched.flat()])
}

/** A field that somebody else has changed since it was loaded, to something else than you. */
export type Clash = { field: string; stored: unknown; yours: unknown }

type Save = {
  stored: object
  /** What is to be written; what is not in it was not changed here. */
  given: object
  /** As it was loaded. What is not in it is not compared. */
  before: object
  units: Units
}

/**
 * Why `given` cannot be laid over what is stored: each field of it, or of the unit of one, that is
 * no longer as it was loaded and not as it shall be. None: both changes fit together.
 */
export function clashesOf({ stored, given, before, units }: Save): Clash[] {
  const now = new Map<string, unknown>(Object.entries(stored))
  const yours = new Map<string, unknown>([...entriesOf(before), ...entriesOf(given)])
  const judged = withUnits(
    entriesOf(given).map(([field]) => field),
    units,
  )
  return entriesOf(before).flatMap(([field, seen]) => {
    if (!judged.has(field) || isSame(now.get(field), seen)) return []
    const clash = { field, stored: now.get(field), yours: yours.get(field) }
    return isSame(clash.stored, clash.yours) ? [] : [clash]
  })
}

function entriesOf(fields: object): [string, unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined)
}
