import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import type { Screen } from './screen.ts'

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click()

export const billingScreens: Screen[] = [
  { name: 'membership-fees', role: 'management', path: () => paths.membershipFees },
  {
    name: 'membership-fees-refused',
    role: 'readonly',
    path: () => paths.membershipFees,
    act: async (page) => {
      await page.getByLabel('Fällig am').fill('25.12.2099')
      await page.getByText('Der letzte mögliche Tag ist').waitFor()
    },
  },
  {
    name: 'settings-account',
    role: 'management',
    path: () => paths.settings,
    act: press('Konto ändern'),
  },
  {
    name: 'settings-fees',
    role: 'management',
    path: () => paths.settings,
    act: async (page) => {
      await press('Neue Tabelle')(page)
      await press('Zeile')(page)
      await press('OK')(page)
      await page.getByText('Schreib den Betrag so').waitFor()
    },
  },
  { name: 'fee-letters', role: 'management', path: () => paths.feeLetters },
]
