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
  ])('At %s the load of a network counts the slots that begin at %s or later', (time, begin) => {
    expect(oldestSlot(at(time))).toBe(`2027-01-16T${begin}:00.000Z`)
  })

  test('Shortly after midnight the load of a network counts slots of the day before', () => {
    expect(oldestSlot(at('00:05:00'))).toBe('2027-01-15T23:00:00.000Z')
  })
})

describe('the load of a network', () => {
  test.each([
    ['no slots', [], 0],
    ['unpaid places', [slot('12:00', 8)], 8],
    ['unpaid and paid places', [slot('12:00', 8, 3), slot('12:10', 2, 4)], 3],
    ['only paid places', [slot('12:00', 0, 40)], -40],
  ])('The load of a network with %s is $2 (unpaid minus paid places)', (_, slots, load) => {
    expect(unpaidLessPaid(slots)).toBe(load)
  })

  test("When an order is replaced, its places are subtracted from the network's load, in the slot in which the order was made", () => {
    const slots = [slot('12:00', 100), slot('12:10', 150)]
    const given = { createdAt: '2027-01-16T12:05:00.000Z', placeCount: 60 }
    expect(withoutPlaces(slots, given)).toEqual([slot('12:00', 40), slot('12:10', 150)])
  })

  test("When an order is replaced whose slot no longer counts, the network's load does not change", () => {
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
    'With %i unpaid places in the guild, %i more are reserved for %j minutes (null: the usual time), and a challenge is required: %j',
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
    'With %i unpaid places in the guild, a challenge is required for another %i places that cost nothing: %j',
    (load, places, isChallenged) => {
      expect(stepOfLoad(ofAll(load), { places, isFree: true }, now)).toMatchObject({ isChallenged })
    },
  )

  test('With 61 unpaid places in the guild a challenge is required, even if 500 other places are paid', () => {
    expect(stepOfLoad(ofAll(61, 500), one, now)).toMatchObject({ isChallenged: true })
  })

  test('A decision about an order contains the loads of guild and network up to which the decision is valid', () => {
    const upTo = (load: number) => stepOfLoad(ofAll(load), { places: 8, isFree: false }, now)
    expect(upTo(0)).toMatchObject({ upTo: { all: 52, network: 4000, wide: 4000 } })
    expect(upTo(53)).toMatchObject({ upTo: { all: 60 } })
    expect(upTo(61)).toMatchObject({ upTo: { all: Number.MAX_SAFE_INTEGER, network: 4000 } })
  })

  test.each(['network', 'wide'] as const)(
    'With more than 4,000 unpaid places of its network ("%s"), an order is rejected; Retry-After is the time until the oldest slot expires',
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

  test('For a rejected network, Retry-After is the time until enough unpaid places have expired; slots of paid places do not shorten it', () => {
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

describe("the keys under which a network's load is counted", () => {
  const [network, wide] = ['0123456789abcdef', 'fedcba9876543210']

  test('An order is counted in the load of its network, of the wider network if there is one, and of the whole guild', () => {
    expect(loadKeys(network)).toEqual({ network, all: 'all' })
    expect(loadKeys(network + wide)).toEqual({ network, wide, all: 'all' })
    expect(loadKeys(null)).toEqual({})
  })

  test('An IPv6 address has its /48 as the wider network, and an IPv4 address has no wider network', () => {
    const [one, other] = ['2001:db8:1:2::7', '2001:db8:1:ffff::7'].map(networkOf)
    expect(one).not.toBe(other)
    expect(wideNetworkOf(one ?? '')).toBe('2001:db8:1::/48')
    expect(wideNetworkOf(other ?? '')).toBe('2001:db8:1::/48')
    expect(wideNetworkOf('203.0.113.7')).toBeNull()
  })
})
