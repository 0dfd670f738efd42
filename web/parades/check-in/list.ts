import { upsertSortedByName } from '#web/data/parades-participants.ts'
import type { CheckInRow } from '#worker/check-in/check-in.contract.ts'
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
  /** Shows those who have seats in this bus, an extra of the parade. */
  busId: number | null
}

export const noFilter: CheckInFilter = {
  search: '',
  typeId: null,
  hidesConfirmed: false,
  showsMissing: false,
  onlyMinors: false,
  busId: null,
}

/** Whether confirmed participants are hidden. */
export const hidesConfirmedRows = ({ hidesConfirmed, showsMissing }: CheckInFilter) =>
  hidesConfirmed || showsMissing

/** The count of filters that are set, without the search. */
export function countFilters(filter: CheckInFilter): number {
  const { typeId, hidesConfirmed, showsMissing, onlyMinors, busId } = filter
  const isSet = [typeId !== null, hidesConfirmed, showsMissing, onlyMinors, busId !== null]
  return isSet.filter(Boolean).length
}

/** Extras of a row; lists stored by an earlier release have none. */
export const extrasOfRow = ({ extras }: ShownRow): CheckInRow['extras'] =>
  (extras as CheckInRow['extras'] | undefined) ?? []

export type Bus = {
  id: number
  title: string
  /** Seats that are taken, and those of people who are there. */
  seats: number
  seatsThere: number
}

/** The buses in which a person on the list has a seat, by title. */
export function busesOf(rows: readonly ShownRow[]): Bus[] {
  const buses = new Map<number, Bus>()
  for (const row of rows) {
    for (const { id, title, kind, quantity } of extrasOfRow(row)) {
      if (kind !== 'bus') continue
      const bus = buses.get(id) ?? { id, title, seats: 0, seatsThere: 0 }
      bus.seats += quantity
      if (row.confirmed) bus.seatsThere += quantity
      buses.set(id, bus)
    }
  }
  return [...buses.values()].sort((a, b) => a.title.localeCompare(b.title, 'de'))
}

/** „Bus ab Rathaus ×2 · Plakette“ */
export function extrasOfRowWords(row: ShownRow): string {
  return extrasOfRow(row)
    .map(({ title, quantity }) => (quantity === 1 ? title : `${title} ×${quantity}`))
    .join(' · ')
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
  const { search, typeId, onlyMinors, busId } = filter
  const hides = hidesConfirmedRows(filter)
  return rows.filter(
    (row) =>
      (typeId === null || row.costume.typeId === typeId) &&
      // Lists stored by an earlier release do not say who is a minor.
      (!onlyMinors || !!row.minor) &&
      (busId === null || extrasOfRow(row).some(({ id }) => id === busId)) &&
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
