import type { Day } from '#worker/domain/dates.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { addYears } from './days.ts'
import type { Member } from './members.ts'
import type { CostumeTypeRow } from './rows.ts'

export type CostumeKind = {
  id: number
  name: string
  /** The share of this kind in the guild's costumes. */
  share: number
  /** Preference of members who may wear it. */
  wish: number
  ages: readonly [from: number, below: number]
  isFor: (member: Member) => boolean
}

const grown = [16, 100] as const
const everyMember = () => true

export const costumeKinds: readonly CostumeKind[] = [
  { id: 1, name: 'Schellenhansel', share: 0.34, wish: 38, ages: grown, isFor: everyMember },
  { id: 2, name: 'Flecklesbutz', share: 0.17, wish: 18, ages: grown, isFor: everyMember },
  { id: 3, name: 'Bachhexe', share: 0.22, wish: 26, ages: grown, isFor: everyMember },
  { id: 4, name: 'Elferrat', share: 0.05, wish: 6, ages: [24, 100], isFor: everyMember },
  { id: 5, name: 'Garde', share: 0.07, wish: 22, ages: [16, 34], isFor: ({ sex }) => sex === 'f' },
  { id: 6, name: 'Kinderhansel', share: 0.1, wish: 1, ages: [3, 16], isFor: everyMember },
  { id: 7, name: 'Mühlengeist', share: 0.05, wish: 6, ages: grown, isFor: everyMember },
]

export const costumeTypeRows: CostumeTypeRow[] = costumeKinds.map(({ id, name }) => ({
  id,
  name,
  nameKey: normaliseName(name),
}))

/** The days between which a member may wear this kind; the second one is exclusive. */
export function wearingSpan(kind: CostumeKind, member: Member): { from: Day; to: Day } {
  const [from, below] = kind.ages
  return { from: addYears(member.born, from), to: addYears(member.born, below) }
}

export function suits(kind: CostumeKind, member: Member, day: Day): boolean {
  const { from, to } = wearingSpan(kind, member)
  return kind.isFor(member) && from <= day && day < to
}
