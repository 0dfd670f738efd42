import { expect, type Page } from '@playwright/test'
import { confirmIn, rowOf } from '#tests/e2e/check-in-steps.ts'
import { getAs } from '#tests/e2e/session.ts'
import { paths } from '#web/paths.ts'
import type { CheckIn, CheckInRow } from '#worker/check-in/check-in.contract.ts'

// Steps of a helper at a parade, online or offline.

export type Person = Pick<CheckInRow, 'id' | 'memberName' | 'costume' | 'paid'>

/** People who are not confirmed and whose name is unique. */
export async function openPeople(origin: string, paradeId: number): Promise<Person[]> {
  const list = await checkInListOf(origin, paradeId)
  const names = list.map(({ memberName }) => memberName)
  return list.filter(
    ({ confirmed, memberName }) =>
      !confirmed &&
      // Rows are found by their text, so no name may be part of another one.
      names.filter((name) => name.includes(memberName)).length === 1,
  )
}

export async function checkInListOf(origin: string, paradeId: number): Promise<CheckInRow[]> {
  const path = `/api/check-in?parade=${paradeId}`
  const { parades } = await getAs<CheckIn>(origin, 'helper', path)
  return parades.find(({ parade }) => parade.id === paradeId)?.rows ?? []
}

export async function openCheckIn(page: Page, origin: string, paradeId: number): Promise<void> {
  await page.goto(`${origin}${paths.checkIn(paradeId)}`)
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
}

export async function confirmPerson(
  page: Page,
  { memberName }: Pick<Person, 'memberName'>,
): Promise<void> {
  await page.getByRole('button', { name: `${memberName} bestätigen`, exact: true }).click()
  await confirmIn(page)
}

/** Confirms offline: the row shows that the act waits. */
export async function confirmPersonOffline(
  page: Page,
  person: Pick<Person, 'memberName'>,
): Promise<void> {
  await confirmPerson(page, person)
  await expect(rowOf(page, person.memberName)).toContainText('Wartet noch')
}

export async function takeBack(page: Page, { memberName }: Person): Promise<void> {
  await rowOf(page, memberName)
    .getByRole('button', { name: /zurücknehmen/i })
    .click()
  await expect(
    page.getByRole('button', { name: `${memberName} bestätigen`, exact: true }),
  ).toBeVisible()
}

export type Newcomer = { firstName: string; lastName: string; birthday?: string }

export async function enterOnSite(page: Page, person: Newcomer, costumeType: string) {
  await page.getByRole('button', { name: 'Vor Ort eintragen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Teilnahme vor Ort eintragen' })
  await sheet.getByLabel('Vorname').fill(person.firstName)
  await sheet.getByLabel('Nachname').fill(person.lastName)
  if (person.birthday) await sheet.getByLabel('Geburtstag').fill(person.birthday)
  await sheet.getByLabel('Kleidertyp').selectOption(costumeType)
  await sheet.getByRole('button', { name: 'OK' }).click()
  await expect(sheet).toBeHidden()
}

/** The phone is not notified when the connection is back, so it retries now and then. */
const patience = { timeout: 60_000 }

export async function untilAllSent(page: Page): Promise<void> {
  await expect(page.getByText(/^Alles gesendet · abgeglichen \d\d:\d\d/)).toBeVisible(patience)
}

export async function expectWaiting(page: Page, count: number): Promise<void> {
  await expect(page.getByText(new RegExp(`\\b${count} (wartet|warten)\\b`)).first()).toBeVisible()
}
