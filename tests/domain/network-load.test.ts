import { describe, expect, test } from 'vitest'
import {
  type Loads,
  loadKeys,
  networkOf,
  oldestSlot,
  type SlotLoad,
  slotOf,
  stepOfLoad,
  unpaidLessPaid,
  wideNetworkOf,
  withoutPlaces,
} from '#worker/domain/network.ts'

// docs/rules.md, "Fairness".

const at = (time: string) => new Date(`2027-01-16T${time}Z`)
const slot = (time: string, unpaid: number, paid = 0): SlotLoad => ({
  slot: at(`${time}:00`).toISOString(),
  unpaid,
  paid,
})

describe('the slots of a network’s load', () => {
  test.each([
    ['12:00:00', '12:00'],
    ['12:09:59.999', '12:00'],
    ['12:10:00', '12:10'],
    ['23:59:59.999', '23:50'],
    ['00:00:00', '00:00'],
  ])('An order at %s is counted in the slot of ten minutes that begins at %s', (time, begin) => {
    expect(slotOf(at(time))).toBe(`2027-01-16T${begin}:00.000Z`)
  })

  test.each([
    ['12:00:00', '11:00'],
    ['12:09:59.999', '11:00'],
    ['12:10:00', '11:10'],
  ])("At %s a network's load counts the slots from %s on", (time, begin) => {
    expect(oldestSlot(at(time))).toBe(`2027-01-16T${begin}:00.000Z`)
  })

  test("Shortly after midnight a network's load counts slots of the day before", () => {
    expect(oldestSlot(at('00:05:00'))).toBe('2027-01-15T23:00:00.000Z')
  })
})

describe('the load', () => {
  test.each([
    ['no slots', [], 0],
    ['unpaid places', [slot('12:00', 8)], 8],
    ['unpaid less paid places', [slot('12:00', 8, 3), slot('12:10', 2, 4)], 3],
    ['more paid than unpaid places', [slot('12:00', 0, 40)], -40],
  ])('The load of a network adds up %s', (_, slots, load) => {
    expect(unpaidLessPaid(slots)).toBe(load)
  })

  test('The load of a network leaves out the places of a replaced order in their slot', () => {
    const slots = [slot('12:00', 100), slot('12:10', 150)]
    const given = { createdAt: '2027-01-16T12:05:00.000Z', placeCount: 60 }
    expect(withoutPlaces(slots, given)).toEqual([slot('12:00', 40), slot('12:10', 150)])
  })

  test('The load of a network is unchanged by a replaced order that is too old to count', () => {
    const slots = [slot('12:10', 150)]
    const given = { createdAt: '2027-01-16T10:05:00.000Z', placeCount: 60 }
    expect(withoutPlaces(slots, given)).toEqual(slots)
  })
})

describe('the limits of a network’s load', () => {
  const now = at('12:30:00')
  const none: SlotLoad[] = []
  const one = { places: 1, isFree: false }
  const loads = (change: Partial<Loads>): Loads => ({
    network: none,
    wide: none,
    all: none,
    ...change,
  })
  const ofAll = (unpaid: number, paid = 0) => loads({ all: [slot('12:20', unpaid, paid)] })

  test.each([
    [0, 1, null, false],
    [59, 1, null, false],
    [0, 60, null, false],
    [60, 1, 5, false],
    [1, 60, 5, false],
    [61, 1, 5, true],
    [5000, 8, 5, true],
  ])(
    'With %i unpaid places in the guild, the next %i are held for %j minutes (challenge: %j)',
    (load, places, minutes, isChallenged) => {
      const step = stepOfLoad(ofAll(load), { places, isFree: false }, now)
      expect(step).toMatchObject({ do: 'hold', minutes, isChallenged })
    },
  )

  test.each([
    [0, 60, false],
    [59, 1, false],
    [60, 1, true],
    [1, 60, true],
  ])(
    'With %i unpaid places in the guild, the next %i free places need a challenge: %j',
    (load, places, isChallenged) => {
      expect(stepOfLoad(ofAll(load), { places, isFree: true }, now)).toMatchObject({ isChallenged })
    },
  )

  test('Paid places of the guild do not reduce the load of unpaid ones', () => {
    expect(stepOfLoad(ofAll(61, 500), one, now)).toMatchObject({ isChallenged: true })
  })

  test('A decision about the load names the loads up to which it is valid', () => {
    const upTo = (load: number) => stepOfLoad(ofAll(load), { places: 8, isFree: false }, now)
    expect(upTo(0)).toMatchObject({ upTo: { all: 52, network: 4000, wide: 4000 } })
    expect(upTo(53)).toMatchObject({ upTo: { all: 60 } })
    expect(upTo(61)).toMatchObject({ upTo: { all: Number.MAX_SAFE_INTEGER, network: 4000 } })
  })

  test.each(['network', 'wide'] as const)(
    'A network of the kind "%s" with more than 4,000 unpaid places is rejected until its first slot no longer counts',
    (of) => {
      expect(stepOfLoad(loads({ [of]: [slot('12:20', 4000)] }), one, now)).toMatchObject({
        do: 'hold',
      })
      // That of 12:00 ends at 12:10, and an hour later none of its orders counts any more.
      const slots = [slot('12:20', 3900), slot('12:00', 101)]
      expect(stepOfLoad(loads({ [of]: slots }), one, now)).toEqual({
        do: 'refuse',
        retryAfterInSeconds: 40 * 60,
      })
    },
  )

  test('A rejected network waits for as many slots as the load requires, and for paid places that stop counting later', () => {
    const seconds = (network: SlotLoad[]) => stepOfLoad(loads({ network }), one, now)
    expect(seconds([slot('11:30', 50), slot('11:40', 200), slot('12:20', 4000)])).toEqual({
      do: 'refuse',
      retryAfterInSeconds: 20 * 60,
    })
    expect(seconds([slot('11:30', 0, 300), slot('12:20', 4301)])).toEqual({
      do: 'refuse',
      retryAfterInSeconds: 60 * 60,
    })
  })
})

describe('the keys of a network', () => {
  const [network, wide] = ['0123456789abcdef', 'fedcba9876543210']

  test('A load is counted under the network, the wider network around it if there is one, and all', () => {
    expect(loadKeys(network)).toEqual({ network, all: 'all' })
    expect(loadKeys(network + wide)).toEqual({ network, wide, all: 'all' })
    expect(loadKeys(null)).toEqual({})
  })

  test('A /48 surrounds each of its /64s, and an IPv4 address has no wider network', () => {
    const [one, other] = ['2001:db8:1:2::7', '2001:db8:1:ffff::7'].map(networkOf)
    expect(one).not.toBe(other)
    expect(wideNetworkOf(one ?? '')).toBe('2001:db8:1::/48')
    expect(wideNetworkOf(other ?? '')).toBe('2001:db8:1::/48')
    expect(wideNetworkOf('203.0.113.7')).toBeNull()
  })
})
