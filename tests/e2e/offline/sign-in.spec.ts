import type { Page } from '@playwright/test'
import { rowOf } from '#tests/e2e/check-in-steps.ts'
import { demoUserOf } from '#tests/e2e/session.ts'
import { seenKey } from '#web/lib/first-visits.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'
import { actsOf } from './books.ts'
import { type Device, prepareForTheRoad, typeSignIn } from './device.ts'
import { letSignInBeOver } from './over.ts'
import { expect, type Stage, test } from './stage.ts'
import { storedOn } from './stored.ts'
import { expectWaiting, openCheckIn, type Person, tickInVain, untilAllSent } from './street.ts'

// A sign-in that is over, ended or another one does not lose what was done on the street.

const arrived = ({ stateDir, guild }: Stage, people: readonly Person[]) => {
  const ids = new Set<number | null>(people.map(({ id }) => id))
  return actsOf(stateDir, guild.todayId).filter(({ participationId }) => ids.has(participationId))
}

/** Ticked off without a line, in the name of the helper; the line is still cut. */
async function waiting(stage: Stage, device: Device, count: number) {
  const people = await stage.take(count)
  const page = await device.tab()
  await prepareForTheRoad(page, stage.line.origin, 'helper')
  await openCheckIn(page, stage.line.origin, stage.guild.todayId)
  await stage.line.cut()
  for (const person of people) await tickInVain(page, person)
  return { people, page }
}

async function expectArrival(stage: Stage, people: readonly Person[]): Promise<void> {
  const patience = { timeout: 60_000 }
  await expect.poll(() => arrived(stage, people).length, patience).toBe(people.length)
  expect(arrived(stage, people).map(({ outcome }) => outcome)).toEqual(people.map(() => 'done'))
}

/** Signs in where the check-in leads to, and is back at the list. */
async function signInFromThere(page: Page, { guild }: Stage, role: Role): Promise<void> {
  await page.getByRole('link', { name: /anmelden$/i }).click()
  await typeSignIn(page, role)
  await expect(page).toHaveURL(new RegExp(`${paths.checkIn(guild.todayId)}$`))
}

test('a sign-in that is over since yesterday: the ticks arrive by themselves, the list after signing in', async ({
  stage,
  device,
}) => {
  const { people, page } = await waiting(stage, device, 3)
  await letSignInBeOver(page, stage, 30)
  await page.close()
  const again = await device.tab()
  await openCheckIn(again, stage.line.origin, stage.guild.todayId)
  await expectWaiting(again, 3)
  await stage.line.mend()
  await expectArrival(stage, people)
  // The kept list stays in the hand.
  await expect(rowOf(again, people[0]?.memberName ?? '')).toBeVisible()
  await signInFromThere(again, stage, 'helper')
  await untilAllSent(again)
  expect(arrived(stage, people)).toHaveLength(3)
})

test('a sign-in that is over for four days: the ticks wait, and it says what to do', async ({
  stage,
  device,
}) => {
  const { people, page } = await waiting(stage, device, 3)
  await letSignInBeOver(page, stage, 96)
  await page.reload()
  await expectWaiting(page, 3)
  await stage.line.mend()
  await page.reload()
  await expect(page.getByText('3 warten · Anmelden')).toBeVisible()
  await expect(rowOf(page, people[0]?.memberName ?? '')).toContainText('Wartet noch')
  expect(arrived(stage, people)).toEqual([])
  await signInFromThere(page, stage, 'helper')
  await expectArrival(stage, people)
  await untilAllSent(page)
})

test('a sign-in that was ended: the lists go from the device, the ticks stay until signing in', async ({
  stage,
  device,
}) => {
  const { people, page } = await waiting(stage, device, 2)
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken,
  )
  // Somebody who found the phone's list of devices has ended it.
  const ended = await fetch(`${stage.office()}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(ended.ok).toBe(true)
  await stage.line.mend()
  await page.reload()
  await expect(page).toHaveURL(/\/login/, { timeout: 60_000 })
  const kept = await storedOn(page)
  expect(kept.store('snapshots')).toEqual([])
  expect(kept.store('acts')).toHaveLength(2)
  expect(arrived(stage, people)).toEqual([])

  await typeSignIn(page, 'helper')
  await expectArrival(stage, people)
})

test('somebody else signs in: whose ticks wait is said, and sent when they say so', async ({
  stage,
  device,
}) => {
  const { people, page } = await waiting(stage, device, 3)
  await letSignInBeOver(page, stage, 96)
  await stage.line.mend()
  await page.reload()
  await signInFromThere(page, stage, 'management')
  await expect(page.getByText(/^3 Haken von Jasmin M\. warten noch\./)).toBeVisible()
  expect(arrived(stage, people)).toEqual([])
  await page.getByRole('button', { name: 'Als Sabine K. senden' }).click()
  await expectArrival(stage, people)
  const sabine = demoUserOf('management').id
  expect(arrived(stage, people).map(({ userId }) => userId)).toEqual([sabine, sabine, sabine])
  await untilAllSent(page)
})

// Which pages have shown their hint on this device, and the cookie by which a new browser is told from a known one.
const leftBehind = [`localStorage ${seenKey}`, 'cookie browser']

test('signing out with ticks that wait asks, and then nothing of them is left', async ({
  stage,
  device,
}) => {
  const { people, page } = await waiting(stage, device, 3)
  await page.goto(stage.line.origin)
  const ask = async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  }
  await ask()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    '3 Haken sind noch nicht angekommen. Beim Abmelden gehen sie verloren.',
  )
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await openCheckIn(page, stage.line.origin, stage.guild.todayId)
  await expectWaiting(page, 3)

  await page.goto(stage.line.origin)
  await ask()
  await question.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByLabel('E-Mail Adresse')).toBeVisible()
  await expect.poll(async () => (await storedOn(page)).everything()).toEqual(leftBehind)
  await stage.line.mend()
  await page.reload()
  await expect(page.getByLabel('E-Mail Adresse')).toBeVisible()
  expect((await storedOn(page)).everything()).toEqual(leftBehind)
  expect(arrived(stage, people)).toEqual([])
})
