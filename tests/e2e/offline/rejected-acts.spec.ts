import type { Locator, Page } from '@playwright/test'
import { rowOf } from '#tests/e2e/check-in-steps.ts'
import { deleteAs, getAs, postAs } from '#tests/e2e/session.ts'
import type { CheckIn } from '#worker/check-in/check-in.contract.ts'
import { type Device, signInAndPreload } from './device.ts'
import {
  confirmPersonOffline,
  enterOnSite,
  openCheckIn,
  type Person,
  takeBack,
  untilAllSent,
} from './helper-steps.ts'
import { expect, type Stage, test } from './stage.ts'
import { actsOf, confirmationsOf } from './stored-acts.ts'

// A helper without a network and the office act on the same participant: a rejected act is
// explained and can be settled.

const spoken = ({ memberName }: Person) => memberName.split(', ').reverse().join(' ')

async function inTheVillage(stage: Stage, device: Device): Promise<{ page: Page; person: Person }> {
  const [person] = await stage.take(1)
  if (!person) throw new Error('No unconfirmed participant')
  const page = await device.tab()
  await signInAndPreload(page, stage.line.origin, 'helper')
  await openCheckIn(page, stage.line.origin, stage.guild.todayId)
  await stage.line.cut()
  return { page, person }
}

/** The office's acts meanwhile. */
const office = (stage: Stage, { id }: Person) => ({
  confirm: () => postAs(stage.office(), 'management', `${participation(stage)}/${id}/confirm`, {}),
  unconfirm: () =>
    postAs(stage.office(), 'management', `${participation(stage)}/${id}/unconfirm`, {}),
  pay: () => postAs(stage.office(), 'management', `/api/participation/${id}/paid`, { paid: true }),
  remove: () => deleteAs(stage.office(), 'management', `/api/paradeParticipation/${id}`),
})

const participation = ({ guild }: Stage) => `/api/parade/${guild.todayId}/participation`

/** Reconnects and opens the list of acts to be settled. */
async function settle(page: Page, stage: Stage): Promise<Locator> {
  await stage.line.mend()
  await page.getByRole('button', { name: /1 zu klären/ }).click({ timeout: 60_000 })
  const dialog = page.getByRole('dialog', { name: 'Zu klären' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** A sheet ignores taps for its first moment. */
async function press(within: Locator, name: string): Promise<void> {
  const button = within.getByRole('button', { name, exact: true })
  await expect(async () => {
    if (await button.isVisible()) await button.click()
    await expect(button).toBeHidden({ timeout: 400 })
  }).toPass()
}

const stateOf = ({ stateDir, guild }: Stage, { id }: Person) =>
  confirmationsOf(stateDir, guild.todayId).get(id)
const outcomes = ({ stateDir, guild }: Stage, { id }: Person) =>
  actsOf(stateDir, guild.todayId)
    .filter(({ participationId }) => participationId === id)
    .map(({ kind, outcome }) => `${kind} ${outcome}`)

test("If management has revoked a confirmation, a helper's offline confirmation does not count, but the helper can confirm again", async ({
  stage,
  device,
}) => {
  const { page, person } = await inTheVillage(stage, device)
  await confirmPersonOffline(page, person)
  await office(stage, person).confirm()
  await office(stage, person).unconfirm()
  const dialog = await settle(page, stage)
  await expect(dialog).toContainText(
    new RegExp(
      `${spoken(person)}: Um \\d\\d:\\d\\d hat Sabine K\\. die Bestätigung zurückgenommen, Dein Haken ist von \\d\\d:\\d\\d\\.`,
    ),
  )
  expect(stateOf(stage, person)).toMatchObject({ confirmed: 0 })
  await press(dialog, 'Trotzdem bestätigen')
  await page.keyboard.press('Escape')
  await untilAllSent(page)
  expect(stateOf(stage, person)).toMatchObject({ confirmed: 1 })
  expect(outcomes(stage, person)).toEqual(['confirm overtaken', 'confirm done'])
})

test('If a helper confirms and revokes offline, the confirmation that another user had stored before is not revoked', async ({
  stage,
  device,
}) => {
  const { page, person } = await inTheVillage(stage, device)
  await office(stage, person).confirm()
  await confirmPersonOffline(page, person)
  await takeBack(page, person)
  const dialog = await settle(page, stage)
  await expect(dialog).toContainText(
    `${spoken(person)} bleibt bestätigt: Den Haken hat Sabine K. gesetzt.`,
  )
  expect(stateOf(stage, person)).toMatchObject({ confirmed: 1 })
  expect(outcomes(stage, person)).toEqual(['confirm already', 'unconfirm notYours'])
})

test('If a participant was removed in the meantime, the helper is told that the offline confirmation does not count', async ({
  stage,
  device,
}) => {
  const { page, person } = await inTheVillage(stage, device)
  await confirmPersonOffline(page, person)
  await office(stage, person).remove()
  const dialog = await settle(page, stage)
  await expect(dialog).toContainText(
    new RegExp(
      `${spoken(person)} ist von diesem Umzug abgemeldet\\. Dein Haken um \\d\\d:\\d\\d zählt nicht\\.`,
    ),
  )
  expect(outcomes(stage, person)).toEqual(['confirm gone'])
})

test('If two users confirm the same participant, one confirmation is stored and nothing has to be decided', async ({
  stage,
  device,
}) => {
  const { page, person } = await inTheVillage(stage, device)
  await confirmPersonOffline(page, person)
  await office(stage, person).confirm()
  await stage.line.mend()
  await untilAllSent(page)
  expect(stateOf(stage, person)).toMatchObject({ confirmed: 1 })
  expect(outcomes(stage, person)).toEqual(['confirm already'])
})

test('If two users record the cash of the same person, that is listed under "Zu klären"', async ({
  stage,
  device,
}) => {
  const { page, person } = await inTheVillage(stage, device)
  const unpaid = person.paid ? await anUnpaid(stage) : person
  await rowOf(page, unpaid.memberName).getByRole('link').click()
  const sheet = page.getByRole('dialog', { name: spoken(unpaid) })
  await press(sheet, 'Bar bezahlt')
  await page.goBack()
  await office(stage, unpaid).pay()
  const dialog = await settle(page, stage)
  await expect(dialog).toContainText(
    new RegExp(
      `${spoken(unpaid)} hat schon bezahlt \\(bar bei Sabine K\\., \\d\\d:\\d\\d\\)\\. Gib das Geld zurück oder sprecht Euch ab\\.`,
    ),
  )
})

async function anUnpaid(stage: Stage): Promise<Person> {
  const people = await stage.take(20)
  const person = people.find(({ paid }) => !paid)
  if (!person) throw new Error('All have paid')
  return person
}

test('If another user has already entered a person, the entry on site is reported, and the existing participant can be confirmed instead', async ({
  stage,
  device,
}) => {
  const { page } = await inTheVillage(stage, device)
  const { todayId, costumeTypes } = stage.guild
  const [type] = await getAs<{ id: number; name: string }[]>(
    stage.office(),
    'management',
    '/api/costumeType',
  )
  const doppelt = { firstName: 'Dora', lastName: 'Doppelt' }
  await enterOnSite(page, { ...doppelt, birthday: '05.06.1988' }, costumeTypes[0])
  await expect(rowOf(page, 'Doppelt, Dora')).toContainText('Wartet noch')
  // The office has entered the same person, who was not confirmed yet.
  await postAs(stage.office(), 'management', `${participation(stage)}/atParade`, {
    ...doppelt,
    birthday: '1988-06-05',
    costumeNumber: '',
    selectedCostumeTypeId: type?.id,
  })
  const dialog = await settle(page, stage)
  await expect(dialog).toContainText('Dora Doppelt')
  await press(dialog, 'Vorhandene Anmeldung bestätigen')
  await page.keyboard.press('Escape')
  await untilAllSent(page)
  const { parades } = await getAs<CheckIn>(
    stage.office(),
    'management',
    `/api/check-in?parade=${todayId}`,
  )
  const doras = parades[0]?.rows.filter(({ memberName }) => memberName === 'Doppelt, Dora')
  expect(doras).toMatchObject([{ confirmed: true }])
})
