import type { Day } from '#worker/domain/dates.ts'
import { dayAt, dayNumber } from './days.ts'

/** A random generator that repeats for the same seed. */
export type Random = {
  /** 0 ≤ x < 1 */
  next: () => number
  /** An integer, both ends included. */
  int: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  weighted: <T>(choices: readonly (readonly [T, number])[]) => T
  /** A day, both ends included; `from` when the range is empty. */
  day: (from: Day, to: Day) => Day
  shuffled: <T>(list: readonly T[]) => T[]
  /** An independent generator, so that a change in one table does not change all others. */
  fork: (name: string) => Random
}

export function seeded(seed: string): Random {
  const next = mulberry32(hash(seed))
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    weighted: (choices) => weighted(choices, next()),
    day: (from, to) => (to <= from ? from : dayAt(int(dayNumber(from), dayNumber(to)))),
    shuffled: (list) => shuffled(list, int),
    fork: (name) => seeded(`${seed}/${name}`),
  }
}

function at<T>(list: readonly T[], index: number): T {
  if (index >= list.length) throw new RangeError('nothing to pick from')
  return list[index] as T
}

function weighted<T>(choices: readonly (readonly [T, number])[], x: number): T {
  let rest = x * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  return at(choices, choices.length - 1)[0]
}

function shuffled<T>(list: readonly T[], int: (from: number, to: number) => number): T[] {
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = int(0, i)
    const moved = at(copy, i)
    copy[i] = at(copy, j)
    copy[j] = moved
  }
  return copy
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/** mulberry32 by Tommy Ettinger: four lines, good enough for names and dates. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
