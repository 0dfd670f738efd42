import type { Ownership } from '#worker/costumes/costumes.contract.ts'
import type { Day } from '#worker/domain/dates.ts'

/** A stretch of a costume's history; `to` null = open, `owner` null = with the guild. */
export type Stretch = {
  key: string
  owner: Ownership['member'] | null
  from: Day
  to: Day | null
  isCurrent: boolean
}

/** Newest first, as the ownerships come, with the times in between in which nobody owned it. */
export function ownerTimeline(ownerships: readonly Ownership[], today: Day): Stretch[] {
  const stretches: Stretch[] = []
  let next: Day | null = null
  for (const { id, member, ownedFrom, ownedTo } of ownerships) {
    if (ownedTo !== null && ownedTo !== next) {
      stretches.push(stretch(`until ${id}`, null, ownedTo, next, today))
    }
    stretches.push(stretch(`${id}`, member, ownedFrom, ownedTo, today))
    next = ownedFrom
  }
  return stretches
}

/** Who has the costume today: somebody who leaves on a day to come has it until then. */
export function currentOwnership(
  ownerships: readonly Ownership[],
  today: Day,
): Ownership | undefined {
  return ownerships.find(({ ownedTo }) => ownedTo === null || ownedTo > today)
}

function stretch(
  key: string,
  owner: Stretch['owner'],
  from: Day,
  to: Day | null,
  today: Day,
): Stretch {
  return { key, owner, from, to, isCurrent: from <= today && (to === null || to > today) }
}
