import type { Page } from '@playwright/test'
import { demoPassword } from '#scripts/demo/users.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { demoUserOf } from './session.ts'
import { expectToast } from './toast.ts'
import { plugInAuthenticator } from './virtual-authenticator.ts'

const newPassword = 'Narri-Narro-11!'

/** Calls as the demo's manager with a recent confirmation. */
async function asManagement(origin: string) {
  const send = async (method: string, path: string, body: object, token?: string) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? null : response.json()
  }
  const { emailAddress } = demoUserOf('management')
  const login = { emailAddress, password: demoPassword }
  const { accessToken } = await send('POST', '/api/v1/auth/login', login)
  let count = 0
  return {
    /** Invites a new user and returns the link of the invitation. */
    async invite(lastName: string, role: Role) {
      count += 1
      const address = `passkey-${Date.now()}-${count}@example.de`
      const user = { firstName: 'Lena', lastName, emailAddress: address, roles: [role] }
      const { id, link } = await send('POST', '/api/user', user, accessToken)
      return { id, link, emailAddress: address }
    },
    /** Allows the user for a day to set a password with a link and without the passkey. */
    async waive(id: number): Promise<void> {
      await send('PUT', `/api/user/${id}/waiver`, {}, accessToken)
    },
    async link(id: number): Promise<string> {
      return (await send('POST', `/api/user/${id}/link`, {}, accessToken)).link
    },
  }
}

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Übersicht' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await field(page, 'Neues Passwort').fill(newPassword)
  await field(page, 'Neues Passwort wiederholen').fill(newPassword)
  await button(page, 'Speichern und anmelden').click()
}

async function typePassword(page: Page, emailAddress: string): Promise<void> {
  await page.goto(paths.login)
  await page.getByLabel('E-Mail Adresse').fill(emailAddress)
  await field(page, 'Passwort').fill(newPassword)
  await button(page, 'Anmelden').click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(paths.login)
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(paths.profile)
  await button(page, 'Passkey anlegen').click()
  await page.getByLabel('Name').fill(name)
  await button(page, 'Weiter').click()
  await expectToast(page, 'Passkey angelegt')
}

test('A passkey signs in, alone or after the password, and a password link requires it; a lost one is removed and then no longer signs in', async ({
  browserOf,
  guild,
}) => {
  const management = await asManagement(guild.origin)
  const lena = await management.invite('Schlüssel', 'readonly')
  const page = await browserOf(null)
  const device = await plugInAuthenticator(page)
  await choosePassword(page, lena.link)
  await expect(overview(page)).toBeVisible()
  await addPasskey(page, 'Lenas Handy')
  await expect(page.getByText('Lenas Handy', { exact: true })).toBeVisible()
  expect(await device.count()).toBe(1)

  await signOut(page)
  await button(page, 'Mit Passkey anmelden').click()
  await expect(overview(page)).toBeVisible()

  await signOut(page)
  await typePassword(page, lena.emailAddress)
  await expect(page.getByRole('heading', { name: 'Noch Dein Passkey' })).toBeFocused()
  // User verification fails, then succeeds.
  await device.recognise(false)
  await button(page, 'Passkey zeigen').click()
  await expect(page.getByRole('alert')).toContainText('Das wurde abgebrochen')
  await device.recognise(true)
  await button(page, 'Passkey zeigen').click()
  await expect(overview(page)).toBeVisible()

  // In another browser without the device the password alone is not enough.
  const other = await browserOf(null)
  await plugInAuthenticator(other)
  await typePassword(other, lena.emailAddress)
  await button(other, 'Passkey zeigen').click()
  await expect(other.getByRole('alert')).toContainText('Das wurde abgebrochen')
  await button(other, 'Zurück').click()
  await expect(field(other, 'Passwort')).toBeFocused()

  // Nor is a link: it sets the password only with the passkey.
  await choosePassword(other, await management.link(lena.id))
  await button(other, 'Passkey zeigen').click()
  await expect(other.getByRole('alert')).toContainText('Das wurde abgebrochen')
  await choosePassword(page, await management.link(lena.id))
  await button(page, 'Passkey zeigen').click()
  await expect(overview(page)).toBeVisible()

  // The passkey is lost: a manager gives a waiver, and the user removes the passkey.
  await management.waive(lena.id)
  await choosePassword(other, await management.link(lena.id))
  await expect(overview(other)).toBeVisible()
  await other.goto(paths.profile)
  await other.getByRole('button', { name: /^Entfernen/ }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click()
  await expect(other.getByText('Mit einem Passkey meldest Du Dich ohne Passwort an')).toBeVisible()
  await signOut(other)
  await typePassword(other, lena.emailAddress)
  await expect(overview(other)).toBeVisible()

  // The lost device can no longer sign in.
  await page.goto(paths.profile)
  await expect(page.getByText('Du wurdest abgemeldet.').first()).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(paths.login)
  await button(page, 'Mit Passkey anmelden').click()
  await expect(page.getByRole('alert')).toContainText('Dieser Passkey gilt hier nicht.')
})

test('A passkey is offered in the address field of the sign-in page, and signs in without a button', async ({
  browserOf,
  guild,
}) => {
  const management = await asManagement(guild.origin)
  const lena = await management.invite('Schnell', 'management')
  const page = await browserOf(null)
  await plugInAuthenticator(page, { isOffered: true })
  await choosePassword(page, lena.link)
  // A manager without a passkey gets a hint that leads to where it is registered.
  await expect(page.getByText('Du hast noch keinen Passkey')).toBeVisible()
  await page.getByRole('link', { name: 'Zu „Mein Account“' }).click()
  await addPasskey(page, 'Lenas Handy')
  await page.goto(paths.home)
  await expect(overview(page)).toBeVisible()
  await expect(page.getByText('Du hast noch keinen Passkey')).toBeHidden()
  const taken = page.waitForResponse((response) => response.url().endsWith('/passkey/login'))
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  expect((await taken).status()).toBe(200)
  await expect(overview(page)).toBeVisible()
})

test('On a local machine the settings do not offer to require passkeys of the management', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.goto(paths.settings)
  await expect(page.getByRole('heading', { name: 'Bargeld beim Abhaken' })).toBeVisible()
  await expect(page.getByText('Verwaltung nur mit Passkey')).toBeHidden()
})
