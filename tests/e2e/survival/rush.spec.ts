import { expect, test } from '@playwright/test'
import { type Server, startServer } from '#tests/e2e/server.ts'
import { copyState } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'
import { aRequest, enrol, findOffer, type Offer } from './public-api.ts'
import { halfWritten, ordersOf } from './stored-orders.ts'

// Many simultaneous requests over real connections, as in the minute in which the enrolment opens.

let stateDir: string
let server: Server
let offer: Offer

test.beforeAll(async () => {
  stateDir = await copyState()
  server = await startServer({ port: await freePort(), stateDir })
  offer = await findOffer(server.origin)
})

test.afterAll(() => server?.stop())

test.afterEach(() => expect(halfWritten(stateDir)).toEqual([]))

const request = (lastName: string, costumeNumber: string) =>
  aRequest(server.origin, offer, { lastName, costumeNumber })

test('Of 100 simultaneous enrolments with the same costume one succeeds, and the others are rejected (409)', async () => {
  const people = Array.from({ length: 100 }, (_, index) => `Rivale${index}`)
  const answers = await Promise.all(
    people.map((lastName) => enrol(server.origin, request(lastName, 'begehrt'))),
  )
  const winners = people.filter((_, index) => answers[index]?.status === 200)
  const refused = answers.filter(
    ({ status, code }) => status === 409 && code === 'CostumeAlreadyEnrolled',
  )
  expect(winners).toHaveLength(1)
  expect(refused).toHaveLength(99)
  expect(people.flatMap((lastName) => ordersOf(stateDir, lastName))).toEqual([
    { state: 'pending', places: 3, placeStates: 'reserved', paidPlaces: 0, events: 0 },
  ])
})

test('200 simultaneous enrolments with different costumes all succeed', async () => {
  const people = Array.from({ length: 200 }, (_, index) => `Gast${index}`)
  const answers = await Promise.all(
    people.map((lastName) => enrol(server.origin, request(lastName, lastName))),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(answers.map(({ redirectUrl }) => redirectUrl)).size).toBe(200)
  for (const lastName of people) expect(ordersOf(stateDir, lastName)).toHaveLength(1)
})

test('The same enrolment sent 50 times at once becomes one order with one payment', async () => {
  const again = request('Ungeduldig', 'nur eines')
  const answers = await Promise.all(Array.from({ length: 50 }, () => enrol(server.origin, again)))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(new Set(answers.map(({ redirectUrl }) => redirectUrl)).size).toBe(1)
  expect(ordersOf(stateDir, 'Ungeduldig')).toHaveLength(1)
})
