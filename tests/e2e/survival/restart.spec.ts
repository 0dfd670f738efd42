import { expect, test } from '@playwright/test'
import { askToEnrol, chooseParade, fillPerson } from '#tests/e2e/enrolment-steps.ts'
import { type Server, startServer } from '#tests/e2e/server.ts'
import { copyState } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'
import { writeRows } from '#tests/support/local-database.ts'
import { paths } from '#web/paths.ts'
import {
  aRequest,
  enrol,
  findOffer,
  type Offer,
  pay,
  returnFromPayment,
  runCron,
  tokenOf,
} from './public-api.ts'
import { halfWritten, ordersOf } from './stored-orders.ts'

// The worker is killed with SIGKILL and restarted with the data on its disk.

const long = '2020-01-01T00:00:00.000Z'
let stateDir: string
let port: number
let server: Server
let origin: string
let offer: Offer

test.beforeAll(async () => {
  stateDir = await copyState()
  port = await freePort()
  server = await startServer({ port, stateDir })
  origin = server.origin
  offer = await findOffer(origin)
})

test.afterAll(() => server?.stop())

test.afterEach(() => expect(halfWritten(stateDir)).toEqual([]))

const request = (lastName: string, costumeNumber = lastName.slice(0, 20)) =>
  aRequest(origin, offer, { lastName, costumeNumber })

async function startAgain(): Promise<void> {
  server = await startServer({ port, stateDir })
}

const success = () => `${origin}/parade-enrolment/result?state=success`
const booked = { state: 'paid', places: 3, placeStates: 'booked', paidPlaces: 3 }

test('If the server is killed between order and payment, the places are still reserved, and paying twice books them once', async () => {
  const first = await enrol(origin, request('Gehalten'))
  expect(first).toMatchObject({ status: 200, redirectUrl: expect.stringContaining(origin) })

  await server.kill()
  await startAgain()

  const rival = await enrol(origin, request('Nebenbuhler', 'Gehalten'))
  expect(rival).toMatchObject({ status: 409, code: 'CostumeAlreadyEnrolled' })
  expect(await enrol(origin, request('Gehalten'))).toEqual(first)

  expect(await pay(first.redirectUrl)).toBe(success())
  expect(await pay(first.redirectUrl)).toBe(success())
  expect(await returnFromPayment(origin, tokenOf(first))).toBe(success())
  expect(ordersOf(stateDir, 'Gehalten')).toEqual([{ ...booked, events: 1 }])
  expect(ordersOf(stateDir, 'Nebenbuhler')).toEqual([])
})

test('An enrolment can be completed although the worker is killed before it is sent and again before the payment', async ({
  page,
}) => {
  const [parade] = offer.parades
  await page.goto(`${origin}${paths.paradeEnrolment}`)
  await fillPerson(page, {
    firstName: 'Jörg',
    lastName: 'Beharrlich',
    emailAddress: 'joerg@example.de',
    birthday: '1991-11-01',
  })
  await chooseParade(page, parade, { number: 'beharrlich', type: offer.costumeType.name })
  const dialog = await askToEnrol(page)
  const confirm = dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' })
  // The code of the confirmation is loaded by a request of its own.
  await confirm.waitFor()

  await server.kill()
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('Der Server ist nicht erreichbar.')
  await startAgain()
  await confirm.click()
  const payNow = page.getByRole('button', { name: 'Jetzt bezahlen' })
  await expect(payNow).toBeVisible()

  await server.kill()
  await startAgain()
  await payNow.click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  expect(ordersOf(stateDir, 'Beharrlich')).toEqual([
    { ...booked, places: 1, paidPlaces: 1, events: 1 },
  ])
})

test('If the worker is killed before it learns of a payment, the returning browser books the order', async () => {
  const token = tokenOf(await enrol(origin, request('Heimkehrer')))
  await server.kill()
  writeRows(stateDir, "UPDATE sandbox_payments SET state = 'paid' WHERE ref = ?", token)
  await startAgain()

  expect(await returnFromPayment(origin, token)).toBe(success())
  expect(await returnFromPayment(origin, token)).toBe(success())
  expect(ordersOf(stateDir, 'Heimkehrer')).toEqual([{ ...booked, events: 0 }])
})

test('If the worker is killed before it learns of a payment, the cron books the order', async () => {
  const token = tokenOf(await enrol(origin, request('Verschollen')))
  await server.kill()
  writeRows(stateDir, "UPDATE sandbox_payments SET state = 'paid' WHERE ref = ?", token)
  writeRows(stateDir, 'UPDATE orders SET hold_until = ? WHERE return_token = ?', long, token)
  await startAgain()

  await runCron(origin)
  await runCron(origin)
  expect(ordersOf(stateDir, 'Verschollen')).toEqual([{ ...booked, events: 0 }])
})

test('A reservation that expired while the worker was down is released, and the costume is free', async () => {
  const token = tokenOf(await enrol(origin, request('Säumig')))
  await server.kill()
  writeRows(stateDir, 'UPDATE orders SET hold_until = ? WHERE return_token = ?', long, token)
  await startAgain()

  await runCron(origin)
  expect(ordersOf(stateDir, 'Säumig')).toEqual([
    { state: 'expired', places: 3, placeStates: 'released', paidPlaces: 0, events: 0 },
  ])
  expect(await enrol(origin, request('Nachrücker', 'Säumig'))).toMatchObject({ status: 200 })
})

test('If the server is killed between order and checkout, the same enrolment sent again continues the order, which can be paid', async () => {
  const token = tokenOf(await enrol(origin, request('Unterbrochen')))
  await server.kill()
  writeRows(stateDir, 'DELETE FROM sandbox_payments WHERE ref = ?', token)
  writeRows(
    stateDir,
    'UPDATE orders SET provider_ref = NULL, redirect_url = NULL WHERE return_token = ?',
    token,
  )
  await startAgain()

  const again = await enrol(origin, request('Unterbrochen'))
  expect(tokenOf(again)).toBe(token)
  expect(await pay(again.redirectUrl)).toBe(success())
  expect(ordersOf(stateDir, 'Unterbrochen')).toEqual([{ ...booked, events: 1 }])
})

test('If the server is killed during 100 enrolments, no order is stored in part, and each enrolment answered with 200 exists', async () => {
  const people = Array.from({ length: 100 }, (_, index) => `Gedränge${index}`)
  const promised = new Map<string, string>()
  const enoughAnswers = Promise.withResolvers<void>()
  const rush = people.map(async (lastName) => {
    const answer = await enrol(origin, request(lastName)).catch(() => null)
    if (answer?.status === 200) promised.set(lastName, answer.redirectUrl)
    if (promised.size === 20) enoughAnswers.resolve()
  })
  await enoughAnswers.promise
  await server.kill()
  await Promise.all(rush)
  await startAgain()

  expect(halfWritten(stateDir)).toEqual([])
  const answers = await Promise.all(people.map((lastName) => enrol(origin, request(lastName))))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  for (const [lastName, redirectUrl] of promised) {
    expect(answers[people.indexOf(lastName)]?.redirectUrl).toBe(redirectUrl)
  }
  const orders = people.flatMap((lastName) => ordersOf(stateDir, lastName))
  expect(orders).toHaveLength(people.length)
})
