import { berlinDay, berlinTime, type Day, germanDate } from '#worker/domain/dates.ts'
import { nameMatches } from '#worker/domain/names.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { personOf } from './check-in-list.ts'

/** By name in either order, or by the number of the costume. */
export function findParticipants(rows: readonly Participation[], typed: string): Participation[] {
  const query = typed.trim()
  return rows.filter(
    (row) => nameMatches(personOf(row.memberName), query) || row.costumeNumber === query,
  )
}

/** "13:42 Uhr", on another day than the parade's with that day; "Ja" when the time is not known. */
export function confirmedWhen({ participationConfirmedAt }: Participation, paradeDay: Day | null) {
  if (!participationConfirmedAt) return 'Ja'
  const at = new Date(participationConfirmedAt)
  const time = `${berlinTime(at)} Uhr`
  const day = berlinDay(at)
  return day === paradeDay ? time : `${germanDate(day)}, ${time}`
}
