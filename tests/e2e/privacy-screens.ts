import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import type { Screen } from './screen.ts'

/** Opens a former member whom the retention page proposes. */
async function openFormerMember(page: Page): Promise<void> {
  const former = page.getByRole('table', { name: /^Ehemalige Mitglieder/ })
  await former.getByRole('link').first().click()
  await page.getByRole('heading', { level: 2, name: 'Datenschutz' }).waitFor()
}

/** The periods of retention, and the rights of members. */
export const privacyScreens: Screen[] = [
  { name: 'retention', role: 'management', path: () => paths.retention },
  {
    name: 'retention-disclosure',
    role: 'management',
    path: () => paths.retention,
    act: async (page) => {
      await page.getByRole('button', { name: 'Auskunft per E-Mail' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'member-former',
    role: 'management',
    path: () => paths.retention,
    act: openFormerMember,
  },
  {
    name: 'member-anonymise',
    role: 'management',
    path: () => paths.retention,
    act: async (page) => {
      await openFormerMember(page)
      await page.getByRole('button', { name: 'Anonymisieren' }).click()
      await page.getByRole('dialog', { name: 'Mitglied anonymisieren?' }).waitFor()
    },
  },
]
