import { putByName } from '#web/parades/participants.ts'
import { nameMatches, namesOf } from '#worker/domain/names.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'

/** A row as the check-in needs it: helpers are not told birthdays. */
export type Participant = Omit<Participation, 'birthday'>

/** `changes` numbers what was changed from here, so that an older answer does not undo it. */
export type CheckInList = {
  rows: readonly Participant[] | null
  changes: ReadonlyMap<number, number>
}

export const emptyList: CheckInList = { rows: null, changes: new Map() }

export type ListAction =
  /** `asOf`: the number of the last change when the list was asked for. */
  | { type: 'loaded'; rows: readonly Participant[]; asOf: number }
  | { type: 'entered'; row: Participant; change: number }
  /** What an act set, and no more: the answer to an earlier act may come after a later one's. */
  | { type: 'changed'; id: number; fields: Partial<Participant>; change: number }

export function checkInListReducer(list: CheckInList, action: ListAction): CheckInList {
  if (action.type === 'loaded') {
    const isNewerHere = (id: number) => (list.changes.get(id) ?? 0) > action.asOf
    return { ...list, rows: merge(list.rows, action.rows, isNewerHere) }
  }
  const rows = list.rows ?? []
  if (action.type === 'entered')
    return noted(list, putByName(rows, action.row), action.row.id, action.change)
  const changed = rows.map((row) => (row.id === action.id ? { ...row, ...action.fields } : row))
  return noted(list, changed, action.id, action.change)
}

function noted(list: CheckInList, rows: readonly Participant[], id: number, change: number) {
  return { rows, changes: new Map(list.changes).set(id, change) }
}

/** Rows keep their order whatever comes: several helpers tick, and each has a finger on the list. */
function merge(
  rows: CheckInList['rows'],
  fresh: readonly Participant[],
  isNewerHere: (id: number) => boolean,
): readonly Participant[] {
  if (!rows) return fresh
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const kept = rows.flatMap((row) => {
    const other = byId.get(row.id)
    byId.delete(row.id)
    if (isNewerHere(row.id)) return [row]
    if (!other) return []
    // The same object for the same content: then the row is not drawn again.
    return [JSON.stringify(row) === JSON.stringify(other) ? row : other]
  })
  return [...byId.values()].reduce(putByName, kept)
}

export type CheckInFilter = { search: string; typeId: number | null; hidesConfirmed: boolean }

export const noFilter: CheckInFilter = { search: '', typeId: null, hidesConfirmed: false }

/** Spec §5: names containing the text, one costume type, confirmed ones hidden. */
export function visibleRows(
  rows: readonly Participant[],
  { search, typeId, hidesConfirmed }: CheckInFilter,
): readonly Participant[] {
  return rows.filter(
    (row) =>
      (typeId === null || row.costumeType.id === typeId) &&
      !(hidesConfirmed && row.participationConfirmed) &&
      nameMatches(namesOf(row.memberName), search),
  )
}
