import { upsertSortedByName } from '#web/data/parades-participants.ts'
import { costumeNumberKey, nameMatches, parseListName } from '#worker/domain/names.ts'
import {
  type Draft,
  type FurtherActs,
  type RowDraft,
  type RowKind,
  type ShownRow,
  targetOf,
} from './outbox/acts.ts'

/** The act of a tap on this row. */
export function draftOf(paradeId: number, row: ShownRow, kind: RowKind): RowDraft {
  return { paradeId, kind, memberName: row.memberName, target: targetOf(row) }
}

/** Options beside the question of a confirmation. */
export type ConfirmOptions = { withCash: boolean; withFamily: boolean }

export const noOptions: ConfirmOptions = { withCash: false, withFamily: false }

/** The other unconfirmed people of the same order. */
export function unconfirmedOfOrder(
  rows: readonly ShownRow[],
  { id, group }: ShownRow,
): readonly ShownRow[] {
  // Lists stored by an earlier release have no group.
  if (group === null || group === undefined) return []
  return rows.filter((row) => row.group === group && row.id !== id && !row.confirmed)
}

/** What a confirmation adds by its options: the family's confirmations and the cash of all. */
export function actsWithConfirmation(
  paradeId: number,
  row: ShownRow,
  family: readonly ShownRow[],
  { withCash, withFamily }: ConfirmOptions,
): FurtherActs | undefined {
  const others = withFamily ? family : []
  const payers = withCash ? [row, ...others].filter(({ paid }) => !paid) : []
  const drafts = [
    ...others.map((one) => draftOf(paradeId, one, 'confirm')),
    ...payers.map((one) => draftOf(paradeId, one, 'pay')),
  ]
  return drafts.length > 0 ? () => drafts : undefined
}

/** The payment of the same tap; undefined when no cash was taken. */
export function cashAct(
  { paradeId, memberName }: Pick<Draft, 'paradeId' | 'memberName'>,
  withCash: boolean,
): FurtherActs | undefined {
  return withCash ? (target) => [{ kind: 'pay', paradeId, memberName, target }] : undefined
}

/** Rows keep their order on updates, because several helpers tick at the same time. */
export function mergeRows(
  known: readonly ShownRow[] | undefined,
  fresh: readonly ShownRow[],
): readonly ShownRow[] {
  if (!known) return fresh
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const kept = known.flatMap((row) => {
    const other = byId.get(row.id)
    byId.delete(row.id)
    if (!other) return []
    // An unchanged row stays the same object, so that it does not re-render.
    return [row === other || JSON.stringify(row) === JSON.stringify(other) ? row : other]
  })
  return [...byId.values()].reduce(upsertSortedByName, kept)
}

export type CheckInFilter = {
  search: string
  typeId: number | null
  hidesConfirmed: boolean
  /** Shows the unconfirmed with their telephone numbers. */
  showsMissing: boolean
  onlyMinors: boolean
}

export const noFilter: CheckInFilter = {
  search: '',
  typeId: null,
  hidesConfirmed: false,
  showsMissing: false,
  onlyMinors: false,
}

/** Whether confirmed participants are hidden. */
export const hidesConfirmedRows = ({ hidesConfirmed, showsMissing }: CheckInFilter) =>
  hidesConfirmed || showsMissing

/** The count of filters that are set, without the search. */
export function countFilters({ typeId, ...filter }: CheckInFilter): number {
  const { hidesConfirmed, showsMissing, onlyMinors } = filter
  return [typeId !== null, hidesConfirmed, showsMissing, onlyMinors].filter(Boolean).length
}

/** Confirmed and known to the server; rows with a waiting act stay visible. */
export const isConfirmedOnServer = (row: ShownRow) => row.confirmed && !row.waits

/** Spec §5: rows whose name contains the text, of one costume type, without those already confirmed. */
export function visibleRows(
  rows: readonly ShownRow[],
  filter: CheckInFilter,
  /** Ids of confirmed rows that are shown nevertheless. */
  stay: ReadonlySet<number> = new Set(),
): readonly ShownRow[] {
  const { search, typeId, onlyMinors } = filter
  const hides = hidesConfirmedRows(filter)
  return rows.filter(
    (row) =>
      (typeId === null || row.costume.typeId === typeId) &&
      // Lists stored by an earlier release do not say who is a minor.
      (!onlyMinors || !!row.minor) &&
      !(hides && isConfirmedOnServer(row) && !stay.has(row.id)) &&
      (nameMatches(parseListName(row.memberName), search) || hasNumber(row, search)),
  )
}

/** Whether the costume number begins with the text, so that "5" does not find number 115. */
function hasNumber({ costume }: ShownRow, search: string): boolean {
  const typed = costumeNumberKey(search)
  return typed !== '' && costumeNumberKey(costume.number).startsWith(typed)
}

/** The id of the row to focus next: the next unconfirmed row below, else the nearest above; null if none. */
export function nextToConfirm(
  shown: readonly ShownRow[],
  id: number,
  isSending: (id: number) => boolean,
): number | null {
  const at = shown.findIndex((row) => row.id === id)
  const isOpen = (row: ShownRow) => row.id !== id && !row.confirmed && !isSending(row.id)
  const next = shown.slice(at + 1).find(isOpen) ?? shown.slice(0, Math.max(at, 0)).findLast(isOpen)
  return next?.id ?? null
}
