import { type Sort, sortRows } from '#web/lib/sort-rows.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'

export const columnLabels = {
  memberName: 'Name',
  costumeType: 'Kleidertyp',
  costumeNumber: 'Nummer',
  birthday: 'Geburtstag',
  payed: 'Bezahlung',
  confirmed: 'Bestätigt',
}
export type ParticipantColumn = keyof typeof columnLabels

/** Birthdays come only to those who may see them. */
export function visibleColumns(rows: readonly Participation[]): ParticipantColumn[] {
  const columns = Object.keys(columnLabels) as ParticipantColumn[]
  const hasBirthdays = rows.some((row) => 'birthday' in row)
  return columns.filter((column) => column !== 'birthday' || hasBirthdays)
}

const values = {
  memberName: (row: Participation) => row.memberName,
  costumeType: (row: Participation) => row.costumeType.name,
  costumeNumber: (row: Participation) => row.costumeNumber,
  birthday: (row: Participation) => row.birthday ?? null,
  payed: (row: Participation) => row.participationFeePayed,
  // The confirmed ones by their time, the others after them.
  confirmed: (row: Participation) =>
    row.participationConfirmed ? (row.participationConfirmedAt ?? '0') : null,
}

export function sortParticipants(
  rows: readonly Participation[],
  { column, direction }: Sort<ParticipantColumn>,
): Participation[] {
  return sortRows(rows, values[column], direction)
}
