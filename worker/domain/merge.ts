import { isSame, pick } from './conflicts.ts'
import { addDays, type Day } from './dates.ts'
import {
  emptyMember,
  type MemberFieldName,
  type MemberFields,
  memberField,
  memberFieldNames,
  type NameWith,
  type Timespan,
} from './member.ts'
import { mandateReference } from './sepa-text.ts'

// Two records of one person become one: docs/rules.md, "Zwei Einträge, eine Person".

/** The record that stays, and the one that goes. */
export const sides = ['kept', 'gone'] as const
export type Side = (typeof sides)[number]

/** Whose Sprünge before the register count, or both. */
export const standChoices = [...sides, 'sum'] as const
export type StandChoice = (typeof standChoices)[number]

/** The fields that are chosen, each with those that are chosen with it. */
export type MergeField = Exclude<MemberFieldName, NameWith<{ mergedWith: string }>>
export const mergeFields = memberFieldNames.filter(
  (name): name is MergeField => memberField(name).mergedWith === undefined,
)

/** Half of each record's address or account would be wrong, so these are chosen as one. */
export const mergeUnits = Object.fromEntries(
  mergeFields.map((field) => [
    field,
    [field, ...memberFieldNames.filter((name) => memberField(name).mergedWith === field)],
  ]),
) as Record<MergeField, (keyof MergedFields)[]>

/** The times of membership unite, the Stand is a choice of its own, and who said no to circulars has said so. */
export type MergedFields = Omit<MemberFields, 'membershipActiveTimespan'>
export type Both<T> = Readonly<Record<Side, T>>
/** What is left out is as preset. */
export type ChosenFields = { [N in MergeField]?: Side | undefined }

/** The filled one; where both are, that of the record which stays. */
export function presetSide(field: MergeField, { kept, gone }: Both<MergedFields>): Side {
  // To be a member without a last day is a statement as well.
  if (field === 'membershipState') return 'kept'
  const isEmpty = (member: MergedFields) =>
    mergeUnits[field].every((name) => isSame(member[name], emptyMember[name]))
  return isEmpty(kept) && !isEmpty(gone) ? 'gone' : 'kept'
}

const hasStand = ({ paradesBefore, paradesBeforeUntil }: Stand) =>
  paradesBefore > 0 || paradesBeforeUntil !== null

export type Stand = Pick<MemberFields, 'paradesBefore' | 'paradesBeforeUntil'>

export function presetStand({ kept, gone }: Both<Stand>): StandChoice {
  return !hasStand(kept) && hasStand(gone) ? 'gone' : 'kept'
}

export function standOf(choice: StandChoice, { kept, gone }: Both<Stand>): Stand {
  if (choice !== 'sum') return pickStand(choice === 'kept' ? kept : gone)
  const days = [kept, gone].flatMap(({ paradesBeforeUntil: day }) => day ?? [])
  return {
    paradesBefore: kept.paradesBefore + gone.paradesBefore,
    paradesBeforeUntil: days.sort().at(-1) ?? null,
  }
}

const pickStand = ({ paradesBefore, paradesBeforeUntil }: Stand): Stand => ({
  paradesBefore,
  paradesBeforeUntil,
})

/** Sprünge in all: the Stand, and each confirmed parade after its day once. */
export function paradesInAll(
  { paradesBefore, paradesBeforeUntil: until }: Stand,
  confirmed: readonly { paradeId: number; date: Day }[],
): number {
  const counted = confirmed.filter(({ date }) => until === null || date > until)
  return paradesBefore + new Set(counted.map(({ paradeId }) => paradeId)).size
}

/** The reference under which the bank knows the mandate; null without one. */
export function effectiveReference(member: MergedFields): string | null {
  const { bankingSepaAllowed, bankingSepaAllowedDate } = member
  return bankingSepaAllowed && bankingSepaAllowedDate !== null ? mandateReference(member) : null
}

/**
 * What the one record holds then. A mandate that comes under another number keeps its reference: for the
 * bank it would else be a new one.
 */
export function mergedFields(
  both: Both<MergedFields>,
  chosen: ChosenFields,
  stand: StandChoice,
): MergedFields {
  const sideOf = (field: MergeField) => chosen[field] ?? presetSide(field, both)
  const fromGone = mergeFields
    .filter((field) => sideOf(field) === 'gone')
    .flatMap((field): readonly string[] => mergeUnits[field])
  const merged = {
    ...both.kept,
    ...pick(both.gone, fromGone),
    ...standOf(stand, both),
    mailOptOut: both.kept.mailOptOut || both.gone.mailOptOut,
  }
  const reference = effectiveReference(both[sideOf('bankingIban')])
  const isKept = reference === null || effectiveReference(merged) === reference
  return isKept ? merged : { ...merged, mandateReference: reference }
}

/** `id` 0: a time that is written nowhere, but counts. */
export type Dated = { id: number; from: Day; to: Day | null }

/** One time made of several: its row, and those that are no more. */
export type United<Row> = { stays: Row; from: Day; to: Day | null; goes: Row[] }

/** Whether what begins then goes on where the other ended. */
export const joins = {
  /** Both days belong to a span: the next day goes on. */
  timespan: (end: Day, next: Day) => next <= addDays(end, 1),
  /** An office is joined when it overlaps. */
  duty: (end: Day, next: Day) => next <= end,
  /** The next owner has it from the day on which the other's time ends. */
  ownership: (end: Day, next: Day) => next <= end,
}

/** What overlaps or goes on becomes one; of its rows the first that is written stays. */
export function united<Row extends Dated>(
  rows: readonly Row[],
  isJoined: (end: Day, next: Day) => boolean,
): United<Row>[] {
  const inOrder = rows.toSorted((a, b) =>
    a.from === b.from ? a.id - b.id : a.from < b.from ? -1 : 1,
  )
  const groups: { from: Day; to: Day | null; rows: Row[] }[] = []
  for (const row of inOrder) {
    const last = groups.at(-1)
    if (last && (last.to === null || isJoined(last.to, row.from))) {
      last.rows.push(row)
      last.to = later(last.to, row.to)
    } else {
      groups.push({ from: row.from, to: row.to, rows: [row] })
    }
  }
  return groups.map(({ from, to, rows: [first, ...more] }) => {
    const all = first ? [first, ...more] : more
    const stays = all.find(({ id }) => id > 0) ?? all[0]
    if (!stays) throw new Error('a time of no row')
    return { stays, from, to, goes: all.filter((row) => row !== stays && row.id > 0) }
  })
}

/** null = without an end. */
function later(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return null
  return one > other ? one : other
}

type Membership = Pick<MemberFields, 'dateJoined' | 'dateLeft' | 'membershipState'>

/**
 * The time of somebody of whom no span is written: from joining to leaving (domain/spans.ts). Who left on
 * a day that nobody knows has none.
 */
export function impliedSpan({
  dateJoined,
  dateLeft,
  membershipState,
}: Membership): Timespan | null {
  const isMember = membershipState === 'Active' || membershipState === 'Passive'
  if (dateJoined === null || (dateLeft === null && !isMember)) return null
  if (dateLeft !== null && dateLeft < dateJoined) return null
  return { from: dateJoined, to: dateLeft }
}

export type PlaceOfOne = { id: number; isConfirmed: boolean; isPaid: boolean; createdAt: string }

/** Of two places in one parade: the confirmed one, else the paid one, else the older one. */
export function placeThatStays<Place extends PlaceOfOne>(
  one: Place,
  other: Place,
): { stays: Place; goes: Place; because: 'confirmed' | 'paid' | 'older' } {
  const first = { stays: one, goes: other }
  const second = { stays: other, goes: one }
  if (one.isConfirmed !== other.isConfirmed) {
    return { ...(one.isConfirmed ? first : second), because: 'confirmed' }
  }
  if (one.isPaid !== other.isPaid) return { ...(one.isPaid ? first : second), because: 'paid' }
  const isOlder =
    one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt
  return { ...(isOlder ? first : second), because: 'older' }
}
