import { addDays, type Day } from '#worker/domain/dates.ts'
import { type CostumeKind, costumeKinds, suits, wearingSpan } from './costume-types.ts'
import { addYears, daysBetween, earliest, latest } from './days.ts'
import type { Member } from './members.ts'
import { spanOn } from './membership.ts'
import type { Random } from './random.ts'
import type { CostumeRow, OwnershipRow } from './rows.ts'

/** Present and former owners of costumes. Spans are half-open: [ownedFrom, ownedTo). */
export function makeOwnerships(
  random: Random,
  costumes: readonly CostumeRow[],
  members: readonly Member[],
  today: Day,
): OwnershipRow[] {
  const current = handOut(random.fork('now'), costumes, members, today)
  const past = costumes.flatMap((costume) => {
    const until = current.get(costume.id)?.ownedFrom ?? lastDayOwned(random, costume, today)
    return makeHistory(random, costume, members, until)
  })
  return [...past, ...current.values()]
}

/** Nearly every active member has a costume, many have two, and passive ones keep theirs. */
function handOut(
  random: Random,
  costumes: readonly CostumeRow[],
  members: readonly Member[],
  today: Day,
): Map<number, OwnershipRow> {
  const free = stockByKind(random, costumes)
  const owned = new Map<number, OwnershipRow>()
  for (const member of random.shuffled(members)) {
    for (let wanted = costumesWanted(random, member); wanted > 0; wanted--) {
      const kind = chooseKind(random, member, today)
      const costume = kind && free.get(kind.id)?.pop()
      const from = costume && firstDayOwned(random, costume, kind, member)
      if (!from || from >= today) continue
      owned.set(costume.id, {
        costumeId: costume.id,
        memberId: member.id,
        ownedFrom: from,
        ownedTo: null,
      })
    }
  }
  return owned
}

function costumesWanted(random: Random, { state }: Member): number {
  if (state === 'Left' || state === 'Died') return 0
  if (state === 'Passive') return random.chance(0.6) ? 1 : 0
  return random.weighted([
    [0, 3],
    [1, 65],
    [2, 32],
  ])
}

function stockByKind(random: Random, costumes: readonly CostumeRow[]): Map<number, CostumeRow[]> {
  const registered = random.shuffled(costumes.filter((costume) => !costume.registeredUntil))
  return Map.groupBy(registered, (costume) => costume.costumeTypeId)
}

function chooseKind(random: Random, member: Member, today: Day): CostumeKind | undefined {
  const kinds = costumeKinds.filter((kind) => suits(kind, member, today))
  return kinds.length === 0
    ? undefined
    : random.weighted(kinds.map((kind) => [kind, kind.wish] as const))
}

function firstDayOwned(
  random: Random,
  costume: CostumeRow,
  kind: CostumeKind,
  member: Member,
): Day {
  const backSince = member.spans.at(-1)?.from ?? costume.registeredSince
  const possible = latest(costume.registeredSince, backSince, wearingSpan(kind, member).from)
  return addDays(possible, random.int(0, 240))
}

/** A costume without an owner has been in the guild's wardrobe for some time. */
function lastDayOwned(random: Random, costume: CostumeRow, today: Day): Day {
  return costume.registeredUntil ?? random.day(costume.registeredSince, addDays(today, -60))
}

function makeHistory(
  random: Random,
  costume: CostumeRow,
  members: readonly Member[],
  until: Day,
): OwnershipRow[] {
  const kind = costumeKinds.find(({ id }) => id === costume.costumeTypeId)
  const history: OwnershipRow[] = []
  let cursor = costume.registeredSince
  while (kind && daysBetween(cursor, until) > 200) {
    const owner = findOwner(random, kind, members, cursor)
    const ownedTo = owner ? endOfOwnership(random, kind, owner, cursor, until) : addYears(cursor, 1)
    if (owner && daysBetween(cursor, ownedTo) > 150) {
      history.push({ costumeId: costume.id, memberId: owner.id, ownedFrom: cursor, ownedTo })
    }
    cursor = random.chance(0.7) ? ownedTo : addDays(ownedTo, random.int(1, 400))
  }
  return history
}

/** A member of that day who may wear the kind of costume. */
function findOwner(random: Random, kind: CostumeKind, members: readonly Member[], day: Day) {
  for (let tries = 0; tries < 12; tries++) {
    const member = random.pick(members)
    if (spanOn(member, day) && suits(kind, member, day)) return member
  }
  return undefined
}

function endOfOwnership(
  random: Random,
  kind: CostumeKind,
  member: Member,
  from: Day,
  until: Day,
): Day {
  const wished = addDays(from, random.int(2 * 365, 16 * 365))
  const left = spanOn(member, from)?.to ?? until
  return earliest(wished, left, wearingSpan(kind, member).to, until)
}
