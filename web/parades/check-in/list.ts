import { putByName } from '#web/data/parades-participants.ts'
import { costumeNumberKey } from '#worker/domain/costume-number.ts'
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
  /** Confirmed ones that are shown all the same. */
  stay: ReadonlySet<number> = new Set(),
): readonly Participant[] {
  return rows.filter(
    (row) =>
      (typeId === null || row.costumeType.id === typeId) &&
      !(hidesConfirmed && row.participationConfirmed && !stay.has(row.id)) &&
      (nameMatches(namesOf(row.memberName), search) || hasNumber(row, search)),
  )
}

/** By its beginning: who types "5" does not look for number 115. */
function hasNumber({ costumeNumber }: Participant, search: string): boolean {
  const typed = costumeNumberKey(search)
  return typed !== '' && costumeNumberKey(costumeNumber).startsWith(typed)
}

/** Whose button comes next: further down, after the last one the nearest above; null = none. */
export function nextToConfirm(
  shown: readonly Participant[],
  id: number,
  isSending: (id: number) => boolean,
): number | null {
  const at = shown.findIndex((row) => row.id === id)
  const isOpen = (row: Participant) =>
    row.id !== id && !row.participationConfirmed && !isSending(row.id)
  const next = shown.slice(at + 1).find(isOpen) ?? shown.slice(0, Math.max(at, 0)).findLast(isOpen)
  return next?.id ?? null
}
