import type { Page } from '@playwright/test'
import { demoPassword } from '#scripts/demo/users.ts'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { demoUserOf } from './session.ts'
import { expectToast } from './toast.ts'

async function signIn(
  page: Page,
  password: string,
  emailAddress = demoUserOf('readonly').emailAddress,
): Promise<void> {
  await page.getByLabel('E-Mail Adresse').fill(emailAddress)
  await field(page, 'Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(paths.login)
}

test('With a wrong password the text of the specification is shown; with the right one the user is signed in @gate-desktop', async ({
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

test('Without a network, a failed sign-in and a failed change of the password also say that the server cannot be reached @gate-desktop', async ({
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

test('After signing out the browser stores no session, and the root page leads to the public enrolment @gate-desktop', async ({
  browserOf,
}) => {
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

test('A user who changes the password stays signed in, and can sign in with the new password @gate-desktop', async ({
  browserOf,
  guild,
}) => {
  // A user of its own, since other tests use the demo's password.
  const [oldPassword, newPassword] = ['Narri-Narro-10!', 'Narri-Narro-11!']
  const emailAddress = await aReader(guild.origin, oldPassword)
  const page = await browserOf(null)
  await page.goto(paths.login)
  await signIn(page, oldPassword, emailAddress)
  await changePassword(page, oldPassword, newPassword)

  await page.reload()
  await expect(page.getByText(emailAddress)).toBeVisible()
  await signOut(page)
  await signIn(page, newPassword, emailAddress)
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
})

/** Creates a readonly user with this password; returns the e-mail address. */
async function aReader(origin: string, newPassword: string): Promise<string> {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${origin}${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const emailAddress = `reader-${Date.now()}@example.de`
  const login = { emailAddress: demoUserOf('management').emailAddress, password: demoPassword }
  const { accessToken } = await post('/api/v1/auth/login', login)
  const reader = { firstName: 'Rosa', lastName: 'Maier', emailAddress, roles: ['readonly'] }
  const { link } = await post('/api/user', reader, accessToken)
  const token = link.split('#zugang=')[1]
  await post('/api/v1/auth/password/link', { token, newPassword })
  return emailAddress
}

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Mein Account' }).click()
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByLabel('Aktuelles Passwort').fill(current)
  await field(page, 'Neues Passwort').fill(next)
  await page.getByLabel('Neues Passwort wiederholen').fill(next)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await expectToast(page, 'Passwort geändert')
  await expect(page.getByLabel('Aktuelles Passwort')).toBeHidden()
}
