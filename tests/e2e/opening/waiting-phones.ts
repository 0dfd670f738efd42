// A process of its own: phones that wait for an opening with the page's own code, over HTTP. Until 20 s before the
// opening time passes in steps of a second, each as soon as all requests are answered; then it is the real time.
// Argument: `Scene` as JSON; prints `Figures` as JSON.

import { Agent, request } from 'node:http'
import { randomFrom } from '#scripts/rush/people.ts'
import { watchOpening } from '#web/enrolment/public/server-clock.ts'
import type { ComingParade } from '#worker/enrolment/enrolment.contract.ts'
import type { Setting } from './clocked-server.ts'

export type Scene = {
  origin: string
  opensAt: number
  paradeId: number
  costumeTypeId: number
  phones: number
  /** How many of them enrol; the network of all may send 600 enrolments a minute. */
  enrolling: number
}

export type Figures = {
  opened: number
  /** ms after the opening, by the server's clock; negative = too early. */
  earliest: number
  latest: number
  /** Times a phone asked for the server's time. */
  asksPerPhone: { most: number; all: number }
  mostAsksInASecond: number
  asksInTheLastMinuteOfPhonesThatWaited: number
  fromCache: number
  /** Statuses of the enrolments that the phones send once they have opened, and of one sent a second before. */
  enrolments: Record<string, number>
  tooEarly: number
}

const scene: Scene = JSON.parse(process.argv[2] ?? '')
const { origin, opensAt } = scene
const second = 1000
const minute = 60 * second
const random = randomFrom(2026)

const agent = new Agent({ keepAlive: true, maxSockets: 40 })
const inFlight = new Set<Promise<unknown>>()

function send(method: 'GET' | 'POST', path: string, body?: object) {
  const headers = { 'Content-Type': 'application/json' }
  const sent = new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(`${origin}${path}`, { agent, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    asked.on('error', reject).end(body && JSON.stringify(body))
  })
  inFlight.add(sent)
  void sent.catch(() => {}).finally(() => inFlight.delete(sent))
  return sent
}

// The world's time, which the server shares.
let setting: Setting
const now = () => setting.at + (Date.now() - setting.since) * setting.rate
async function setClock(at: number, rate: number) {
  setting = JSON.parse((await send('GET', `/api/test-clock?at=${at}&rate=${rate}`)).text)
}

// The page's timers.
const realSetTimeout = globalThis.setTimeout
const realClearTimeout = globalThis.clearTimeout
const timers = new Map<object, { at: number; run: () => void }>()
let isRealTime = false
Object.assign(globalThis, {
  setTimeout(run: () => void, ms: number) {
    if (isRealTime) return realSetTimeout(run, ms)
    const key = {}
    timers.set(key, { at: now() + ms, run })
    return key
  },
  clearTimeout(key: object) {
    if (!timers.delete(key)) realClearTimeout(key as NodeJS.Timeout)
  },
})

async function settle() {
  while (inFlight.size > 0) {
    await Promise.allSettled(inFlight)
    await new Promise(setImmediate)
  }
}

async function step(until: number) {
  for (let at = now(); at < until; ) {
    at = Math.min(at + second, until)
    await setClock(at, 0)
    for (const [key, timer] of timers) {
      if (timer.at > at) continue
      timers.delete(key)
      timer.run()
    }
    await settle()
  }
}

const loadPage = async () => (await send('GET', '/parade-enrolment')).text
function comingIn(html: string): ComingParade {
  const [, data = ''] =
    /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html) ?? []
  const [coming] = JSON.parse(data).coming
  if (coming?.id !== scene.paradeId) throw new Error('The page does not announce the parade first')
  return coming
}

type Phone = { asked: number[]; openedAt: number | null; came: number }
const phones: Phone[] = []
const statuses: number[] = []
let cached = ''
let fromCache = 0

async function arrive(index: number) {
  const phone: Phone = { asked: [], openedAt: null, came: now() }
  phones.push(phone)
  const isCached = cached !== '' && index % 3 === 0
  if (isCached) fromCache += 1
  const parade = comingIn(isCached ? cached : await loadPage())
  const wrongBy = (random() - 0.5) * 8 * 60 * minute
  watchOpening(
    {
      opensAt: Date.parse(parade.opensAt),
      onTick: () => {},
      onOpen: () => {
        phone.openedAt = now()
        if (index < scene.enrolling) void enrol(index).then((status) => statuses.push(status))
      },
    },
    {
      async ask() {
        phone.asked.push(now())
        return Date.parse(JSON.parse((await send('GET', '/api/enrolment/clock')).text).now)
      },
      steady: () => now() - opensAt,
      wall: () => now() + wrongBy,
      random,
    },
  )
}

async function enrol(index: number): Promise<number> {
  const { status } = await send('POST', '/api/parades/enrol', {
    firstName: `Narr ${index}`,
    lastName: 'Warteschlange',
    emailAddress: `narr-${index}@example.test`,
    birthday: '1988-04-12',
    age: 'Adult',
    successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
    errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
    parades: [
      {
        paradeId: scene.paradeId,
        costumeTypeId: scene.costumeTypeId,
        costumeNumber: `w${index}`,
      },
    ],
  })
  return status
}

// Half of them come in the last ten minutes, some in the last twenty seconds, and some afterwards with a page of the cache.
const isLast = (index: number) => index % 25 === 24
const arrivals = Array.from({ length: scene.phones }, (_, index) => ({
  index,
  at: opensAt - (isLast(index) ? 20 * second : (index % 2 === 0 ? 16 : 10) * minute) * random(),
}))
for (const { index, at } of arrivals) {
  timers.set({}, { at, run: () => void arrive(index) })
}

await setClock(opensAt - 16 * minute, 0)
await step(opensAt - 6 * minute)
cached = await loadPage()
await step(opensAt - 20 * second)
await setClock(opensAt - second, 0)
const tooEarly = await enrol(scene.phones)
await setClock(opensAt - 20 * second, 1)
isRealTime = true
for (const { at, run } of timers.values()) realSetTimeout(run, at - now())
timers.clear()
const isWaiting = () =>
  phones.length < scene.phones || phones.some(({ openedAt }) => openedAt === null)
while (isWaiting() || statuses.length < scene.enrolling) {
  if (now() > opensAt + 3 * minute) break
  await new Promise((resolve) => realSetTimeout(resolve, 200))
}
agent.destroy()

const asked = phones.flatMap((phone) => phone.asked)
const late = phones.flatMap(({ openedAt }) => (openedAt === null ? [] : [openedAt - opensAt]))
const count = (values: readonly unknown[]) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([key, all]) => [key, all.length]))
const figures: Figures = {
  opened: late.length,
  earliest: Math.min(...late),
  latest: Math.max(...late),
  asksPerPhone: { most: Math.max(...phones.map((phone) => phone.asked.length)), all: asked.length },
  mostAsksInASecond: Math.max(...Object.values(count(asked.map((at) => Math.floor(at / second))))),
  asksInTheLastMinuteOfPhonesThatWaited: phones
    .filter(({ came }) => came < opensAt - minute)
    .flatMap((phone) => phone.asked)
    .filter((at) => at > opensAt - minute + second).length,
  fromCache,
  enrolments: count(statuses),
  tooEarly,
}
console.log(JSON.stringify(figures))
