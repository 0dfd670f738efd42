import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { headersOf } from '#tests/e2e/session.ts'
import { addDays, berlinDay, type Day, weekday } from '#worker/domain/dates.ts'
import { type ClockedServer, startClockedServer } from './clocked-server.ts'
import { aParadeThatOpens, type OpeningParade } from './opening-parade.ts'
import type { Figures, Scene } from './waiting-phones.ts'

// 500 phones with clocks up to four hours wrong wait for an opening; on a Friday, and on both days on which the clock is changed.

const phones = 500
const script = fileURLToPath(new URL('./waiting-phones.ts', import.meta.url))
const today = berlinDay(new Date())

const next = (days: Iterable<Day>, fits: (day: Day) => boolean) => [...days].find(fits) as Day
const daysAhead = Array.from({ length: 400 }, (_, days) => addDays(today, days + 1))
const isFriday = (day: Day) => weekday(day) === 'Fr'
const isLastSundayOf = (month: string) => (day: Day) =>
  day.slice(5, 7) === month && weekday(day) === 'So' && Number(day.slice(8)) > 24

const friday = next(daysAhead, isFriday)
const march = next(daysAhead, isLastSundayOf('03'))
const october = next(daysAhead, isLastSundayOf('10'))

let server: ClockedServer
let parades: Record<'friday' | 'march' | 'october', OpeningParade>
let costumeTypeId = 0

test.beforeAll(async () => {
  server = await startClockedServer()
  const { origin } = server
  const opening = (title: string, day: Day, time: string) =>
    aParadeThatOpens(origin, { title, day, time })
  parades = {
    friday: await opening('Nachtumzug', friday, '20:00'),
    march: await opening('Sommerzeit', march, '03:00'),
    october: await opening('Winterzeit', october, '02:30'),
  }
  const types: { id: number }[] = await (await fetch(`${origin}/api/costumeType`)).json()
  costumeTypeId = types[0]?.id ?? 0
})
test.afterAll(() => server?.stop())

async function wait({ id, opensAt }: OpeningParade, enrolling: number): Promise<Figures> {
  const of = { paradeId: id, costumeTypeId }
  const scene: Scene = { origin: server.origin, opensAt, ...of, phones, enrolling }
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(scene)])
  console.log(stdout.trim())
  return JSON.parse(stdout)
}

async function expectInTime(parade: OpeningParade, enrolling: number): Promise<void> {
  const figures = await wait(parade, enrolling)
  expect(figures.opened).toBe(phones)
  expect(figures.earliest).toBeGreaterThanOrEqual(0)
  expect(figures.latest).toBeLessThanOrEqual(1000)
  expect(figures.asksPerPhone.most).toBeLessThanOrEqual(2)
  expect(figures.asksInTheLastMinuteOfPhonesThatWaited).toBe(0)
  expect(figures.fromCache).toBeGreaterThan(50)
  expect(figures.enrolments).toEqual({ 200: enrolling })
  expect(figures.tooEarly).toBe(409)
}

test('500 phones open the form within a second after Friday, 20:00, and a person enrols on each of them', async () => {
  await expectInTime(parades.friday, phones)
})

test('On the day when the clock is set forward, an enrolment of 03:00 opens right after the change, and an opening at 02:30 is rejected (422)', async () => {
  expect(new Date(parades.march.opensAt).toISOString()).toBe(`${march}T01:00:00.000Z`)
  const headers = {
    ...(await headersOf(server.origin, 'management')),
    'Content-Type': 'application/json',
  }
  await server.setClock(Date.now())
  const answer = await fetch(`${server.origin}/api/parades/enrolment-window`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ids: [parades.march.id], from: { date: march, time: '02:30' } }),
  })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Da wird die Uhr von 2 auf 3 Uhr vorgestellt.')
  await expectInTime(parades.march, 40)
})

test('On the day when the clock is set back, an enrolment of 02:30 opens when it is 02:30 for the first time', async () => {
  expect(new Date(parades.october.opensAt).toISOString()).toBe(`${october}T00:30:00.000Z`)
  await expectInTime(parades.october, 40)
})
