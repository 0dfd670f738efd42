import { nameMatches } from '#worker/domain/names.ts'
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
  | { type: 'changed'; row: Participant; change: number }

export function checkInListReducer(list: CheckInList, action: ListAction): CheckInList {
  if (action.type === 'loaded') {
    const isNewerHere = (id: number) => (list.changes.get(id) ?? 0) > action.asOf
    return { ...list, rows: merge(list.rows, action.rows, isNewerHere) }
  }
  const { row, change } = action
  return {
    rows: put(list.rows ?? [], row),
    changes: new Map(list.changes).set(row.id, change),
  }
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
  return [...byId.values()].reduce(put, kept)
}

const collator = new Intl.Collator('de')

/** In the place of the row with the same id, else by name. */
function put(rows: readonly Participant[], row: Participant): Participant[] {
  if (rows.some((one) => one.id === row.id)) {
    return rows.map((one) => (one.id === row.id ? row : one))
  }
  const after = rows.findIndex((one) => collator.compare(one.memberName, row.memberName) > 0)
  return after < 0 ? [...rows, row] : rows.toSpliced(after, 0, row)
}

/** "Gruber, Annegret" → her two names. */
export function personOf(memberName: string): { firstName: string; lastName: string } {
  const [lastName = '', ...firstName] = memberName.split(', ')
  return { firstName: firstName.join(', '), lastName }
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
      nameMatches(personOf(row.memberName), search),
  )
}

export type TypeCount = { id: number; name: string; count: number }

/** The costume types that take part, by name. */
export function countTypes(rows: readonly Participant[]): TypeCount[] {
  const counts = new Map<number, TypeCount>()
  for (const { costumeType } of rows) {
    const count = (counts.get(costumeType.id)?.count ?? 0) + 1
    counts.set(costumeType.id, { ...costumeType, count })
  }
  return [...counts.values()].sort((a, b) => collator.compare(a.name, b.name))
}
