import { addDays, type Day } from '#worker/domain/dates.ts'
import { costumeNumberKey } from '#worker/domain/names.ts'
import { type CostumeKind, costumeKinds } from './costume-types.ts'
import { addYears } from './days.ts'
import { foundingDay } from './membership.ts'
import type { Random } from './random.ts'
import type { CostumeRow } from './rows.ts'

/** All costumes that ever existed, numbered by type. */
export function makeCostumes(random: Random, count: number, today: Day): CostumeRow[] {
  const costumes = costumeKinds.flatMap((kind) => {
    const wanted = Math.round(kind.share * count)
    return makeNumbers(random, wanted).flatMap((number) => makeLives(random, kind, number, today))
  })
  return costumes.slice(0, count).map((costume, index) => ({ ...costume, id: index + 1 }))
}

/** The costume numbers 1, 2, 3 …, with an occasional "12a" for a costume that was made later. */
function makeNumbers(random: Random, count: number): string[] {
  const numbers: string[] = []
  for (let n = 1; numbers.length < count; n++) {
    numbers.push(String(n))
    if (random.chance(0.025) && numbers.length < count) numbers.push(`${n}a`)
  }
  return numbers
}

/**
 * The costumes that had this number: mostly one that is still registered; of the few others some numbers were
 * assigned again.
 */
function makeLives(random: Random, kind: CostumeKind, number: string, today: Day) {
  const since = random.day(foundingDay, addYears(today, -4))
  const first = { ...makeRow(kind, number), registeredSince: since }
  const isGivenUp = random.chance(0.05) && since < addYears(today, -12)
  if (!isGivenUp) return [first]
  const until = random.day(addYears(since, 6), addYears(today, -3))
  const old = { ...first, registeredUntil: until, comment: 'Maske gerissen, Häs aufgetrennt.' }
  const again = { ...makeRow(kind, number), registeredSince: addDays(until, random.int(30, 400)) }
  return random.chance(0.6) ? [old, again] : [old]
}

function makeRow(kind: CostumeKind, number: string) {
  return {
    id: 0,
    number,
    numberKey: costumeNumberKey(number),
    costumeTypeId: kind.id,
    registeredUntil: null,
    comment: '',
  }
}
