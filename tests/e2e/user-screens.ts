import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import type { Screen } from './screen.ts'

/** User accounts, sign-in links and the confirmation of identity. */
export const userScreens: Screen[] = [
  { name: 'users', role: 'management', path: () => paths.users },
  { name: 'users-menu', role: 'management', path: () => paths.users, act: openMenu },
  { name: 'users-invite', role: 'management', path: () => paths.users, act: beginInvitation },
  {
    name: 'users-edit',
    role: 'management',
    path: () => paths.users,
    act: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Zugang ändern' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'users-lock',
    role: 'management',
    path: () => paths.users,
    act: async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Sperren' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'users-link',
    role: 'management',
    path: () => paths.users,
    act: async (page) => {
      const user = { firstName: 'Lena', lastName: 'Wäschle', invited: true }
      const link = 'https://zunft.example/login#zugang=5.R2FyIGtlaW4gTGluaywgbnVyIGVpbiBCaWxk'
      await answerInvitation(page, { status: 201, json: { ...user, sent: false, link } })
      await beginInvitation(page)
      await page.getByRole('button', { name: 'Einladung senden' }).click()
      await page.getByRole('textbox', { name: 'Link' }).waitFor()
    },
  },
  {
    name: 'confirm-identity',
    role: 'management',
    path: () => paths.users,
    act: async (page) => {
      const json = { error: { code: 'ConfirmNeeded', message: 'Bist Du es?' } }
      await answerInvitation(page, { status: 403, json })
      await beginInvitation(page)
      await page.getByRole('button', { name: 'Einladung senden' }).click()
      await page.getByRole('dialog', { name: 'Bist Du es?' }).waitFor()
    },
  },
  {
    name: 'sign-in-forgotten',
    role: null,
    path: () => paths.login,
    act: async (page) => {
      await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'sign-in-link', role: null, path: () => `${paths.login}#zugang=5.abc` },
  {
    name: 'sign-in-link-invalid',
    role: null,
    path: () => `${paths.login}#zugang=5.abc`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Speichern und anmelden' }).click()
      await page.getByText('Dieser Link gilt nicht mehr.').waitFor()
    },
  },
  { name: 'sign-in-ended', role: null, path: () => paths.loginAfter('ended') },
]

async function openMenu(page: Page): Promise<void> {
  const reader = page.getByRole('row').filter({ hasText: 'leser@demo.example' })
  await reader.getByRole('button', { name: /^Aktionen/ }).click()
  await page.getByRole('menu').waitFor()
}

async function beginInvitation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Jemanden einladen' }).click()
  await page.getByLabel('Vorname').fill('Lena')
  await page.getByLabel('Nachname').fill('Wäschle')
  await page.getByLabel('E-Mail Adresse').fill('lena.waeschle@example.de')
  await page.getByRole('checkbox', { name: /^Helfer/ }).check()
}

/** Stubs the response, so that no user is invited. */
async function answerInvitation(
  page: Page,
  answer: { status: number; json: object },
): Promise<void> {
  await page.route('**/api/user', (route) =>
    route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
  )
}
