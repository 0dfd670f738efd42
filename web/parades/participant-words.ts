import { berlinDay, berlinTime, type Day, germanDate } from '#worker/domain/dates.ts'
import type { Minor } from '#worker/domain/minors.ts'
import { parseListName } from '#worker/domain/names.ts'
import type { CostumeType, Participation } from '#worker/parades/parades.contract.ts'

/** "Annegret Gruber", for running text. */
export function spokenName(memberName: string): string {
  const { firstName, lastName } = parseListName(memberName)
  return [firstName, lastName].filter(Boolean).join(' ')
}

/** Whether money was paid for the place: one that costs nothing is stored as paid when it is booked online. */
export function hasPaid({ participationFeePayed, priceInCent }: Participation): boolean {
  return participationFeePayed && priceInCent > 0
}

export function hasPaidOnline(row: Participation): boolean {
  return hasPaid(row) && !row.feePayedByHand
}

export type TypeCount = CostumeType & { count: number }

const collator = new Intl.Collator('de')

/** The costume types of the participants with their counts, by name. */
export function countTypes(worn: readonly CostumeType[]): TypeCount[] {
  const counts = new Map<number, TypeCount>()
  for (const type of worn) {
    const count = (counts.get(type.id)?.count ?? 0) + 1
    counts.set(type.id, { ...type, count })
  }
  return [...counts.values()].sort((a, b) => collator.compare(a.name, b.name))
}

/** "13:42", with the date when it is not the parade's day. */
export function timeOnDay(at: string, paradeDay: Day | null): string {
  const instant = new Date(at)
  const day = berlinDay(instant)
  const time = berlinTime(instant)
  return day === paradeDay ? time : `${germanDate(day)}, ${time}`
}

/** "Eva Straßer, 0171 2345678" */
export function guardianWords({ guardian }: Minor): string {
  return guardian ? [guardian.name, guardian.phone].filter(Boolean).join(', ') : 'ohne Begleitung'
}

/** "unter 16 · Begleitung: Eva Straßer, 0171 2345678" */
export function minorWords(minor: Minor): string {
  return `unter ${minor.below} · ${minor.guardian ? 'Begleitung: ' : ''}${guardianWords(minor)}`
}
