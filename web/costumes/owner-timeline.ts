import type { Ownership } from '#worker/costumes/costumes.contract.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import { isOwnedOn } from '#worker/domain/ownership.ts'

/** A period in a costume's history; `to` null means open, `ownership` null means with the guild. */
export type OwnershipPeriod = {
  key: string
  ownership: Ownership | null
  from: Day
  to: Day | null
  isCurrent: boolean
}

/** The owners of a costume newest first, including the periods without an owner. */
export function ownerTimeline(ownerships: readonly Ownership[], today: Day): OwnershipPeriod[] {
  const stretches: OwnershipPeriod[] = []
  let next: Day | null = null
  for (const ownership of ownerships) {
    const { id, ownedFrom, ownedTo } = ownership
    const isInside = isInsideOf(ownership, ownerships)
    if (!isInside && ownedTo !== null && ownedTo !== next) {
      stretches.push(ownershipPeriod(`until ${id}`, null, ownedTo, next, today))
    }
    stretches.push(ownershipPeriod(`${id}`, ownership, ownedFrom, ownedTo, today))
    if (!isInside) next = ownedFrom
  }
  return stretches
}

/** Whether an ownership of zero days is inside another one, as it is after an exit was undone. */
function isInsideOf({ ownedFrom, ownedTo }: Ownership, others: readonly Ownership[]): boolean {
  return (
    ownedFrom === ownedTo &&
    others.some(
      (other) =>
        other.ownedFrom < ownedFrom && (other.ownedTo === null || other.ownedTo > ownedFrom),
    )
  )
}

/** The current ownership, if any. */
export function currentOwnership(
  ownerships: readonly Ownership[],
  today: Day,
): Ownership | undefined {
  return ownerships.find((one) => isOwnedOn(today, one))
}

/** The ownership before the given one; null when there was none. */
export function previousOwnership(ownerships: readonly Ownership[], id: number): Ownership | null {
  const index = ownerships.findIndex((one) => one.id === id)
  return index < 0 ? null : (ownerships[index + 1] ?? null)
}

/** "seit 11.11.2019", "11.11.2019 – 03.04.2021", "am 03.04.2021" */
export function periodText({ from, to }: Pick<OwnershipPeriod, 'from' | 'to'>, today: Day): string {
  if (to === null) return `${from > today ? 'ab' : 'seit'} ${germanDate(from)}`
  if (to === from) return `am ${germanDate(from)}`
  if (to > today) return `seit ${germanDate(from)}, noch bis ${germanDate(to)}`
  return `${germanDate(from)} – ${germanDate(to)}`
}

/** "Annegret Gruber, seit 11.11.2019" */
export function ownershipName({ member, ownedFrom, ownedTo }: Ownership, today: Day): string {
  const time = periodText({ from: ownedFrom, to: ownedTo }, today)
  return `${fullName(member)}, ${time}`
}

function ownershipPeriod(
  key: string,
  ownership: Ownership | null,
  from: Day,
  to: Day | null,
  today: Day,
): OwnershipPeriod {
  return { key, ownership, from, to, isCurrent: from <= today && (to === null || to > today) }
}
