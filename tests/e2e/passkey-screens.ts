import type { Page } from '@playwright/test'
import { aNewQuestion, aQuestion } from '#tests/support/passkey-questions.ts'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import type { Screen } from './screen.ts'

/** Passkeys on the sign-in page and under "Mein Account". */
export const passkeyScreens: Screen[] = [
  {
    name: 'sign-in-second-factor',
    role: null,
    path: () => paths.login,
    act: (page) => signInAskedFor(page, { code: 'SecondFactorNeeded', ...aQuestion() }),
  },
  {
    name: 'sign-in-first-passkey',
    role: null,
    path: () => paths.login,
    act: (page) => signInAskedFor(page, { code: 'PasskeyNeeded', ...aNewQuestion() }),
  },
  { name: 'passkeys', role: 'management', path: () => paths.profile, act: showTwo },
  {
    name: 'passkeys-new',
    role: 'management',
    path: () => paths.profile,
    act: async (page) => {
      await showTwo(page)
      await page.getByRole('button', { name: 'Passkey anlegen' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'passkeys-required',
    role: 'management',
    path: () => paths.settings,
    act: async (page) => {
      // Not offered on a local machine.
      await page.route('**/api/guild/settings', async (route) => {
        const response = await route.fetch()
        const passkeyRule = { isOffered: true, without: [] }
        await route.fulfill({ response, json: { ...(await response.json()), passkeyRule } })
      })
      await page.reload()
      await page.getByRole('button', { name: 'Passkey verlangen' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
]

async function signInAskedFor(page: Page, error: object): Promise<void> {
  const json = { error: { message: 'Passkey', ...error } }
  await page.route('**/api/v1/auth/login', (route) => route.fulfill({ status: 401, json }))
  await page.getByLabel('E-Mail Adresse').fill('verwaltung@demo.example')
  await field(page, 'Passwort').fill('geheim')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('button', { name: 'Zurück' }).waitFor()
}

/** The demo users have no passkeys, so the list is stubbed. */
async function showTwo(page: Page): Promise<void> {
  const json = [
    {
      id: 1,
      name: 'Mein Handy',
      createdAt: '2026-11-14T10:00:00.000Z',
      lastUsedAt: '2027-01-15T18:30:00.000Z',
    },
    {
      id: 2,
      name: 'Firefox unter Windows',
      createdAt: '2027-01-02T10:00:00.000Z',
      lastUsedAt: null,
    },
  ]
  await page.route('**/api/v1/auth/passkey', (route) => route.fulfill({ json }))
  await page.reload()
  await page.getByText('Mein Handy', { exact: true }).waitFor()
}
