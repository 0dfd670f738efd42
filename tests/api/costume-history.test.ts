import fc from 'fast-check'
import { expect, test } from 'vitest'
import { call, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'

// The history of one costume under whatever management can do, in any order.

type Span = { member_id: number; owned_from: Day; owned_to: Day | null }

type Step =
  | { act: 'give'; to: (number | null)[] }
  | { act: 'leave'; who: number; inDays: number; state: 'Left' | 'Died' }
  | { act: 'wait'; days: number }
  | { act: 'deregister'; on: Day | null }

const member = fc.integer({ min: 0, max: 2 })
const newOwner = fc.option(fc.integer({ min: 0, max: 3 }))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: give(1) },
  // At the same moment.
  { weight: 3, arbitrary: give(3) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('leave' as const),
      who: member,
      inDays: fc.integer({ min: -90, max: 90 }),
      state: fc.constantFrom('Left' as const, 'Left' as const, 'Died' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('wait' as const),
      days: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('deregister' as const),
      on: fc.constantFrom<(Day | null)[]>('2027-06-01', null),
    }),
  },
)

function give(atOnce: number) {
  return fc.record({
    act: fc.constant('give' as const),
    to: fc.array(newOwner, { minLength: 1, maxLength: atOnce }),
  })
}

type Stage = { who: { id: number; token: string }; typeId: number; number: string }

/** Carries the steps out; `look` is called after each. */
async function play(stage: Stage, steps: readonly Step[], look: (spans: Span[]) => void) {
  const { who, typeId, number } = stage
  const { id } = await aCostume(typeId, number)
  const members = [await aMember(), await aMember(), await aMember()].map((row) => row.id)
  let day = '2027-01-16'
  const ask = async (method: string, path: string, body: object) => {
    const { status } = await call(method, path, body, who)
    expect(status, JSON.stringify(body)).toBeLessThan(500)
    return status
  }
  const take = async (one: Step) => {
    if (one.act === 'wait') day = addDays(day, one.days)
    setClock(`${day}T12:00:00Z`)
    who.token = await tokenOf(who.id)
    if (one.act === 'deregister') {
      await ask('PUT', `/api/costume/${id}`, { registeredUntil: one.on })
    } else if (one.act === 'leave') {
      const leave = { state: one.state, date: addDays(day, one.inDays), costumeIds: [id] }
      await ask('POST', `/api/member/${members[one.who]}/leave`, leave)
    } else if (one.act === 'give') {
      const owners = one.to.map((to) => (to === null ? null : (members[to] ?? 4711)))
      await Promise.all(
        owners.map((newMemberId) => ask('POST', `/api/costume/${id}/owner`, { newMemberId })),
      )
    }
  }
  for (const one of steps) {
    await take(one)
    look(
      await rows<Span>(
        `SELECT member_id, owned_from, owned_to FROM costume_ownerships
         WHERE costume_id = ${id} ORDER BY owned_from, id`,
      ),
    )
  }
}

function expectHistory(spans: readonly Span[]) {
  const told = JSON.stringify(spans)
  spans.forEach(({ owned_from, owned_to }, index) => {
    const next = spans[index + 1]
    if (owned_to !== null) expect(owned_from <= owned_to, told).toBe(true)
    if (next) expect(owned_to !== null && owned_to <= next.owned_from, told).toBe(true)
  })
}

test('no order of calls makes ownerships overlap, and at most the last one is open', async () => {
  const who = await signedIn('management')
  const { id: typeId } = await aCostumeType()
  let spansSeen = 0
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      runs += 1
      await play({ who, typeId, number: `${runs}` }, steps, (spans) => {
        expectHistory(spans)
        spansSeen += spans.length
      })
    }),
    { numRuns: 40, seed: 1848 },
  )
  expect(spansSeen).toBeGreaterThan(500)
}, 120_000)
