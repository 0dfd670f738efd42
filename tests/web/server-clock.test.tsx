import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClockSources, watchOpening } from '#web/enrolment/public/server-clock.ts'

// The server's clock is the fake one of these tests; each phone has a clock of its own that is wrong.

const opensAt = Date.UTC(2026, 10, 27, 19)
const minute = 60_000
const latency = 120

beforeEach(() => {
  vi.useFakeTimers({ now: opensAt - 90 * minute })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Fixed seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Phone = {
  /** How far its clock is wrong, in ms. */
  wrongBy?: number
  random?: () => number
  isOffline?: () => boolean
  /** How long its steady clock stood still so far. */
  asleep?: () => number
}

function aPhone({ wrongBy = 0, random = () => 0.5, isOffline, asleep = () => 0 }: Phone = {}) {
  const asked: number[] = []
  const opened: number[] = []
  let left: number | null = null
  const clock: ClockSources = {
    ask: () => {
      asked.push(Date.now())
      return new Promise((resolve, reject) => {
        setTimeout(() => {
          const now = Date.now()
          if (isOffline?.()) reject(new Error('offline'))
          else setTimeout(() => resolve(now), latency / 2)
        }, latency / 2)
      })
    },
    steady: () => Date.now() - opensAt - asleep(),
    wall: () => Date.now() + wrongBy,
    random,
  }
  const watch = watchOpening(
    {
      opensAt,
      onTick: (ms) => {
        left = ms
      },
      onOpen: () => opened.push(Date.now()),
    },
    clock,
  )
  return { asked, opened, left: () => left, ...watch }
}

const until = (instant: number) => vi.advanceTimersByTimeAsync(instant - Date.now())

test.each([0, 3 * minute, -3 * minute, 5 * 60 * minute, -26 * 60 * minute])(
  "A phone whose clock is wrong by %i ms opens the enrolment at the server's time",
  async (wrongBy) => {
    const phone = aPhone({ wrongBy })
    await until(opensAt - 1)
    expect(phone.opened).toEqual([])
    await until(opensAt + 1000)
    expect(phone.opened).toHaveLength(1)
    expect((phone.opened[0] as number) - opensAt).toBeLessThanOrEqual(latency)
  },
)

test("Of 500 phones that wait for the opening each asks for the server's time at most twice, and never within 55 seconds of the opening", async () => {
  const random = randomOf(2026)
  const phones: ReturnType<typeof aPhone>[] = []
  for (let index = 0; index < 500; index++) {
    // Half of them come in the last ten minutes.
    const before = (index % 2 === 0 ? 25 : 8) * minute * random() + 2 * minute
    setTimeout(
      () => phones.push(aPhone({ wrongBy: (random() - 0.5) * 8 * 60 * minute, random })),
      opensAt - before - Date.now(),
    )
  }
  await until(opensAt + minute)
  expect(phones).toHaveLength(500)
  const asked = phones.flatMap((phone) => phone.asked)
  expect(Math.max(...phones.map((phone) => phone.asked.length))).toBeLessThanOrEqual(2)
  expect(asked.filter((at) => Math.abs(at - opensAt) < 55_000)).toEqual([])
  const perSecond = Map.groupBy(asked, (at) => Math.floor(at / 1000))
  expect(Math.max(...[...perSecond.values()].map((all) => all.length))).toBeLessThanOrEqual(10)
  for (const { opened } of phones) {
    expect(opened).toHaveLength(1)
    expect(opened[0]).toBeGreaterThanOrEqual(opensAt)
    expect(opened[0]).toBeLessThanOrEqual(opensAt + latency)
  }
})

test("A page that is loaded in the minute before the opening asks for the server's time once and opens the enrolment in time", async () => {
  await until(opensAt - 8000)
  const phone = aPhone({ wrongBy: 3 * minute })
  await until(opensAt - 1)
  expect(phone.opened).toEqual([])
  expect(phone.left()).toBeLessThanOrEqual(1000 + latency)
  await until(opensAt + latency)
  expect([phone.asked.length, phone.opened.length]).toEqual([1, 1])
})

test('A page from a cache that is shown after the opening opens the enrolment once the server has answered', async () => {
  await until(opensAt + 5 * minute)
  const phone = aPhone({ wrongBy: -60 * minute })
  await until(opensAt + 5 * minute + 2 * latency)
  expect([phone.asked.length, phone.opened.length]).toEqual([1, 1])
})

test('Without a network the enrolment does not open; once there is one, the phones ask in different seconds and open it', async () => {
  const random = randomOf(7)
  let isOffline = true
  const phones = Array.from({ length: 50 }, () => aPhone({ random, isOffline: () => isOffline }))
  await until(opensAt + 2 * minute)
  expect(phones.flatMap((phone) => phone.opened)).toEqual([])
  expect(phones[0]?.left()).toBeNull()
  isOffline = false
  const last = new Set(phones.map((phone) => Math.floor((phone.asked.at(-1) ?? 0) / 1000)))
  expect(last.size).toBeGreaterThan(10)
  await until(opensAt + 4 * minute)
  expect(phones.every((phone) => phone.opened.length === 1)).toBe(true)
})

test("A phone that was asleep asks for the server's time when it wakes, and opens the enrolment in time", async () => {
  let slept = 0
  const phone = aPhone({ asleep: () => slept })
  await until(opensAt - 30 * minute)
  expect(phone.asked).toHaveLength(1)
  // Its steady clock stood still for 20 minutes, its own clock did not.
  slept = 20 * minute
  phone.look()
  await until(opensAt - 29 * minute)
  expect(phone.asked).toHaveLength(2)
  await until(opensAt - 1)
  expect(phone.opened).toEqual([])
  await until(opensAt + 1000)
  expect(phone.opened).toHaveLength(1)
})

test('After waiting for the opening is stopped, the phone neither asks the server nor opens the enrolment', async () => {
  const phone = aPhone()
  await until(opensAt - 60 * minute)
  phone.stop()
  await until(opensAt + minute)
  expect([phone.asked.length, phone.opened.length]).toEqual([1, 0])
})
