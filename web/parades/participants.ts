import { namesOf } from '#worker/domain/names.ts'
import type { CostumeType, Participation } from '#worker/parades/parades.contract.ts'

/** "Annegret Gruber", as running text names her. */
export function spokenName(memberName: string): string {
  const { firstName, lastName } = namesOf(memberName)
  return [firstName, lastName].filter(Boolean).join(' ')
}

export type TypeCount = CostumeType & { count: number }

const collator = new Intl.Collator('de')

/** The costume types that take part, by name. */
export function countTypes(rows: readonly Pick<Participation, 'costumeType'>[]): TypeCount[] {
  const counts = new Map<number, TypeCount>()
  for (const { costumeType } of rows) {
    const count = (counts.get(costumeType.id)?.count ?? 0) + 1
    counts.set(costumeType.id, { ...costumeType, count })
  }
  return [...counts.values()].sort((a, b) => collator.compare(a.name, b.name))
}
