import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { calledOffParade } from './called-off-steps.ts'
import type { Guild } from './guild.ts'
import type { Screen } from './screen.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function openMenu(page: Page): Promise<void> {
  const menus = page.getByRole('button', { name: /: Aktionen$/ })
  await menus.first().click()
  await page.getByRole('menu').waitFor()
}

async function changeCostume(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Kleid ändern' }).click()
  await page.getByRole('dialog', { name: 'Kleid ändern' }).waitFor()
}

async function enterSomebody(page: Page): Promise<void> {
  await press(page, 'Teilnahme eintragen')
  await page.getByRole('combobox', { name: 'Mitglied' }).fill('s')
  await page.getByRole('option').first().waitFor()
}

async function askToCallOff(page: Page): Promise<void> {
  await press(page, 'Weitere Aktionen')
  await page.getByRole('menuitem', { name: 'Umzug absagen …' }).click()
  await page.getByRole('dialog').getByText('Angemeldet', { exact: true }).waitFor()
}

// A browser keeps for a minute which parades are open: these screens have one of their own.

/** A parade of its own: calling off one of the demo's would be in the way of others. */
const openCalledOff = (pathOf: (id: number) => string) => async (page: Page, guild: Guild) => {
  const { id } = await calledOffParade(page, guild)
  await page.goto(`${guild.origin}${pathOf(id)}`)
  await page.getByText('Sturmwarnung des Landratsamts').first().waitFor()
}

async function openPerson(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await page.getByRole('dialog').waitFor()
}

const onParade = {
  role: 'management',
  path: ({ open }: Guild) => paths.parade(open[0].id),
} as const
const onToday = { role: 'helper', path: ({ todayId }: Guild) => paths.checkIn(todayId) } as const

export const paradeScreens: Screen[] = [
  { name: 'parades', role: 'management', path: () => paths.parades },
  { name: 'parade-hosts', role: 'readonly', path: () => `${paths.paradeHosts}?search=zunft` },
  { name: 'parade-hosts-none', role: 'readonly', path: () => `${paths.paradeHosts}?search=xyz` },
  { name: 'parade-create', role: 'management', path: () => paths.paradeCreate },
  { name: 'parade-edit', role: 'management', path: ({ open }) => paths.paradeEdit(open[0].id) },
  { name: 'parade-details', ...onParade },
  { name: 'parade-delete', ...onParade, act: (page) => press(page, 'Löschen') },
  { name: 'parade-cancel', ...onParade, act: askToCallOff },
  { name: 'parade-called-off', ...onParade, isKept: true, act: openCalledOff(paths.parade) },
  { name: 'participant-menu', ...onParade, act: openMenu },
  { name: 'participant-costume', ...onParade, act: changeCostume },
  { name: 'participant-enter', ...onParade, act: enterSomebody },
]

export const checkInScreens: Screen[] = [
  { name: 'check-in', ...onToday },
  {
    name: 'check-in-confirm',
    ...onToday,
    act: (page) =>
      page
        .getByRole('button', { name: /bestätigen$/ })
        .first()
        .click(),
  },
  { name: 'check-in-person', ...onToday, act: openPerson },
  { name: 'check-in-called-off', ...onToday, isKept: true, act: openCalledOff(paths.checkIn) },
  { name: 'check-in-on-site', ...onToday, act: (page) => press(page, 'Vor Ort eintragen') },
]
