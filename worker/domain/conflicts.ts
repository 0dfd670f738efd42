import { legalLabels } from './legal.ts'

/**
 * `stored` with the given fields laid over it; fields that the change leaves out keep their value.
 */
export function withChanges<Fields extends object>(
  stored: Fields,
  change: { [K in keyof Fields]?: Fields[K] | undefined },
): Fields {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...stored, ...Object.fromEntries(given) }
}

/** An object with only the fields of these names. */
export function pick<Fields extends object>(
  fields: Fields,
  names: readonly string[],
): Partial<Fields> {
  const chosen = Object.entries(fields).filter(([name]) => names.includes(name))
  return Object.fromEntries(chosen) as Partial<Fields>
}

/**
 * The fields that differ from the stored ones. Only these are saved, so that another user's change
 * of other fields of the same row is kept.
 */
export function pickChanged<Fields extends object>(
  stored: object,
  fields: Fields,
): Partial<Fields> {
  const before = new Map<string, unknown>(Object.entries(stored))
  const changed = Object.entries(fields).filter(
    ([name, value]) => !before.has(name) || !isSameValue(value, before.get(name)),
  )
  return Object.fromEntries(changed) as Partial<Fields>
}

/** Compares by value; lists are compared as sets. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonicalText(one) === canonicalText(other)
}

function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).sort().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}:${canonicalText(part)}`,
  )
  return `{${entries.sort().join()}}`
}

/**
 * Fields that only make sense together and are saved as a whole: half of one user's address with
 * half of another's would be wrong. A field in no unit stands alone.
 */
export type Units<Field extends string = string> = readonly (readonly Field[])[]

/** The units of a parade: the enrolment window, and number and place of the line-up. */
export const paradeUnits = [
  ['dateEnrolmentStart', 'timeEnrolmentStart', 'dateEnrolmentEnd', 'timeEnrolmentEnd'],
  ['lineUpNumber', 'lineUpPlace'],
] as const

/** The units of the settings: each is a card of the settings page. */
export const settingsUnits = [
  ['name', 'address'],
  Object.keys(legalLabels),
  ['creditorName', 'creditorId', 'creditorIban', 'creditorBic', 'sepaLeadDays'],
  ['selfCancel', 'selfCancelDays'],
] satisfies Units

/** The given fields and the other fields of their units. */
export function withUnits(fields: readonly string[], units: Units): Set<string> {
  const affected = units.filter((unit) => unit.some((field) => fields.includes(field)))
  return new Set([...fields, ...affected.flat()])
}

/** A field that another user has changed since it was loaded; `stored`: their value, `yours`: this user's. */
export type ConflictingField = { field: string; stored: unknown; yours: unknown }

type Save = {
  stored: object
  /** The new values; a field that is left out was not changed. */
  given: object
  /** The values as the form loaded them. A field that is left out cannot conflict. */
  before: object
  units: Units
}

/**
 * The conflicts that prevent a save: each changed field, and each field of its unit, whose stored
 * value is neither the loaded nor the new one. An empty list means that both changes fit together.
 */
export function findConflicts({ stored, given, before, units }: Save): ConflictingField[] {
  const now = new Map<string, unknown>(Object.entries(stored))
  const yours = new Map<string, unknown>([...entriesOf(before), ...entriesOf(given)])
  const comparedFields = withUnits(
    entriesOf(given).map(([field]) => field),
    units,
  )
  return entriesOf(before).flatMap(([field, seen]) => {
    if (!comparedFields.has(field) || isSameValue(now.get(field), seen)) return []
    const conflict = { field, stored: now.get(field), yours: yours.get(field) }
    return isSameValue(conflict.stored, conflict.yours) ? [] : [conflict]
  })
}

function entriesOf(fields: object): [string, unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined)
}
