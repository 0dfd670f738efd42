import { isSameValue, pick } from './conflicts.ts'
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

// Merging two records of one person: docs/rules.md, "Zwei Einträge, eine Person".

/** The record that is kept, and the one that is removed. */
export const sides = ['kept', 'gone'] as const
export type Side = (typeof sides)[number]

/** The record whose parades from before the register count, or the sum of both records. */
export const paradesBeforeChoices = [...sides, 'sum'] as const
export type ParadesBeforeChoice = (typeof paradesBeforeChoices)[number]

/** The fields a user chooses; fields with `mergedWith` follow another field or a rule. */
export type MergeField = Exclude<MemberFieldName, NameWith<{ mergedWith: string }>>
export const mergeFields = memberFieldNames.filter(
  (name): name is MergeField => memberField(name).mergedWith === undefined,
)

/** By field, all fields that a choice decides, since a mix of two addresses or accounts would be wrong. */
export const mergeUnits = Object.fromEntries(
  mergeFields.map((field) => [
    field,
    [field, ...memberFieldNames.filter((name) => memberField(name).mergedWith === field)],
  ]),
) as Record<MergeField, (keyof MergedFields)[]>

/**
 * All fields but the membership periods: those of both records are joined. The parades from before the register have
 * a choice of their own, and an opt-out of either record is kept.
 */
export type MergedFields = Omit<MemberFields, 'membershipActiveTimespan'>
export type Both<T> = Readonly<Record<Side, T>>
/** The side from which each field is taken; left out: from its `presetSide`. */
export type ChosenFields = { [N in MergeField]?: Side | undefined }

/** The side from which a field is taken unless the user chooses: the removed record where only it has a value. */
export function presetSide(field: MergeField, { kept, gone }: Both<MergedFields>): Side {
  // The state with the dates of joining and leaving is never empty: a state without a date is information as well.
  if (field === 'membershipState') return 'kept'
  const isEmpty = (member: MergedFields) =>
    mergeUnits[field].every((name) => isSameValue(member[name], emptyMember[name]))
  return isEmpty(kept) && !isEmpty(gone) ? 'gone' : 'kept'
}

const hasParadesBefore = ({ paradesBefore, paradesBeforeUntil }: ParadesBefore) =>
  paradesBefore > 0 || paradesBeforeUntil !== null

export type ParadesBefore = Pick<MemberFields, 'paradesBefore' | 'paradesBeforeUntil'>

export function presetParadesBefore({ kept, gone }: Both<ParadesBefore>): ParadesBeforeChoice {
  return !hasParadesBefore(kept) && hasParadesBefore(gone) ? 'gone' : 'kept'
}

export function chosenParadesBefore(
  choice: ParadesBeforeChoice,
  { kept, gone }: Both<ParadesBefore>,
): ParadesBefore {
  if (choice !== 'sum') return pickParadesBefore(choice === 'kept' ? kept : gone)
  const days = [kept, gone].flatMap(({ paradesBeforeUntil: day }) => day ?? [])
  return {
    paradesBefore: kept.paradesBefore + gone.paradesBefore,
    paradesBeforeUntil: days.sort().at(-1) ?? null,
  }
}

const pickParadesBefore = ({
  paradesBefore,
  paradesBeforeUntil,
}: ParadesBefore): ParadesBefore => ({
  paradesBefore,
  paradesBeforeUntil,
})

/** The total of Sprünge: those from before the register, and each confirmed parade after that, counted once. */
export function totalParades(
  { paradesBefore, paradesBeforeUntil: until }: ParadesBefore,
  confirmed: readonly { paradeId: number; date: Day }[],
): number {
  const counted = confirmed.filter(({ date }) => until === null || date > until)
  return paradesBefore + new Set(counted.map(({ paradeId }) => paradeId)).size
}

/** The mandate reference known to the bank; null without a mandate. */
export function effectiveReference(member: MergedFields): string | null {
  const { bankingSepaAllowed, bankingSepaAllowedDate } = member
  return bankingSepaAllowed && bankingSepaAllowedDate !== null ? mandateReference(member) : null
}

/**
 * The fields of the merged record. A mandate of the removed record keeps its reference explicitly,
 * since the reference derived from the kept record's number would be a new mandate for the bank.
 */
export function mergedFields(
  both: Both<MergedFields>,
  chosen: ChosenFields,
  paradesBefore: ParadesBeforeChoice,
): MergedFields {
  const sideOf = (field: MergeField) => chosen[field] ?? presetSide(field, both)
  const fromGone = mergeFields
    .filter((field) => sideOf(field) === 'gone')
    .flatMap((field): readonly string[] => mergeUnits[field])
  const merged = {
    ...both.kept,
    ...pick(both.gone, fromGone),
    ...chosenParadesBefore(paradesBefore, both),
    mailOptOut: both.kept.mailOptOut || both.gone.mailOptOut,
  }
  const reference = effectiveReference(both[sideOf('bankingIban')])
  const isKept = reference === null || effectiveReference(merged) === reference
  return isKept ? merged : { ...merged, mandateReference: reference }
}

/** A period; `id` 0: a period without a row of its own that counts as well (`impliedSpan`). */
export type Dated = { id: number; from: Day; to: Day | null }

/** A period that replaces one or several: the row that is kept and gets its days, and the rows that are deleted. */
export type JoinedPeriod<Row> = { kept: Row; from: Day; to: Day | null; deleted: Row[] }

/** Whether a period that begins on `next` continues one that ended on `end`. */
export const continuesPeriod = {
  /** A membership period includes its last day, so a period that begins on the next day continues it. */
  timespan: (end: Day, next: Day) => next <= addDays(end, 1),
  /** Duties are joined only when they overlap. */
  duty: (end: Day, next: Day) => next <= end,
  /** An ownership ends on the day on which the next one begins. */
  ownership: (end: Day, next: Day) => next <= end,
}

/** Joins periods that overlap or continue each other; the first stored row is kept. */
export function joinPeriods<Row extends Dated>(
  rows: readonly Row[],
  isContinued: (end: Day, next: Day) => boolean,
): JoinedPeriod<Row>[] {
  const inOrder = rows.toSorted((a, b) =>
    a.from === b.from ? a.id - b.id : a.from < b.from ? -1 : 1,
  )
  const groups: { from: Day; to: Day | null; rows: Row[] }[] = []
  for (const row of inOrder) {
    const last = groups.at(-1)
    if (last && (last.to === null || isContinued(last.to, row.from))) {
      last.rows.push(row)
      last.to = laterEnd(last.to, row.to)
    } else {
      groups.push({ from: row.from, to: row.to, rows: [row] })
    }
  }
  return groups.map(({ from, to, rows: [first, ...more] }) => {
    const all = first ? [first, ...more] : more
    const kept = all.find(({ id }) => id > 0) ?? all[0]
    if (!kept) throw new Error('a group of periods without a row')
    return { kept, from, to, deleted: all.filter((row) => row !== kept && row.id > 0) }
  })
}

/** The later of two ends; null means an open end. */
function laterEnd(one: Day | null, other: Day | null): Day | null {
  if (one === null || other === null) return null
  return one > other ? one : other
}

type Membership = Pick<MemberFields, 'dateJoined' | 'dateLeft' | 'membershipState'>

/**
 * The membership of a member without stored spans: from joining to leaving (domain/spans.ts). null
 * when the date of joining, or of leaving for a former member, is unknown.
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

export type MergedPlace = { id: number; isConfirmed: boolean; isPaid: boolean; createdAt: string }

/** Which of one person's two places in a parade is kept: the confirmed one, else the paid one, else the older one. */
export function choosePlace<Place extends MergedPlace>(
  one: Place,
  other: Place,
): { kept: Place; cancelled: Place; because: 'confirmed' | 'paid' | 'older' } {
  const first = { kept: one, cancelled: other }
  const second = { kept: other, cancelled: one }
  if (one.isConfirmed !== other.isConfirmed) {
    return { ...(one.isConfirmed ? first : second), because: 'confirmed' }
  }
  if (one.isPaid !== other.isPaid) return { ...(one.isPaid ? first : second), because: 'paid' }
  const isOlder =
    one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt
  return { ...(isOlder ? first : second), because: 'older' }
}
