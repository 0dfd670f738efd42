import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostumeType, aMember } from '#tests/support/builders.ts'
import {
  adopt,
  type Calendar,
  type CalendarAct,
  carryOut,
  leave,
  newCalendar,
  type OwnershipRow,
  ownerOn,
  ownershipRowsOf,
  placesOf,
} from '#tests/support/costume-calendar.ts'
import { gatedDatabase } from '#tests/support/machine/gate.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'

// Random histories of one costume by all acts of management, also two at the same moment: the database is
// checked for impossible rows, and a calendar kept by the test says who had the costume when.

/** Members 0 to 2 exist, 3 does not. */
const who = fc.integer({ min: 0, max: 3 })
const daysAgo = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.integer({ min: -1, max: 25 }) },
)
const which = fc.nat({ max: 5 })
const shift = fc.integer({ min: -12, max: 12 })

const give = fc.record({ act: fc.constant('give' as const), who, daysAgo })
const back = fc.record({ act: fc.constant('back' as const), daysAgo })
const change = fc.record({
  act: fc.constant('change' as const),
  which,
  who: fc.option(who, { nil: undefined }),
  from: fc.option(shift, { nil: undefined }),
  /** null: without an end. */
  to: fc.option(fc.option(shift), { nil: undefined }),
})
const remove = fc.record({ act: fc.constant('remove' as const), which, reopens: fc.boolean() })
const ofOwners = fc.oneof(
  { weight: 5, arbitrary: give },
  { weight: 2, arbitrary: back },
  { weight: 6, arbitrary: change },
  { weight: 3, arbitrary: remove },
)
const leaving = fc.record({
  act: fc.constant('leave' as const),
  who: fc.integer({ min: 0, max: 2 }),
  inDays: fc.oneof(fc.constant(0), fc.integer({ min: -20, max: 20 })),
  state: fc.constantFrom('Left' as const, 'Died' as const),
})
const deregistering = fc.record({
  act: fc.constant('deregister' as const),
  on: fc.constantFrom<(Day | null)[]>('2027-06-01', null, null, null),
})
const waiting = fc.record({
  act: fc.constant('wait' as const),
  days: fc.integer({ min: 1, max: 15 }),
})
/** The second act is sent when the first is about to write. */
const overtaking = fc.record({
  act: fc.constant('overtake' as const),
  first: ofOwners,
  second: fc.oneof({ weight: 12, arbitrary: ofOwners }, leaving, deregistering),
})
const rush = fc.record({
  act: fc.constant('rush' as const),
  acts: fc.array(ofOwners, { minLength: 2, maxLength: 4 }),
})
const step = fc.oneof(
  { weight: 12, arbitrary: ofOwners },
  { weight: 6, arbitrary: overtaking },
  { weight: 1, arbitrary: rush },
  { weight: 3, arbitrary: waiting },
  { weight: 4, arbitrary: leaving },
  { weight: 1, arbitrary: deregistering },
)
const story = fc.record({
  /** Earlier owners, a change every twenty days; null is the guild. */
  before: fc.array(fc.option(fc.integer({ min: 0, max: 2 }), { freq: 5 }), { maxLength: 4 }),
  owner: fc.option(
    fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      daysAgo: fc.constantFrom(120, 120, 120, 0, -1, null),
    }),
    { freq: 4 },
  ),
  steps: fc.array(step, { minLength: 6, maxLength: 18, size: 'max' }),
})

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
type OfOwners = ValueOf<typeof ofOwners>
type Leaving = ValueOf<typeof leaving>
type Deregistering = ValueOf<typeof deregistering>
type Act = OfOwners | Leaving | Deregistering

/** How often each act had each outcome, to make sure that the stories contain them. */
type Seen = Record<string, number>

type Stage = {
  by: { id: number; token: string }
  typeId: number
  number: string
  seen: Seen
}

async function play(stage: Stage, { owner, before, steps }: ValueOf<typeof story>) {
  const members = [await aMember(), await aMember(), await aMember()].map(({ id }) => id)
  const calendar = newCalendar('2027-01-16', members)
  const membersLeft = new Set<number>()
  let costumeId = 0

  const memberAt = (index: number) => members[index] ?? 4711
  const ago = (days: number | null) => (days === null ? null : addDays(calendar.today, -days))

  /** The act with its actual days and ids; null if it has none in this state. */
  const resolved = (act: Act) => {
    if (act.act === 'give') {
      return { act: act.act, memberId: memberAt(act.who), from: ago(act.daysAgo) }
    }
    if (act.act === 'back') return { act: act.act, from: ago(act.daysAgo) }
    if (act.act === 'leave') return resolvedLeaving(act)
    if (act.act === 'deregister') return act
    const listed = ownershipRowsOf(calendar)
    const [id, , from, to] = listed[act.which % listed.length] ?? []
    if (id === undefined || from === undefined) return null
    if (act.act === 'remove') return { act: act.act, id, reopens: act.reopens }
    return {
      act: act.act,
      id,
      to: {
        ...(act.who !== undefined && { memberId: memberAt(act.who) }),
        ...(act.from !== undefined && { ownedFrom: addDays(from, act.from) }),
        ...(act.to !== undefined && {
          ownedTo: act.to === null ? null : addDays(to ?? calendar.today, act.to),
        }),
      },
    }
  }

  // Each member leaves once, and not before the end of an ownership.
  const resolvedLeaving = ({ who: index, inDays, state }: Leaving) => {
    const memberId = memberAt(index)
    const on = addDays(calendar.today, state === 'Died' ? Math.min(0, inDays) : inDays)
    const ownerships = ownershipRowsOf(calendar).filter(([, member]) => member === memberId)
    const isOpen = ownerships.some(([, , , to]) => to === null)
    if (membersLeft.has(memberId) || ownerships.some(([, , , to]) => to !== null && to > on))
      return null
    return { act: 'leave' as const, memberId, on, state, isOpen }
  }

  type ResolvedAct = NonNullable<ReturnType<typeof resolved>>

  const send = async (one: ResolvedAct, database?: ReturnType<typeof gatedDatabase>) => {
    const path = `/api/costume/${costumeId}`
    const options = { ...stage.by, ...(database && { database }) }
    const ask = (method: string, to: string, body?: object) => call(method, to, body, options)
    switch (one.act) {
      case 'give':
        return ask('POST', `${path}/owner`, {
          newMemberId: one.memberId,
          ...(one.from && { from: one.from }),
        })
      case 'back':
        return ask('POST', `${path}/owner`, { newMemberId: null, from: one.from })
      case 'change':
        return ask('PUT', `${path}/ownerships/${one.id}`, one.to)
      case 'remove':
        return ask(
          'DELETE',
          `${path}/ownerships/${one.id}${one.reopens ? '?reopenPrevious=true' : ''}`,
        )
      case 'leave':
        return ask('POST', `/api/member/${one.memberId}/leave`, {
          state: one.state,
          date: one.on,
          costumeIds: one.isOpen ? [costumeId] : [],
        })
      case 'deregister':
        return ask('PUT', path, { registeredUntil: one.on })
    }
  }

  /** Applies the act to the calendar, which has to accept or reject it as the server did. */
  const settle = async (one: ResolvedAct, response: Response) => {
    const { status } = response
    const wasDone = status < 300
    const description = `${status} for ${JSON.stringify(one)} on ${calendar.today}`
    expect(status, description).toBeLessThan(500)
    stage.seen[`${one.act} ${wasDone ? 'done' : 'refused'}`] =
      (stage.seen[`${one.act} ${wasDone ? 'done' : 'refused'}`] ?? 0) + 1
    if (one.act === 'deregister') {
      if (wasDone) calendar.isDeregistered = one.on !== null
      return
    }
    if (one.act === 'leave') {
      if (!wasDone) return
      membersLeft.add(one.memberId)
      leave(calendar, one.memberId, one.on, one.state === 'Died')
      return
    }
    const answered = status === 201 ? (await json(response)).id : null
    expect(carryOut(calendar, one as CalendarAct, answered), description).toBe(wasDone)
  }

  const take = async (one: ValueOf<typeof step>) => {
    if (one.act === 'wait') {
      calendar.today = addDays(calendar.today, one.days)
      await newDay(stage.by, calendar.today)
      return
    }
    if (one.act === 'rush') {
      const all = one.acts.map(resolved).filter((act) => act !== null)
      const answers = await Promise.all(all.map((act) => send(act)))
      for (const { status } of answers) expect(status).toBeLessThan(500)
      adopt(calendar, await ownershipsOf(costumeId, stage.by))
      return
    }
    if (one.act === 'overtake') {
      const [first, second] = [resolved(one.first), resolved(one.second)]
      if (!first || !second) return
      let overtaken: Response | null = null
      const database = gatedDatabase(env.DB, async (queries) => {
        if (overtaken || queries.every((query) => query.startsWith('select'))) return
        overtaken = new Response()
        overtaken = await send(second)
      })
      const answer = await send(first, database)
      if (overtaken) {
        stage.seen.overtaken = (stage.seen.overtaken ?? 0) + 1
        await settle(second, overtaken)
        await settle(first, answer)
      } else {
        await settle(first, answer)
        await settle(second, await send(second))
      }
      return
    }
    const alone = resolved(one)
    if (alone) await settle(alone, await send(alone))
  }

  await newDay(stage.by, calendar.today)
  const body = {
    number: stage.number,
    costumeTypeId: stage.typeId,
    ...(owner && { ownerId: memberAt(owner.who), ownedFrom: ago(owner.daysAgo) }),
  }
  const created = await call('POST', '/api/costume', body, stage.by)
  const isPossible = (owner?.daysAgo ?? 0) >= 0
  expect(created.status).toBe(isPossible ? 201 : 422)
  if (!isPossible) return
  costumeId = (await json(created)).id
  if (owner) {
    const [first] = await ownershipsOf(costumeId, stage.by)
    const from = ago(owner.daysAgo)
    const act = { act: 'give' as const, memberId: memberAt(owner.who), from }
    expect(carryOut(calendar, act, first?.[0] ?? null)).toBe(true)
  }
  for (const one of [...earlier(before), ...steps]) {
    const before = JSON.stringify([calendar.today, ownershipRowsOf(calendar)])
    await take(one)
    const after = `${before} then ${JSON.stringify(one)}`
    expect(await impossible(costumeId, calendar.today), after).toEqual([])
    const stored = await ownershipsOf(costumeId, stage.by)
    expect(stored, after).toEqual(ownershipRowsOf(calendar))
    stage.seen.entries = (stage.seen.entries ?? 0) + placesOf(calendar).length
  }
  await expectRegister(costumeId, calendar, stage.by)
}

function earlier(before: ValueOf<typeof story>['before']): OfOwners[] {
  return before.map((who, index) => {
    const daysAgo = 100 - 20 * index
    return who === null ? { act: 'back', daysAgo } : { act: 'give', who, daysAgo }
  })
}

async function newDay(by: Stage['by'], today: Day) {
  setClock(`${today}T12:00:00Z`)
  by.token = await tokenOf(by.id)
}

async function ownershipsOf(costumeId: number, by: Stage['by']): Promise<OwnershipRow[]> {
  const list = await json(call('GET', `/api/costume/${costumeId}/ownerships`, undefined, by))
  return list.map(
    (one: { id: number; member: { id: number }; ownedFrom: Day; ownedTo: Day | null }) => [
      one.id,
      one.member.id,
      one.ownedFrom,
      one.ownedTo,
    ],
  )
}

async function expectRegister(costumeId: number, calendar: Calendar, by: Stage['by']) {
  const register = await json(call('GET', '/api/costume/info', undefined, by))
  const listed = register.filter(({ id }: { id: number }) => id === costumeId)
  expect(
    listed.map(({ currentOwner }: { currentOwner: { id: number } | null }) => currentOwner?.id),
  ).toEqual([ownerOn(calendar, calendar.today) ?? undefined])
}

/** Rows that may never exist. */
async function impossible(costumeId: number, today: Day) {
  return rows(`
    SELECT 'they share a day' AS what, a.id, b.id AS other
    FROM costume_ownerships a JOIN costume_ownerships b
      ON b.costume_id = a.costume_id AND b.id > a.id
    WHERE a.owned_from < coalesce(b.owned_to, '9999-12-31')
      AND b.owned_from < coalesce(a.owned_to, '9999-12-31')
    UNION ALL
    SELECT 'two are without an end', costume_id, count(*) FROM costume_ownerships
    WHERE owned_to IS NULL GROUP BY costume_id HAVING count(*) > 1
    UNION ALL
    SELECT 'it lasts beyond a death', o.id, o.member_id FROM costume_ownerships o
    JOIN members m ON m.id = o.member_id
    WHERE m.membership_state = 'Died' AND (o.owned_to IS NULL OR o.owned_to > m.date_left)
    UNION ALL
    SELECT 'it ends before it begins', id, 0 FROM costume_ownerships WHERE owned_to < owned_from
    UNION ALL
    SELECT 'it begins in the future', id, 0 FROM costume_ownerships
    WHERE costume_id = ${costumeId} AND owned_from > '${today}'`)
}

test("After random changes, also simultaneous ones, a costume's ownerships never overlap and equal the test's own day-by-day record", async () => {
  const by = await signedIn('management')
  const { id: typeId } = await aCostumeType()
  const seen: Seen = {}
  let runs = 0
  await fc.assert(
    fc.asyncProperty(story, async (one) => {
      runs += 1
      await play({ by, typeId, number: `${runs}`, seen }, one)
    }),
    { numRuns: 80, seed: 1848 },
  )
  for (const act of ['give', 'back', 'change', 'remove', 'leave']) {
    expect(seen[`${act} done`], JSON.stringify(seen)).toBeGreaterThan(20)
  }
  expect(seen.overtaken, JSON.stringify(seen)).toBeGreaterThan(50)
  expect(seen.entries, JSON.stringify(seen)).toBeGreaterThan(800)
}, 240_000)
