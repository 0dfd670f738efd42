import type { Day } from '#worker/domain/dates.ts'
import { costumeNumberKey } from '#worker/domain/names.ts'
import { costumeKinds, suits } from './costume-types.ts'
import type { Member } from './members.ts'
import type { Random } from './random.ts'
import type { CostumeRow, OwnershipRow } from './rows.ts'

/** `id` null = a number that is not registered. */
export type WornCostume = { id: number | null; typeId: number; number: string }

type Span = { from: Day; to: Day | null; costume: WornCostume }
export type Wardrobe = Map<number, Span[]>

export function makeWardrobe(
  costumes: readonly CostumeRow[],
  ownerships: readonly OwnershipRow[],
): Wardrobe {
  const byId = new Map(costumes.map((costume) => [costume.id, costume]))
  const wardrobe: Wardrobe = new Map()
  for (const { costumeId, memberId, ownedFrom, ownedTo } of ownerships) {
    const row = byId.get(costumeId)
    if (!row) continue
    const costume = { id: row.id, typeId: row.costumeTypeId, number: row.number }
    const spans = wardrobe.get(memberId) ?? []
    spans.push({ from: ownedFrom, to: ownedTo, costume })
    wardrobe.set(memberId, spans)
  }
  return wardrobe
}

/** Costumes that a member owned on a day. */
export function ownedOn(wardrobe: Wardrobe, memberId: number, day: Day): WornCostume[] {
  const spans = wardrobe.get(memberId) ?? []
  return spans
    .filter(({ from, to }) => from <= day && (to === null || day < to))
    .map(({ costume }) => costume)
}

/** A borrowed costume: the number of another guild, which is not registered here. */
export function borrowFor(random: Random, member: Member, day: Day): WornCostume {
  return borrow(random, costumeKinds.find((kind) => suits(kind, member, day))?.id ?? 1)
}

export function borrow(random: Random, typeId: number): WornCostume {
  return { id: null, typeId, number: `${random.pick(['G', 'L', 'X'])} ${random.int(1, 999)}` }
}

/** Marks a costume as worn in this parade; false when it is worn already. */
export function take(worn: Set<string>, { typeId, number }: WornCostume): boolean {
  const key = `${typeId}|${costumeNumberKey(number)}`
  if (worn.has(key)) return false
  worn.add(key)
  return true
}
