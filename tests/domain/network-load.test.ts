import { describe, expect, test } from 'vitest'
import {
  loadOf,
  oldestSlot,
  type SlotLoad,
  slotOf,
  stepOfLoad,
  withoutPlaces,
} from '#worker/domain/network-load.ts'

// docs/rules.md, "Fairness".

const at = (time: string) => new Date(`2027-01-16T${time}Z`)
const slot = (time: string, unpaid: number, paid = 0): SlotLoad => ({
  slot: at(`${time}:00`).toISOString(),
  unpaid,
  paid,
})

describe('a slot', () => {
  test.each([
    ['12:00:00', '12:00'],
    ['12:09:59.999', '12:00'],
    ['12:10:00', '12:10'],
    ['23:59:59.999', '23:50'],
    ['00:00:00', '00:00'],
  ])('of %s begins at %s', (time, begin) => {
    expect(slotOf(at(time))).toBe(`2027-01-16T${begin}:00.000Z`)
  })

  test.each([
    ['12:00:00', '11:00'],
    ['12:09:59.999', '11:00'],
    ['12:10:00', '11:10'],
  ])('counts at %s from %s on', (time, begin) => {
    expect(oldestSlot(at(time))).toBe(`2027-01-16T${begin}:00.000Z`)
  })

  test('of the day before counts shortly after midnight', () => {
    expect(oldestSlot(at('00:05:00'))).toBe('2027-01-15T23:00:00.000Z')
  })
})

describe('the load', () => {
  test.each([
    ['nothing', [], 0],
    ['unpaid places', [slot('12:00', 8)], 8],
    ['paid ones count against unpaid ones', [slot('12:00', 8, 3), slot('12:10', 2, 4)], 3],
    ['who has paid most is below nothing', [slot('12:00', 0, 40)], -40],
  ])('%s', (_, slots, load) => {
    expect(loadOf(slots)).toBe(load)
  })

  test('leaves out what the request gives up, in the slot of that order', () => {
    const slots = [slot('12:00', 100), slot('12:10', 150)]
    const given = { createdAt: '2027-01-16T12:05:00.000Z', placeCount: 60 }
    expect(withoutPlaces(slots, given)).toEqual([slot('12:00', 40), slot('12:10', 150)])
  })

  test('leaves out nothing for an order that is too old to count', () => {
    const slots = [slot('12:10', 150)]
    const given = { createdAt: '2027-01-16T10:05:00.000Z', placeCount: 60 }
    expect(withoutPlaces(slots, given)).toEqual(slots)
  })
})

describe('the steps', () => {
  const now = at('12:30:00')

  test.each([
    [-50, null, false],
    [0, null, false],
    [200, null, false],
    [201, 10, true],
    [400, 10, true],
    [401, 5, true],
    [1000, 5, true],
  ])('with %i places on it, the next are held for %s minutes', (load, minutes, isChallenged) => {
    const slots = [slot('12:20', load + 7), slot('12:30', 0, 7)]
    expect(stepOfLoad(slots, now)).toMatchObject({ do: 'hold', minutes, isChallenged })
  })

  test('each says up to which load it is right', () => {
    const upTo = (load: number) => stepOfLoad([slot('12:30', load)], now)
    for (const [load, limit] of [
      [-5, 200],
      [200, 200],
      [201, 400],
      [401, 1000],
    ] as const) {
      expect(upTo(load)).toMatchObject({ upTo: limit })
    }
  })

  test('above a thousand nobody gets in, until the first slot no longer counts', () => {
    // That of 12:00 ends at 12:10, and an hour later none of its orders counts any more.
    const slots = [slot('12:20', 900), slot('12:00', 101)]
    const fortyMinutes = 40 * 60
    expect(stepOfLoad(slots, now)).toEqual({ do: 'refuse', retryAfterInSeconds: fortyMinutes })
  })

  test('one slot may not be enough', () => {
    const slots = [slot('11:30', 50), slot('11:40', 200), slot('12:20', 1000)]
    expect(stepOfLoad(slots, now)).toEqual({ do: 'refuse', retryAfterInSeconds: 20 * 60 })
  })

  test('what was paid may end later than what was not', () => {
    const slots = [slot('11:30', 0, 300), slot('12:20', 1301)]
    expect(stepOfLoad(slots, now)).toEqual({ do: 'refuse', retryAfterInSeconds: 60 * 60 })
  })
})

type Asked = { at: number; places: number; paysAfter: number | null }

/** Plays what people of one network ask for, in seconds; the second way to keep count is the test's. */
function play(asked: readonly Asked[]) {
  const begin = at('18:00:00').getTime()
  const instant = (second: number) => new Date(begin + second * 1000)
  const slots = new Map<string, SlotLoad>()
  const count = (second: number, unpaid: number, paid: number) => {
    const key = slotOf(instant(second))
    const kept = slots.get(key) ?? { slot: key, unpaid: 0, paid: 0 }
    slots.set(key, { slot: key, unpaid: kept.unpaid + unpaid, paid: kept.paid + paid })
  }
  const got: (Asked & { minutes: number | null })[] = []
  const paying = new Set<Asked & { due: number }>()
  let refused = 0
  for (const one of asked.toSorted((a, b) => a.at - b.at)) {
    for (const earlier of paying) {
      if (earlier.due > one.at) continue
      count(earlier.at, -earlier.places, earlier.places)
      paying.delete(earlier)
    }
    const now = instant(one.at)
    const step = stepOfLoad(
      [...slots.values()].filter((kept) => kept.slot >= oldestSlot(now)),
      now,
    )
    if (step.do === 'refuse') {
      refused += 1
      continue
    }
    count(one.at, one.places, 0)
    got.push({ ...one, minutes: step.minutes })
    if (one.paysAfter !== null) paying.add({ ...one, due: one.at + one.paysAfter })
  }
  return { got, refused }
}

/** The same numbers each time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe('a hall of two hundred, who take eight places each within five minutes', () => {
  test.each([1, 2, 3, 4, 5])('a tenth never pays, and nobody is refused (%i)', (seed) => {
    const next = random(seed)
    const hall = Array.from({ length: 200 }, () => ({
      at: next() * 300,
      places: 8,
      paysAfter: next() < 0.1 ? null : 40 + next() * 80,
    }))
    const { got, refused } = play(hall)
    expect(refused).toBe(0)
    // Five minutes are longer than paying takes.
    for (const { minutes, paysAfter } of got) {
      expect((minutes ?? 30) * 60).toBeGreaterThan(paysAfter ?? 0)
    }
    expect(got.some(({ minutes }) => minutes !== null)).toBe(true)
  })
})

describe('a squatter', () => {
  test.each([1, 8, 60])('who takes %i places at a time', (places) => {
    const hours = 3
    const everySecond = Array.from({ length: hours * 3600 }, (_, second) => ({
      at: second,
      places,
      paysAfter: null,
    }))
    const { got } = play(everySecond)

    // A thousand, and what the request that passes them asks for.
    for (let from = 0; from < hours * 3600; from += 60) {
      const inAnHour = got.filter((one) => one.at >= from && one.at < from + 3600)
      expect(inAnHour.length * places).toBeLessThanOrEqual(1000 + places)
    }
    // Held for minutes: the first two hundred as long as a payment may take, the rest no longer than ten.
    const minutesHeld = got
      .filter((one) => one.at < 3600)
      .reduce((sum, one) => sum + (one.minutes ?? 30) * places, 0)
    expect(minutesHeld / (1000 + places)).toBeLessThan(12)
    expect(got.filter((one) => one.minutes === null && one.at < 3600)).toHaveLength(
      Math.floor(200 / places) + 1,
    )
  })
})
