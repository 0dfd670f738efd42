import { putByName } from '#web/data/parades-participants.ts'
import { nameMatches, namesOf } from '#worker/domain/names.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'

/** A row as the check-in needs it: helpers are not told birthdays. */
export type Participant = Omit<Participation, 'birthday'>

/** Rows keep their order whatever comes: several helpers tick, and each has a finger on the list. */
export function mergeRows(
  known: readonly Participant[] | undefined,
  fresh: readonly Participant[],
): readonly Participant[] {
  if (!known) return fresh
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const kept = known.flatMap((row) => {
    const other = byId.get(row.id)
    byId.delete(row.id)
    if (!other) return []
    // The same object for the same content: then the row is not drawn again.
    return [row === other || JSON.stringify(row) === JSON.stringify(other) ? row : other]
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
