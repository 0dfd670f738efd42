import type { Page } from '@playwright/test'
import { rowOf } from '#tests/e2e/check-in-steps.ts'
import { demoUserOf } from '#tests/e2e/session.ts'
import { seenKey } from '#web/lib/first-visits.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'
import { type Device, signInAndPreload, typeSignIn } from './device.ts'
import { expireSession } from './expire-session.ts'
import {
  confirmPersonOffline,
  expectWaiting,
  openCheckIn,
  type Person,
  untilAllSent,
} from './helper-steps.ts'
import { expect, type Stage, test } from './stage.ts'
import { storedOn } from './stored.ts'
import { actsOf } from './stored-acts.ts'

// Acts on the phone are not lost when the session has expired, was ended or another user signs in.

const arrivedActs = ({ stateDir, guild }: Stage, people: readonly Person[]) => {
  const ids = new Set<number | null>(people.map(({ id }) => id))
  return actsOf(stateDir, guild.todayId).filter(({ participationId }) => ids.has(participationId))
}

/** Confirms people offline as helper; the connection stays cut. */
async function confirmOffline(stage: Stage, device: Device, count: number) {
  const people = await stage.take(count)
  const page = await device.tab()
  await signInAndPreload(page, stage.line.origin, 'helper')
  await openCheckIn(page, stage.line.origin, stage.guild.todayId)
  await stage.line.cut()
  for (const person of people) await confirmPersonOffline(page, person)
  return { people, page }
}

async function expectArrival(stage: Stage, people: readonly Person[]): Promise<void> {
  const patience = { timeout: 60_000 }
  await expect.poll(() => arrivedActs(stage, people).length, patience).toBe(people.length)
  expect(arrivedActs(stage, people).map(({ outcome }) => outcome)).toEqual(people.map(() => 'done'))
}

/** Signs in with the link on the check-in page, and returns to the list. */
async function signInFromThere(page: Page, { guild }: Stage, role: Role): Promise<void> {
  await page.getByRole('link', { name: /anmelden$/i }).click()
  await typeSignIn(page, role)
  await expect(page).toHaveURL(new RegExp(`${paths.checkIn(guild.todayId)}$`))
}

test('If the session expired yesterday, waiting actions of the check-in are still sent and the stored list stays visible', async ({
  stage,
  device,
}) => {
  const { people, page } = await confirmOffline(stage, device, 3)
  await expireSession(page, stage, 30)
  await page.close()
  const again = await device.tab()
  await openCheckIn(again, stage.line.origin, stage.guild.todayId)
  await expectWaiting(again, 3)
  await stage.line.mend()
  await expectArrival(stage, people)
  // The stored list stays visible.
  await expect(rowOf(again, people[0]?.memberName ?? '')).toBeVisible()
  await signInFromThere(again, stage, 'helper')
  await untilAllSent(again)
  expect(arrivedActs(stage, people)).toHaveLength(3)
})

test('If the session expired four days ago, the page asks to sign in, and sends the waiting actions only afterwards', async ({
  stage,
  device,
}) => {
  const { people, page } = await confirmOffline(stage, device, 3)
  await expireSession(page, stage, 96)
  await page.reload()
  await expectWaiting(page, 3)
  await stage.line.mend()
  await page.reload()
  await expect(page.getByText('3 warten · Anmelden')).toBeVisible()
  await expect(rowOf(page, people[0]?.memberName ?? '')).toContainText('Wartet noch')
  expect(arrivedActs(stage, people)).toEqual([])
  await signInFromThere(page, stage, 'helper')
  await expectArrival(stage, people)
  await untilAllSent(page)
})

test('If the session was ended on another device, the phone deletes its lists, and sends the waiting actions after the next sign-in', async ({
  stage,
  device,
}) => {
  const { people, page } = await confirmOffline(stage, device, 2)
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken,
  )
  // Another device ended the session in the list of devices.
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
  expect(arrivedActs(stage, people)).toEqual([])

  await typeSignIn(page, 'helper')
  await expectArrival(stage, people)
})

test('If another user signs in, the page shows whose actions are waiting, and sends them as the new user on request', async ({
  stage,
  device,
}) => {
  const { people, page } = await confirmOffline(stage, device, 3)
  await expireSession(page, stage, 96)
  await stage.line.mend()
  await page.reload()
  await signInFromThere(page, stage, 'management')
  await expect(page.getByText(/^3 Haken von Jasmin M\. warten noch\./)).toBeVisible()
  expect(arrivedActs(stage, people)).toEqual([])
  await page.getByRole('button', { name: 'Als Sabine K. senden' }).click()
  await expectArrival(stage, people)
  const sabine = demoUserOf('management').id
  expect(arrivedActs(stage, people).map(({ userId }) => userId)).toEqual([sabine, sabine, sabine])
  await untilAllSent(page)
})

// The hints that were shown on this device, and the cookie that marks a known browser.
const leftBehind = [`localStorage ${seenKey}`, 'cookie browser']

test('If actions of the check-in are waiting, a question is asked before signing out deletes them', async ({
  stage,
  device,
}) => {
  const { people, page } = await confirmOffline(stage, device, 3)
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
  expect(arrivedActs(stage, people)).toEqual([])
})
