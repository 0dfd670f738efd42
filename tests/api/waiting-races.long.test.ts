import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, origin, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade, aParticipation } from '#tests/support/builders.ts'
import { aFamily, enrolFamily } from '#tests/support/enrolment.ts'
import { playInterleavings } from '#tests/support/interleavings.ts'
import { gatedDatabase } from '#tests/support/machine/gate.ts'
import { wrongParadeCounts } from '#tests/support/parade-counts.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { crowdWaitingList } from '#tests/support/waiting-crowd.ts'
import { openDb } from '#worker/db/db.ts'
import { sweepOrders } from '#worker/orders/close-order.ts'
import { providerOf } from '#worker/payments/providers.ts'

// docs/rules.md, "Warteliste": two requests about the same places, in every order of their database calls with at most
// two switches between them.

const mostSwitches = 2
const patience = 120_000

let management: { token: string }
let type: { id: number }
let person = 0

beforeEach(async () => {
  setClock()
  // Mails are sent beside a request, so its database calls would have no fixed order.
  configure({ MAIL_FROM: '' })
  management = await signedIn('management')
  type = await aCostumeType()
})

const gated = () => ({ database: gatedDatabase(env.DB) })
const asStaff = (method: string, path: string, body?: unknown) => () =>
  call(method, path, body, { ...management, ...gated() })

/** A parade whose places are all booked, with entries of so many people on its waiting list. */
async function aFullParade({ booked, waiting }: { booked: number; waiting: readonly number[] }) {
  const { id } = await aParade({ title: `Umzug ${person}`, capacity: booked })
  const places: { id: number }[] = []
  for (let n = 0; n < booked; n += 1) {
    person += 1
    const lastName = `Zug ${person}`
    places.push(await aParticipation({ paradeId: id, costumeTypeId: type.id, lastName }))
  }
  const relatives = (size: number) =>
    Array.from({ length: size }, () => {
      person += 1
      const costumeNumber = String(person)
      const place = { paradeId: id, costumeTypeId: type.id, costumeNumber }
      return { firstName: `Narr ${person}`, parades: [place] }
    })
  const wish = (size: number, waitingList: boolean) =>
    [relatives(size), { waitingList, emailAddress: `narr${person}@example.de` }] as const
  for (const size of waiting) {
    expect((await enrolFamily(...wish(size, true))).status).toBe(202)
  }
  const path = `/api/parade/${id}`
  const list = (): Promise<{ id: number; state: string }[]> =>
    json(call('GET', `${path}/waiting`, undefined, management))
  const entries = (await list()).map((entry) => entry.id)
  return {
    entries,
    cancels: (index: number) =>
      asStaff('POST', '/api/participation/cancel', { ids: [places[index]?.id] }),
    offers: (index: number) => asStaff('POST', `${path}/waiting/${entries[index]}/offer`),
    raisesTo: (capacity: number) => asStaff('PUT', path, { capacity }),
    /** Another person enrols; the given list receives the answer's status. */
    enrols: (statuses: number[], waitingList = false) => {
      const body = aFamily(...wish(1, waitingList))
      return async () => {
        statuses.push((await call('POST', '/api/parades/enrol', body, gated())).status)
      }
    },
    /** The states of the entries in the order in which they joined, and how many mails told of an offer. */
    async outcome() {
      const states = new Map((await list()).map((entry) => [entry.id, entry.state]))
      const [told] = await rows<{ mails: number }>(
        `SELECT count(*) AS mails FROM mails WHERE kind = 'offered' AND order_id IN (
          SELECT order_id FROM participations WHERE parade_id = ${id})`,
      )
      expect(await wrongParadeCounts()).toEqual([])
      return { states: entries.map((entry) => states.get(entry)), mails: told?.mails }
    },
  }
}

const cron = async () => {
  const now = new Date()
  const db = openDb(gatedDatabase(env.DB))
  await sweepOrders({
    db,
    now,
    today: '2027-01-16',
    origin,
    provider: (id) => providerOf({ env, db, origin, now }, id),
    sendMailsOf: () => {},
  })
}

describe('Two requests that offer the same place', () => {
  test(
    'When staff offer the second entry while a place is cancelled, exactly one entry is offered it, and told once',
    async () => {
      const offered = new Set<number>()
      await playInterleavings(mostSwitches, async (together) => {
        const parade = await aFullParade({ booked: 1, waiting: [1, 1] })
        await together(parade.cancels(0), parade.offers(1))
        const { states, mails } = await parade.outcome()
        expect(states.toSorted()).toEqual(['offered', 'waiting'])
        expect(mails).toBe(1)
        offered.add(states.indexOf('offered'))
      })
      // Staff offer the second entry, the cancellation offers the first: the request that commits first decides.
      expect([...offered].sort()).toEqual([0, 1])
    },
    patience,
  )

  test.each([
    [
      'another place is cancelled',
      (parade: { cancels: (index: number) => () => Promise<unknown> }) => parade.cancels(1),
    ],
    ['the cron runs', () => cron],
  ])(
    'When a place is cancelled while %s, the places are offered in the order of the ranks, each once',
    async (_, other) => {
      await playInterleavings(mostSwitches, async (together) => {
        const parade = await aFullParade({ booked: 2, waiting: [1, 1, 1] })
        await together(parade.cancels(0), other(parade))
        const isTwice = other(parade) !== cron
        expect(await parade.outcome()).toEqual({
          states: ['offered', isTwice ? 'offered' : 'waiting', 'waiting'],
          mails: isTwice ? 2 : 1,
        })
      })
    },
    patience,
  )

  test(
    'When two places are cancelled at once, a single entry is offered one of them once',
    async () => {
      await playInterleavings(mostSwitches, async (together) => {
        const parade = await aFullParade({ booked: 2, waiting: [1] })
        await together(parade.cancels(0), parade.cancels(1))
        expect(await parade.outcome()).toEqual({ states: ['offered'], mails: 1 })
      })
    },
    patience,
  )

  test(
    'When two places are cancelled at once, a family of two is offered both, or waits while smaller entries got them',
    async () => {
      await playInterleavings(mostSwitches, async (together) => {
        const parade = await aFullParade({ booked: 2, waiting: [2, 1, 1] })
        await together(parade.cancels(0), parade.cancels(1))
        const { states } = await parade.outcome()
        expect([
          ['offered', 'waiting', 'waiting'],
          ['waiting', 'offered', 'offered'],
        ]).toContainEqual(states)
      })
    },
    patience,
  )
})

describe('A newcomer at the moment when a place comes free', () => {
  test.each([
    ['a place is cancelled', 'cancels'],
    ['the limit is raised', 'raises'],
  ] as const)(
    'When %s while another person enrols, the entry on the waiting list is offered the place, and the other person is rejected (409)',
    async (_, how) => {
      await playInterleavings(mostSwitches, async (together) => {
        const parade = await aFullParade({ booked: 1, waiting: [1] })
        const statuses: number[] = []
        await together(
          how === 'cancels' ? parade.cancels(0) : parade.raisesTo(2),
          parade.enrols(statuses),
        )
        expect(await parade.outcome()).toEqual({ states: ['offered'], mails: 1 })
        expect(statuses).toEqual([409])
      })
    },
    patience,
  )

  test(
    'When a place is cancelled while another person joins the waiting list, the earlier entry is offered the place',
    async () => {
      await playInterleavings(mostSwitches, async (together) => {
        const parade = await aFullParade({ booked: 1, waiting: [1] })
        const statuses: number[] = []
        await together(parade.cancels(0), parade.enrols(statuses, true))
        expect(await parade.outcome()).toEqual({ states: ['offered'], mails: 1 })
        expect(statuses).toEqual([202])
      })
    },
    patience,
  )
})

describe('Many requests about one parade at once', () => {
  test(
    'While 30 places are cancelled and 30 families join the waiting list at once, all are stored, and the cron leaves no place empty that an entry fits',
    async () => {
      const told = await crowdWaitingList(management.token, {
        people: 30,
        shareOfFaults: 0,
        seed: 1,
      })
      expect(told).toMatchObject({ statuses: [200, 202, 204], orders: 30 })
      expect(told.offered).toBeGreaterThan(0)
    },
    patience,
  )

  test(
    'The same holds while database connections break',
    async () => {
      await crowdWaitingList(management.token, { people: 30, shareOfFaults: 0.03, seed: 2 })
    },
    patience,
  )
})
