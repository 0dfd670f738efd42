import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { call, holdClock, origin, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { waitInQueue } from '#worker/enrolment/enrolment-queue.ts'

const atOnce = 8

/** Takes this many turns without leaving them. */
const takeTurns = (count: number) => Promise.all(Array.from({ length: count }, () => waitInQueue()))

/** A waiting turn; `isIn` becomes true when it is taken. */
function waiting(signal?: AbortSignal) {
  const one = { isIn: false, leave: () => {}, taken: Promise.resolve() }
  one.taken = waitInQueue(signal).then((leave) => {
    Object.assign(one, { isIn: true, leave })
  })
  return one
}

const door = '/api/parades/enrol'

const bodyOf = (index: number, place: { paradeId: number; costumeTypeId: number }) => ({
  ...{ firstName: `Anna ${index}`, lastName: 'Andrang', birthday: '1988-04-12', age: 'Adult' },
  emailAddress: `anna-${index}@example.test`,
  successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
  errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
  parades: [{ ...place, costumeNumber: String(index) }],
})

test('Forty simultaneous enrolments are answered nearly in the order in which they arrive, the first ones while later ones still wait', async () => {
  setClock()
  const { id: paradeId } = await aParade({ priceForAdultsInCent: 800 })
  const { id: costumeTypeId } = await aCostumeType('Bachhexe')
  const answered: number[] = []
  const stored: number[] = []
  const enrol = async (index: number) => {
    const answer = await call('POST', door, bodyOf(index, { paradeId, costumeTypeId }))
    expect(answer.status).toBe(200)
    answered.push(index)
    stored.push((await rows('SELECT id FROM orders')).length)
  }
  await Promise.all(Array.from({ length: 40 }, (_, index) => enrol(index)))
  // Only requests that are served at the same time may overtake each other.
  const passed = answered.map((index, place) => Math.abs(index - place))
  expect(Math.max(...passed)).toBeLessThanOrEqual(2 * atOnce)
  expect(stored[0]).toBeLessThan(30)
  expect(await rows('SELECT id FROM orders')).toHaveLength(40)
})

test('The rate limit counts an enrolment only when its turn in the queue comes; an invalid one is rejected without waiting', async () => {
  setClock()
  const { id: paradeId } = await aParade({ priceForAdultsInCent: 800 })
  const { id: costumeTypeId } = await aCostumeType('Bachhexe')
  const body = bodyOf(1, { paradeId, costumeTypeId })
  const limit = vi.fn(async () => ({ success: true }))
  const before = env.ENROL_LIMIT
  env.ENROL_LIMIT = { limit }
  onTestFinished(() => {
    env.ENROL_LIMIT = before
  })
  const leaves = await takeTurns(atOnce)
  const waits = call('POST', door, body)
  const unread = [{ ...body, emailAddress: 5 }, { ...body, lastName: '' }, ['x'.repeat(200_000)]]
  const refused = await Promise.all(unread.map((one) => call('POST', door, one)))
  expect(refused.map(({ status }) => status)).toEqual([400, 422, 413])
  expect(limit).not.toHaveBeenCalled()
  leaves[0]?.()
  expect((await waits).status).toBe(200)
  expect(limit).toHaveBeenCalledTimes(1)
  for (const leave of leaves) leave()
})

test('Eight requests of the queue run at once; the ninth starts when one of them ends, and a request that ends twice does not admit a tenth', async () => {
  holdClock()
  const leaves = await takeTurns(atOnce)
  const [ninth, tenth] = [waiting(), waiting()]
  await vi.advanceTimersByTimeAsync(2_000)
  expect([ninth.isIn, tenth.isIn]).toEqual([false, false])
  leaves[3]?.()
  leaves[3]?.()
  await vi.advanceTimersByTimeAsync(1_100)
  expect([ninth.isIn, tenth.isIn]).toEqual([true, false])
  ninth.leave()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(tenth.isIn).toBe(true)
  for (const leave of [...leaves, tenth.leave]) leave()
})

test('If running requests never leave the queue, the next request starts nevertheless after about six seconds', async () => {
  holdClock()
  await takeTurns(atOnce)
  const next = waiting()
  await vi.advanceTimersByTimeAsync(5_900)
  expect(next.isIn).toBe(false)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(next.isIn).toBe(true)
  next.leave()
})

test('When a browser aborts its running request, the next request in the queue starts after about a second', async () => {
  holdClock()
  const givenUp = new AbortController()
  await waitInQueue(givenUp.signal)
  const leaves = await takeTurns(atOnce - 1)
  const next = waiting()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(next.isIn).toBe(false)
  givenUp.abort()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(next.isIn).toBe(true)
  for (const leave of [...leaves, next.leave]) leave()
})
