// npm run rush: simulates the opening of an enrolment at `npm start` with the demo guild: 2,000 people in ten
// minutes, half of them in the first two, one in a hundred presses twice, one in twenty never pays, and
// payment notifications come late. It fails when someone gets an unjustified error, and prints the waiting
// times. -- --minutes 2 shortens it, RUSH_SEED=… repeats a run.
// npm run rush -- --burst: 500 requests of all kinds at once, ten times in a row; none may be a 5xx.
// npm run rush -- --enrolments: 500 enrolments at once from the local machine, where networks are not
// counted.

import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { milliseconds, percentile } from '#scripts/bench/figures.ts'
import { type Applicant, applicantsOf, randomFrom } from '#scripts/rush/people.ts'
import { type Guild, withGuild } from '#scripts/rush/server.ts'
import { solveTicket } from '#worker/domain/work.ts'
import type { OrderList } from '#worker/orders/orders.contract.ts'

const { values: options } = parseArgs({
  options: {
    burst: { type: 'boolean' },
    enrolments: { type: 'boolean' },
    built: { type: 'boolean' },
    minutes: { type: 'string', default: '10' },
    people: { type: 'string', default: '2000' },
  },
})
const seed = Number(process.env.RUSH_SEED ?? randomInt(1, 2 ** 31))
const random = randomFrom(seed)

console.log(`RUSH_SEED=${seed}`)
const troubles = await withGuild(options.enrolments ? enrolments : options.burst ? burst : rush)
for (const trouble of troubles.slice(0, 20)) console.error(trouble)
if (troubles.length > 0) process.exitCode = 1

async function rush(guild: Guild): Promise<string[]> {
  const times: number[] = []
  const wrong: string[] = []
  const told = { paid: 0, open: 0, twice: 0 }
  const opening = { ...guild, count: Number(options.people), minutes: Number(options.minutes) }
  const began = performance.now()
  const come = async (applicant: Applicant) => {
    await setTimeout(Math.max(0, applicant.at - (performance.now() - began)))
    const page = await ask(guild, applicant, 'GET', '/parade-enrolment')
    if (page.status !== 200) wrong.push(`the page: ${page.status}`)
    const enrol = () => enrolAs(guild, applicant)
    const answers = await Promise.all(applicant.isTwice ? [enrol(), enrol()] : [enrol()])
    for (const { status, text, ms } of answers) {
      times.push(ms)
      if (status !== 200) wrong.push(`an enrolment: ${status} ${text.slice(0, 200)}`)
    }
    const addresses = new Set(answers.map(({ text }) => JSON.parse(text).redirectUrl))
    if (addresses.size !== 1) wrong.push(`pressed twice, two payments: ${[...addresses]}`)
    if (applicant.isTwice) told.twice += 1
    if (applicant.givesUp) {
      told.open += 1
      return
    }
    await setTimeout(Math.min(applicant.paysAfter, Number(options.minutes) * 6000))
    const { pathname } = new URL([...addresses][0])
    const paid = await ask(guild, applicant, 'POST', pathname, 'outcome=paid')
    if (paid.status !== 303) wrong.push(`a payment: ${paid.status} ${paid.text.slice(0, 200)}`)
    told.paid += 1
  }
  await Promise.all(
    applicantsOf(opening, random).map((one) =>
      come(one).catch((error) => wrong.push(String(error))),
    ),
  )
  const stored = await statesOf(guild)
  for (const [state, count] of Object.entries({ paid: told.paid, unpaid: told.open })) {
    if (stored[state] !== count) wrong.push(`${stored[state]} orders are ${state}, not ${count}`)
  }
  console.log(`${opening.count} people in ${opening.minutes} minutes, ${told.twice} pressed twice`)
  console.log(
    `${told.paid} paid, ${told.open} gave up, ${wrong.length} told what they did not deserve`,
  )
  console.log(`an enrolment: ${told95(times)}`)
  return wrong
}

/** Number of orders of this run by final state. */
async function statesOf({ origin, management }: Guild): Promise<Record<string, number>> {
  const response = await fetch(`${origin}/api/orders`, { headers: management })
  const { orders }: OrderList = await response.json()
  const own = orders.filter(({ emailAddress }) => emailAddress.startsWith('rush-'))
  const count = (...states: string[]) => own.filter(({ state }) => states.includes(state)).length
  // Under load the places are reserved for five minutes only.
  return { paid: count('paid'), unpaid: count('pending', 'expired') }
}

async function burst(guild: Guild): Promise<string[]> {
  const wrong: string[] = []
  for (let round = 1; round <= 10; round += 1) {
    const people = applicantsOf({ ...guild, count: 500, minutes: 0 }, random)
    const answers = await Promise.all(
      people.map((one, index) => sendOneOfAllKinds(guild, one, index, round)),
    )
    const counted = Map.groupBy(answers, ({ status }) => status)
    const told = [...counted].map(([status, all]) => `${all.length} × ${status}`).join(', ')
    console.log(`${round}: ${told}; ${told95(answers.map(({ ms }) => ms))}`)
    for (const { status, text } of answers) {
      if (status >= 500) wrong.push(`${round}: ${status} ${text.slice(0, 200)}`)
    }
  }
  return wrong
}

/** Requests have to be answered in the order of arrival: half of them within half of the time. */
async function enrolments(guild: Guild): Promise<string[]> {
  const people = applicantsOf({ ...guild, count: 500, minutes: 0 }, random)
  const answers = await Promise.all(
    people.map((one) => enrolAs(guild, { ...one, address: '127.0.0.1' })),
  )
  const times = answers.map(({ ms }) => ms)
  const share = percentile(times, 50) / percentile(times, 100)
  console.log(`${told95(times)}; the median is ${share.toFixed(2)} of the whole`)
  return answers.flatMap(({ status, text }) =>
    status === 200 ? [] : [`${status} ${text.slice(0, 200)}`],
  )
}

/** Requests of public and staff, in turn. */
function sendOneOfAllKinds(guild: Guild, one: Applicant, index: number, round: number) {
  const [parade] = guild.parades
  const renamed = JSON.stringify(one.body).replaceAll('Andrang', `Andrang ${round}`)
  const anew = JSON.parse(renamed.replaceAll('"costumeNumber":"9', `"costumeNumber":"${round}9`))
  const staff = [
    '/api/member',
    '/api/member/1',
    '/api/home',
    '/api/check-in',
    `/api/parade/${parade}/participation`,
    '/api/costume/info',
    '/api/statistics/parades/enrolments',
    '/api/enrolment/evening',
  ]
  switch (index % 4) {
    case 0:
      return enrolAs(guild, { ...one, body: anew })
    case 1:
      return ask(guild, one, 'GET', '/parade-enrolment')
    case 2:
      return ask(guild, one, 'GET', '/api/enrolment/parades')
    default:
      return ask(
        guild,
        one,
        'GET',
        staff[Math.floor(index / 4) % staff.length] ?? '',
        undefined,
        guild.management,
      )
  }
}

/** Solves the challenge that the server sends under load, and sends the request again. */
async function enrolAs(guild: Guild, applicant: Applicant): Promise<Answer> {
  const send = (challenge?: string | null) =>
    ask(guild, applicant, 'POST', '/api/parades/enrol', { ...applicant.body, challenge })
  const began = performance.now()
  const first = await send()
  const ticket = first.status === 403 ? JSON.parse(first.text).error?.ticket : null
  if (!ticket) return first
  return { ...(await send(solveTicket(ticket))), ms: performance.now() - began }
}

type Answer = { status: number; text: string; ms: number }

async function ask(
  { origin }: Guild,
  { address }: Applicant,
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isForm = typeof body === 'string'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const began = performance.now()
  const init: RequestInit = {
    method,
    headers: { ...headers, 'CF-Connecting-IP': address, ...(body && { 'Content-Type': type }) },
    redirect: 'manual',
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  }
  // A kept-alive connection may be closed when it is reused: browsers then retry.
  const response = await fetch(origin + path, init).catch((error) => {
    if (!['UND_ERR_SOCKET', 'ECONNRESET'].includes(error.cause?.code)) throw error
    return fetch(origin + path, init)
  })
  const text = await response.text()
  return { status: response.status, text, ms: performance.now() - began }
}

function told95(times: readonly number[]): string {
  const of = (percent: number) => milliseconds(percentile(times, percent)).trim()
  return `p50 ${of(50)}, p95 ${of(95)}, p99 ${of(99)}, at most ${of(100)}`
}
