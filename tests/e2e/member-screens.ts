import type { Page, Route } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import type { Guild } from './guild.ts'
import type { Screen } from './screen.ts'

const details = ({ veteran }: Guild) => paths.member(veteran.id)
const edit = ({ veteran }: Guild) => paths.memberEdit(veteran.id)
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click()

/** Answers saving as if another user had been quicker; the member stays unchanged. */
async function meanwhileChanged(route: Route): Promise<void> {
  if (route.request().method() !== 'PUT') return route.continue()
  const { phoneMobile, comment } = route.request().postDataJSON()
  const by = { id: 2, firstName: 'Ottmar', lastName: 'Hirling' }
  const change = { at: new Date().toISOString(), by }
  const conflicts = [
    { field: 'phoneMobile', stored: '01555 0100199', yours: phoneMobile, ...change },
    { field: 'comment', stored: 'Näht Fleckle für die Jungnarren.', yours: comment, ...change },
  ]
  const message = 'Das hat inzwischen jemand anderes geändert.'
  const error = { code: 'ChangedMeanwhile', message, conflicts }
  await route.fulfill({ status: 409, json: { error } })
}

/** Ticks this many rows of the list from the first one on. */
export async function tickRows(page: Page, count: number): Promise<void> {
  const boxes = page.locator('tr[data-row] input[data-row-tick]')
  for (let row = 0; row < count; row += 1) await boxes.nth(row).check()
}

export const memberScreens: Screen[] = [
  { name: 'members', inGate: true, role: 'management', path: () => paths.members },
  {
    name: 'members-ticked',
    role: 'management',
    path: () => paths.members,
    act: (page) => tickRows(page, 3),
  },
  {
    name: 'members-honored',
    role: 'management',
    path: () => paths.members,
    act: async (page) => {
      await tickRows(page, 3)
      await press('Ehrung eintragen')(page)
      await page.getByText('Für 3 Mitglieder').waitFor()
    },
  },
  {
    name: 'members-view',
    role: 'management',
    path: () => paths.members,
    act: async (page) => {
      await press('Ohne E-Mail')(page)
      await press('Ansicht speichern')(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'member-duplicates', role: 'management', path: () => paths.duplicates },
  {
    name: 'member-merge',
    role: 'management',
    // The member after the veteran is a different person, so many fields differ.
    path: ({ veteran }) => paths.memberMerge(veteran.id, veteran.id + 1),
  },
  { name: 'member-create', inGate: true, role: 'management', path: () => paths.memberCreate },
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
  {
    name: 'member-conflict',
    role: 'management',
    path: edit,
    act: async (page) => {
      await page.route('**/api/member/*', meanwhileChanged)
      await field(page, 'Mobil').fill('01555 0100177')
      await field(page, 'Kommentar').fill('Näht Fleckle, Schlüssel zum Zunftraum.')
      await press('Speichern')(page)
      await page.getByRole('alertdialog').waitFor()
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
