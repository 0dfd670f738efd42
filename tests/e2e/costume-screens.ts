import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { tickRows } from './member-screens.ts'
import type { Screen } from './screen.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens the first costume with an owner. */
async function openOwned(page: Page): Promise<void> {
  const owned = page.getByRole('row').filter({ hasText: ', ' }).first()
  await owned.getByRole('link').click()
  await page.getByText(/^seit /).waitFor()
}

async function askForOwner(page: Page): Promise<void> {
  await openOwned(page)
  await press(page, 'Besitzer ändern')
  await page.getByRole('combobox').fill('s')
  await page.getByRole('option').first().waitFor()
}

const onRegister = { role: 'management', path: () => paths.costumes } as const

export const costumeScreens: Screen[] = [
  { name: 'costumes', ...onRegister },
  {
    name: 'costumes-deregister',
    ...onRegister,
    act: async (page) => {
      await tickRows(page, 3)
      await press(page, 'Abmelden')
      await page.getByRole('dialog', { name: '3 Kleider abmelden' }).waitFor()
    },
  },
  {
    name: 'costume-type-dialog',
    ...onRegister,
    act: (page) => press(page, 'Kleidertyp anlegen'),
  },
  {
    name: 'costume-create-refused',
    role: 'management',
    path: () => paths.costumeCreate,
    act: async (page) => {
      await press(page, 'Speichern')
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'costume-details', ...onRegister, act: openOwned },
  { name: 'costume-owner', ...onRegister, act: askForOwner },
  {
    name: 'costume-held',
    ...onRegister,
    act: async (page) => {
      await openOwned(page)
      await press(page, 'Löschen')
      await page.getByRole('link', { name: 'Kleid abmelden' }).waitFor()
    },
  },
]
