import type { Page } from '@playwright/test'
import { demoPassword } from '#scripts/demo/users.ts'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { demoUserOf } from './session.ts'
import { expectToast } from './toast.ts'

const newPassword = 'Narri-Narro-11!'

/** Signs in again, so that the session is confirmed whatever other tests did. */
async function signIn(page: Page, emailAddress: string, password: string): Promise<void> {
  await page.goto(paths.login)
  await page.getByLabel('E-Mail Adresse').fill(emailAddress)
  await field(page, 'Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

const signInAsManagement = (page: Page) =>
  signIn(page, demoUserOf('management').emailAddress, demoPassword)

/** A new user for each test. */
function newUser(lastName: string) {
  const stamp = String(Date.now())
  return { lastName: `${lastName} ${stamp}`, emailAddress: `neu-${stamp}@example.de` }
}

type NewUser = ReturnType<typeof newUser>

async function invite(page: Page, { lastName, emailAddress }: NewUser): Promise<string> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Zugänge' }).click()
  await page.getByRole('button', { name: 'Jemanden einladen' }).click()
  await page.getByLabel('Vorname').fill('Lena')
  await page.getByLabel('Nachname').fill(lastName)
  await page.getByLabel('E-Mail Adresse').fill(emailAddress)
  await page.getByRole('checkbox', { name: /^Helfer/ }).check()
  await page.getByRole('button', { name: 'Einladung senden' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await page.getByRole('button', { name: 'Schließen' }).click()
  return link
}

const rowOf = (page: Page, { lastName }: NewUser) =>
  page.getByRole('row').filter({ hasText: lastName })

async function act(page: Page, who: NewUser, words: string): Promise<void> {
  await rowOf(page, who)
    .getByRole('button', { name: /^Aktionen/ })
    .click()
  await page.getByRole('menuitem', { name: words }).click()
}

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await field(page, 'Neues Passwort').fill(newPassword)
  await field(page, 'Neues Passwort wiederholen').fill(newPassword)
  await page.getByRole('button', { name: 'Speichern und anmelden' }).click()
}

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Übersicht' })

test('An invited user sets a password and signs in; a lock by management ends the session at once, and can be lifted', async ({
  browserOf,
}) => {
  const lena = newUser('Wäschle')
  const management = await browserOf(null)
  await signInAsManagement(management)
  await expect(overview(management)).toBeVisible()
  const link = await invite(management, lena)
  await expect(rowOf(management, lena)).toContainText('Eingeladen')
  await expect(rowOf(management, lena)).toContainText('noch nie')

  const phone = await browserOf(null)
  await phone.goto(link)
  // The token disappears from the address, and so from the browser's history.
  await expect(phone).toHaveURL(paths.login)
  await choosePassword(phone, link)
  await expect(overview(phone)).toBeVisible()
  await expect(phone.getByRole('link', { name: /Umzugsteilnahme abhaken/ })).toBeVisible()

  await management.reload()
  await expect(rowOf(management, lena)).toContainText('Aktiv')
  await act(management, lena, 'Sperren')
  await management.getByRole('button', { name: 'OK' }).click()
  await expectToast(management, 'Zugang gesperrt')
  await expect(rowOf(management, lena)).toContainText('Gesperrt')

  await phone.goto(paths.profile)
  await expect(phone.getByText('Du wurdest abgemeldet.').first()).toBeVisible()
  await signIn(phone, lena.emailAddress, newPassword)
  await expect(phone.getByRole('alert')).toContainText(
    'Die E-Mail Adresse oder das Passwort ist falsch',
  )

  await act(management, lena, 'Entsperren')
  await management.getByRole('button', { name: 'OK' }).click()
  await expect(rowOf(management, lena)).toContainText('Aktiv')
  await signIn(phone, lena.emailAddress, newPassword)
  await expect(overview(phone)).toBeVisible()
})

test('The link of an invitation works once, and a newer one replaces it', async ({ browserOf }) => {
  const timo = newUser('Rädle')
  const management = await browserOf(null)
  await signInAsManagement(management)
  const first = await invite(management, timo)
  await act(management, timo, 'Einladung noch einmal senden')
  await management.getByRole('button', { name: 'OK' }).click()
  const second = await management.getByRole('textbox', { name: 'Link' }).inputValue()
  await management.keyboard.press('Escape')
  await expect(
    rowOf(management, timo).getByRole('button', { name: /^Aktionen/ }),
    'the focus is back where it began',
  ).toBeFocused()

  const phone = await browserOf(null)
  await choosePassword(phone, first)
  await expect(phone.getByRole('alert')).toContainText('Dieser Link gilt nicht mehr.')
  await choosePassword(phone, second)
  await expect(overview(phone)).toBeVisible()
  await choosePassword(phone, second)
  await expect(phone.getByRole('alert')).toContainText('Dieser Link gilt nicht mehr.')
  await phone.getByRole('link', { name: 'Passwort vergessen?' }).click()
  await expect(phone.getByRole('dialog', { name: 'Passwort vergessen?' })).toBeVisible()
})

test('The answer to a request for a forgotten password is the same for a known and an unknown address', async ({
  browserOf,
}) => {
  const page = await browserOf(null)
  for (const emailAddress of [demoUserOf('helper').emailAddress, 'niemand@example.de']) {
    await page.goto(paths.login)
    await page.getByLabel('E-Mail Adresse').fill(emailAddress)
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
    await page.getByRole('button', { name: 'Link anfordern' }).click()
    await expect(
      page.getByText('Wenn es zu dieser Adresse einen Zugang gibt, ist eine E-Mail unterwegs.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Schließen' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('If the user has not confirmed the identity recently, an action asks for the password, which can be typed with the keyboard alone', async ({
  browserOf,
}) => {
  const rudolf = newUser('Nägele')
  const page = await browserOf(null)
  await signInAsManagement(page)
  await invite(page, rudolf)
  // As if ten minutes had passed.
  const late = { error: { code: 'ConfirmNeeded', message: 'Bist Du es?' } }
  let isLate = true
  await page.route('**/api/user/*', (route) => {
    const answer = isLate ? route.fulfill({ status: 403, json: late }) : route.continue()
    isLate = false
    return answer
  })
  const menu = rowOf(page, rudolf).getByRole('button', { name: /^Aktionen/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Zugang ändern' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Vorname')).toBeFocused()
  await page.keyboard.type('Rudolf')
  await page.keyboard.press('Enter')

  const question = page.getByRole('dialog', { name: 'Bist Du es?' })
  await expect(field(question, 'Passwort')).toBeFocused()
  await page.keyboard.type('falsch')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toBeVisible()
  await field(question, 'Passwort').press('ControlOrMeta+a')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Zugang geändert')
  await expect(rowOf(page, rudolf)).toContainText('Rudolf')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(menu).toBeFocused()
})

test('Another device is signed out from "Mein Account"', async ({ browserOf }) => {
  const management = await browserOf(null)
  const who = newUser('Hirling')
  await signInAsManagement(management)
  const link = await invite(management, who)
  const lost = await browserOf(null)
  await choosePassword(lost, link)
  await expect(overview(lost)).toBeVisible()

  const own = await browserOf(null)
  await signIn(own, who.emailAddress, newPassword)
  await expect(overview(own)).toBeVisible()
  await own.goto(paths.profile)
  const devices = own.getByRole('listitem').filter({ hasText: 'Angemeldet' })
  await expect(devices).toHaveCount(2)
  await own.getByRole('button', { name: 'Überall sonst abmelden' }).click()
  await expectToast(own, 'Überall sonst abgemeldet')
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('Dieses Gerät')
  await lost.goto(paths.profile)
  await expect(lost.getByText('Du wurdest abgemeldet.').first()).toBeVisible()
})

test('An access token that was copied before signing out is rejected afterwards (401)', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  await signInAsManagement(page)
  await expect(overview(page)).toBeVisible()
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('userAuthenticationInformation') ?? '{}').accessToken,
  )
  const ask = () =>
    page.request.get(`${guild.origin}/api/v1/auth/me`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  expect((await ask()).status()).toBe(200)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL(paths.login)
  await expect.poll(async () => (await ask()).status()).toBe(401)
})
