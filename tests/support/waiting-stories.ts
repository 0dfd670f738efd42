import fc from 'fast-check'
import { expect } from 'vitest'
import { aBus } from '#tests/support/extras.ts'
import { call, json, rows, runCron } from './api.ts'
import { aCostumeType, aParade } from './builders.ts'
import { decide, enrolFamily } from './enrolment.ts'
import { countForThisTest } from './own-limits.ts'
import { wrongParadeCounts } from './parade-counts.ts'

// Random stories about a parade with few places and few seats in its bus. A model of the waiting list, which shares
// nothing with the worker, tells after each act who waits in which position, to whom places are offered, and who is
// enrolled.

type Act = { what: What; which: number; size: number; seats: number }

const weights = {
  join: 10,
  cancelPlace: 6,
  accept: 4,
  giveUp: 2,
  lapse: 3,
  raise: 1,
  moveFirst: 2,
  offerNow: 1,
  remove: 1,
} as const
type What = keyof typeof weights

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    what: fc.oneof(
      ...Object.entries(weights).map(([what, weight]) => ({
        weight,
        arbitrary: fc.constant(what as What),
      })),
    ),
    which: fc.nat(11),
    size: fc.integer({ min: 1, max: 3 }),
    seats: fc.nat(3),
  }),
  { minLength: 8, maxLength: 25, size: 'max' },
)

/** One order of the model: its people, how many of them take a seat, and what became of it. */
type Party = {
  token: string
  /** The id of its entry; null when it never waited. */
  entryId: number | null
  /** For each person whose place is not cancelled, whether it has a seat in the bus. */
  people: boolean[]
  state: 'booked' | 'waiting' | 'offered' | 'lapsed' | 'removed'
  rank: number
}

/** Plays `runs` stories; fails with the story in which the worker and the model differ. */
export async function playWaitingStories(
  management: { token: string },
  { runs, seed }: { runs: number; seed: number },
) {
  let number = 0
  await fc.assert(
    fc.asyncProperty(acts, async (chosen) => {
      number += 1
      await play(chosen, { number, management })
    }),
    { numRuns: runs, seed, endOnFailure: true },
  )
}

type Stage = { number: number; management: { token: string } }

async function play(chosen: readonly Act[], { number, management }: Stage): Promise<void> {
  // A fast machine plays more stories a minute than one network may send requests.
  countForThisTest()
  const story: string[] = []
  const type = await aCostumeType(`Warter ${number}`)
  const bus = aBus({ capacity: 2 })
  const parade = await aParade({ title: `Warteumzug ${number}`, capacity: 3, extras: [bus] })
  const path = `/api/parade/${parade.id}`
  const staff = (method: string, to: string, body?: unknown) => call(method, to, body, management)
  let capacity = 3
  let persons = 0
  const parties: Party[] = []

  const holding = () => parties.filter(({ state }) => state === 'booked' || state === 'offered')
  const freePlaces = () => capacity - holding().flatMap(({ people }) => people).length
  const freeSeats = () => 2 - holding().flatMap(({ people }) => people.filter(Boolean)).length
  const fits = ({ people }: Pick<Party, 'people'>) =>
    people.length <= freePlaces() && people.filter(Boolean).length <= freeSeats()
  const inLine = () =>
    parties.filter(({ state }) => state === 'waiting').sort((a, b) => a.rank - b.rank)
  const offerAll = () => {
    for (let next = inLine().find(fits); next; next = inLine().find(fits)) next.state = 'offered'
  }
  const among = (of: readonly Party[], which: number) => of[which % Math.max(1, of.length)]

  async function join(size: number, seats: number) {
    const people = Array.from({ length: size }, (_, index) => index < seats)
    const relatives = people.map((hasSeat) => {
      persons += 1
      const place = {
        paradeId: parade.id,
        costumeTypeId: type.id,
        costumeNumber: `${persons}`,
        extras: hasSeat ? [bus.id] : [],
      }
      return { firstName: `Narr ${number} ${persons}`, parades: [place] }
    })
    const emailAddress = `narr${number}-${persons}@example.de`
    const answer = await json(enrolFamily(relatives, { emailAddress, waitingList: true }))
    const isBooked = fits({ people })
    if (isBooked) await decide(String(answer.redirectUrl).split('/').at(-1) ?? '', 'paid')
    const [order] = await rows<{ id: number }>('SELECT max(id) AS id FROM orders')
    parties.push({
      token: answer.orderToken,
      entryId: isBooked ? null : (order?.id ?? null),
      people,
      state: isBooked ? 'booked' : 'waiting',
      rank: 1 + Math.max(0, ...parties.map(({ rank }) => rank)),
    })
  }

  const entryOf = ({ entryId }: Party, act: string) => `${path}/waiting/${entryId}/${act}`

  async function perform({ what, which, size, seats }: Act): Promise<void> {
    const waiting = among(inLine(), which)
    const offered = among(
      parties.filter(({ state }) => state === 'offered'),
      which,
    )
    const either = among(
      parties.filter(({ state }) => state === 'waiting' || state === 'offered'),
      which,
    )
    switch (what) {
      case 'join':
        return join(size, Math.min(seats, size))
      case 'cancelPlace': {
        const party = among(
          parties.filter(({ state, people }) => state === 'booked' && people.length > 0),
          which,
        )
        if (!party) return
        const [place] = await rows<{ id: number }>(
          `SELECT p.id FROM participations p JOIN orders o ON o.id = p.order_id
            WHERE o.token = '${party.token}' AND p.state = 'booked' ORDER BY p.id LIMIT 1`,
        )
        await staff('POST', '/api/participation/cancel', { ids: [place?.id] })
        party.people.shift()
        return
      }
      case 'accept': {
        if (!offered) return
        const { redirectUrl } = await json(
          call('POST', `/api/enrolment/orders/${offered.token}/accept`),
        )
        await decide(redirectUrl.split('/').at(-1), 'paid')
        offered.state = 'booked'
        return
      }
      case 'giveUp': {
        if (!either) return
        const { status } = await call('POST', `/api/enrolment/orders/${either.token}/cancel`)
        expect(status).toBe(200)
        either.state = 'removed'
        return
      }
      case 'lapse': {
        if (!offered) return
        // As if the offer had been made a day earlier.
        await rows(`UPDATE orders SET hold_until = '2027-01-01T00:00:00.000Z',
          offered_until = '2027-01-01T00:00:00.000Z' WHERE token = '${offered.token}'`)
        await runCron()
        offered.state = 'lapsed'
        return
      }
      case 'raise': {
        capacity += 1
        await staff('PUT', path, { capacity })
        return
      }
      case 'moveFirst': {
        if (!waiting) return
        await staff('POST', entryOf(waiting, 'first'))
        waiting.rank = Math.min(0, ...parties.map(({ rank }) => rank)) - 1
        return
      }
      case 'offerNow': {
        if (!waiting) return
        // Rejected: free places are offered at once, so no waiting order fits.
        expect((await staff('POST', entryOf(waiting, 'offer'))).status).toBe(409)
        return
      }
      case 'remove': {
        if (!either) return
        await staff('POST', entryOf(either, 'remove'))
        either.state = 'removed'
        return
      }
    }
  }

  for (const act of chosen) {
    story.push(`${act.what} ${act.which} (${act.size}, ${act.seats})`)
    await perform(act)
    offerAll()
    const told = story.join('\n')
    expect(await read(parties), told).toEqual(expected(parties, inLine()))
  }
  expect(await wrongParadeCounts(), story.join('\n')).toEqual([])
}

/** What the payers see. */
async function read(parties: readonly Party[]) {
  return Promise.all(
    parties.map(async ({ token }) => {
      const { waiting, people } = await json(call('GET', `/api/enrolment/orders/${token}`))
      const places = people.flatMap((person: { places: { state: string }[] }) => person.places)
      const count = (state: string) =>
        places.filter((place: { state: string }) => place.state === state).length
      return {
        state: waiting?.state ?? 'taken',
        position: waiting?.position ?? null,
        booked: count('booked'),
        reserved: count('reserved'),
      }
    }),
  )
}

function expected(parties: readonly Party[], inLine: readonly Party[]) {
  return parties.map((party) => {
    const { state, people } = party
    return {
      state: state === 'booked' ? 'taken' : state,
      position: state === 'waiting' ? inLine.indexOf(party) + 1 : null,
      booked: state === 'booked' ? people.length : 0,
      reserved: state === 'offered' ? people.length : 0,
    }
  })
}
