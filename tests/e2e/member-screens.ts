import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import type { Guild } from './guild.ts'
import type { Screen } from './screen.ts'

const details = ({ veteran }: Guild) => paths.member(veteran.id)
const edit = ({ veteran }: Guild) => paths.memberEdit(veteran.id)
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click()

export const memberScreens: Screen[] = [
  { name: 'members', role: 'management', path: () => paths.members },
  { name: 'member-create', role: 'management', path: () => paths.memberCreate },
  {
    name: 'member-create-refused',
    role: 'management',
    path: () => paths.memberCreate,
    act: async (page) => {
      await field(page, 'IBAN').fill('DE89370400440532013001')
      await press('Zeitraum')(page)
      await press('Speichern')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'member-duplicate',
    role: 'management',
    path: () => paths.memberCreate,
    act: async (page, { veteran }) => {
      await field(page, 'Vorname').fill(veteran.firstName)
      await field(page, 'Nachname').fill(veteran.lastName)
      await press('Speichern')(page)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'member-bank-proposal',
    role: 'management',
    path: edit,
    act: async (page) => {
      await field(page, 'IBAN').fill('DE89370400440532013000')
      await page.getByText('Laut IBAN').first().waitFor()
    },
  },
  { name: 'member-details', role: 'management', path: details },
  {
    name: 'member-leave',
    role: 'management',
    path: details,
    act: async (page) => {
      await press('Austritt eintragen')(page)
      await page.getByText('An diesem Tag endet auch').waitFor()
    },
  },
  {
    name: 'member-held',
    role: 'management',
    path: details,
    act: async (page) => {
      await press('Löschen')(page)
      await page.getByText('Zu diesem Mitglied gehören noch:').waitFor()
    },
  },
  {
    name: 'duty-dialog-refused',
    role: 'management',
    path: details,
    act: async (page) => {
      await press('Dienst eintragen')(page)
      await press('OK')(page)
      await page.getByRole('alert').waitFor()
    },
  },
]
