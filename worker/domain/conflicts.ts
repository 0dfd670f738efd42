import { legalLabels } from './legal.ts'

/** What a change leaves out keeps its value: `stored` with the given fields laid over it. */
export function withGiven<Fields extends object>(
  stored: Fields,
  change: { [K in keyof Fields]?: Fields[K] | undefined },
): Fields {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...stored, ...Object.fromEntries(given) }
}

/** Only these fields of a whole. */
export function pick<Fields extends object>(
  fields: Fields,
  names: readonly string[],
): Partial<Fields> {
  const chosen = Object.entries(fields).filter(([name]) => names.includes(name))
  return Object.fromEntries(chosen) as Partial<Fields>
}

/**
 * The fields that differ from what is stored. Somebody else may be changing the same row: what was
 * not touched here is left to them.
 */
export function changedFrom<Fields extends object>(
  stored: object,
  fields: Fields,
): Partial<Fields> {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed = Object.entries(fields).filter(
    ([name, value]) => !before.has(name) || !isSame(value, before.get(name)),
  )
  return Object.fromEntries(changed) as Partial<Fields>
}

/** Compares by value; lists are compared as sets. */
export function isSame(one: unknown, other: unknown): boolean {
  return inOrder(one) === inOrder(other)
}

function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).sort().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}:${inOrder(part)}`,
  )
  return `{${entries.sort().join()}}`
}

/**
 * Fields that mean something only together: half of one person's beside half of another's would be
 * an address where nobody lives. A field in none of them stands for itself.
 */
export type Units<Field extends string = string> = readonly (readonly Field[])[]

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

/** A field that another user has changed since it was loaded, to another value. */
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
