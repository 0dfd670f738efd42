import type { Page } from '@playwright/test'
import { demoPassword } from '#scripts/demo/users.ts'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { demoUserOf, forgetSignIn } from './session.ts'

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-Mail Adresse').fill(demoUserOf('readonly').emailAddress)
  await field(page, 'Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(paths.login)
}

test('a wrong password is refused in the words of the specification, the right one lets in', async ({
  browserOf,
}) => {
  const page = await browserOf(null)
  await page.goto(paths.members)
  await expect(page).toHaveURL(paths.login)
  await signIn(page, 'falsch')
  await expect(page.getByRole('alert')).toContainText(
    'Die E-Mail Adresse oder das Passwort ist falsch',
  )
  await expect(field(page, 'Passwort')).toHaveValue('falsch')
  await signIn(page, demoPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
})

test('without a network the sign-in and the change of a password say so below their sentences', async ({
  browserOf,
}) => {
  const missing = 'Der Server ist nicht erreichbar. Prüfe, ob Du Internet hast'
  const page = await browserOf(null)
  await page.goto(paths.login)
  await page.route('**/api/v1/auth/**', (route) => route.abort())
  await signIn(page, demoPassword)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Die E-Mail Adresse oder das Passwort ist falsch')
  await expect(alert).toContainText(missing)
  await page.unroute('**/api/v1/auth/**')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()

  await page.goto(paths.profile)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await field(page, 'Aktuelles Passwort').fill(demoPassword)
  await field(page, 'Neues Passwort').fill('Anders-2027!')
  await field(page, 'Neues Passwort wiederholen').fill('Anders-2027!')
  await page.route('**/api/v1/auth/password', (route) => route.abort())
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(alert).toContainText('Das Passwort konnte nicht geändert werden.')
  await expect(alert).toContainText(missing)
})

test('whoever signs out leaves nothing behind and is a stranger again', async ({ browserOf }) => {
  const page = await browserOf(null)
  await page.goto(paths.login)
  await signIn(page, demoPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await signOut(page)
  expect(
    await page.evaluate(() => [
      localStorage.getItem('user'),
      localStorage.getItem('userAuthenticationInformation'),
    ]),
  ).toEqual([null, null])
  await page.goto('/')
  await expect(page).toHaveURL(paths.paradeEnrolment)
})

test('somebody changes their password, goes on working, and signs in with the new one', async ({
  browserOf,
  guild,
}) => {
  forgetSignIn(guild.origin, 'readonly')
  const page = await browserOf(null)
  await page.goto(paths.login)
  await signIn(page, demoPassword)
  const newPassword = 'Narri-Narro-11!'
  await changePassword(page, demoPassword, newPassword)

  await page.reload()
  await expect(page.getByText(demoUserOf('readonly').emailAddress)).toBeVisible()
  await signOut(page)
  await signIn(page, newPassword)
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  // The others count on the old one.
  await changePassword(page, newPassword, demoPassword)
})

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Mein Account' }).click()
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByLabel('Aktuelles Passwort').fill(current)
  await field(page, 'Neues Passwort').fill(next)
  await page.getByLabel('Neues Passwort wiederholen').fill(next)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expect(page.getByRole('status')).toContainText('Passwort geändert')
  await expect(page.getByLabel('Aktuelles Passwort')).toBeHidden()
}
