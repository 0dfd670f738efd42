import { expect, type Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { calledOffParade, paradeWithFees } from './called-off-steps.ts'
import { confirmIn } from './check-in-steps.ts'
import type { Guild } from './guild.ts'
import { tickRows } from './member-screens.ts'
import type { Screen } from './screen.ts'
import { postAs, signedIn } from './session.ts'

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

// A browser caches the open parades for a minute, so these screens need a browser of their own.

/** A parade of its own, since cancelling one of the demo's would disturb other tests. */
const openCalledOff = (pathOf: (id: number) => string) => async (page: Page, guild: Guild) => {
  const { id } = await calledOffParade(page, guild)
  await page.goto(`${guild.origin}${pathOf(id)}`)
  await page.getByText('Sturmwarnung des Landratsamts').first().waitFor()
}

async function openPerson(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
  await page.getByRole('dialog').waitFor()
}

async function openUnpaid(page: Page): Promise<void> {
  const unpaid = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nicht bezahlt' })
  await unpaid.first().getByRole('link').click()
  await page.getByRole('dialog').waitFor()
}

const showText = (page: Page, words: string | RegExp) =>
  page.getByText(words).first().scrollIntoViewIfNeeded()

/** Buttons of people who are not confirmed yet; the demo has enough of them. */
const unconfirmedOnes = (page: Page) => page.getByRole('button', { name: /bestätigen$/ })

async function confirmOffline(page: Page): Promise<void> {
  await unconfirmedOnes(page).first().waitFor()
  await page.context().setOffline(true)
  for (const count of [1, 2]) {
    await unconfirmedOnes(page).first().click()
    await confirmIn(page)
    await expect(page.getByText('Wartet noch')).toHaveCount(count)
  }
}

/** The office cancels the parade while the phone is offline. */
async function confirmInCancelledParade(page: Page, guild: Guild): Promise<void> {
  const { id } = await paradeWithFees(page, guild)
  await page.goto(`${guild.origin}${paths.checkIn(id)}`)
  await unconfirmedOnes(page).first().waitFor()
  await page.context().setOffline(true)
  await unconfirmedOnes(page).first().click()
  await confirmIn(page)
  await postAs(guild.origin, 'management', `/api/parade/${id}/cancel`, { reason: 'Sturmwarnung' })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /zu klären/ }).waitFor()
  // The list is loaded after the answer; only then the page is idle.
  await page.getByText('Sturmwarnung').first().waitFor()
}

async function settle(page: Page, guild: Guild): Promise<void> {
  await confirmInCancelledParade(page, guild)
  await page.getByRole('button', { name: /zu klären/ }).click()
  await page.getByRole('dialog').waitFor()
}

/** Answers like the server for a session that has just expired. */
async function expireSession(page: Page): Promise<void> {
  await confirmOffline(page)
  const error = { code: 'AuthenticationError', message: 'Deine Anmeldung ist abgelaufen.' }
  await page.route('**/api/check-in**', (route) =>
    route.fulfill({ status: 401, json: { error: { ...error, reason: 'expired' } } }),
  )
  await page.context().setOffline(false)
  await page.getByText('2 warten · Anmelden').waitFor()
}

async function signInAsAnotherUser(page: Page, { origin }: Guild): Promise<void> {
  await confirmOffline(page)
  const [stored] = (await signedIn(origin, 'management')).origins
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value)
  }, stored?.localStorage ?? [])
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText(/warten noch\./).waitFor()
}

async function askForUnknownList(page: Page, { origin, open }: Guild): Promise<void> {
  // Once the page is cached it opens offline.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await unconfirmedOnes(page).first().waitFor()
  await page.context().setOffline(true)
  await page.goto(`${origin}${paths.checkIn(open.at(-1)?.id ?? 0)}`)
  await page.getByText(/noch nicht auf dem Gerät/).waitFor()
}

async function askToSignOut(page: Page, { origin }: Guild): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  await confirmOffline(page)
  await page.goto(origin)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await page.getByRole('alertdialog').waitFor()
}

const onParade = {
  role: 'management',
  path: ({ open }: Guild) => paths.parade(open[0].id),
} as const
const onToday = { role: 'helper', path: ({ todayId }: Guild) => paths.checkIn(todayId) } as const

export const paradeScreens: Screen[] = [
  { name: 'parades', inGate: true, role: 'management', path: () => paths.parades },
  { name: 'parade-hosts', role: 'readonly', path: () => `${paths.paradeHosts}?search=zunft` },
  { name: 'parade-hosts-none', role: 'readonly', path: () => `${paths.paradeHosts}?search=xyz` },
  { name: 'parade-create', role: 'management', path: () => paths.paradeCreate },
  { name: 'parade-edit', role: 'management', path: ({ open }) => paths.paradeEdit(open[0].id) },
  { name: 'parade-details', ...onParade },
  {
    name: 'parade-log',
    role: 'management',
    path: ({ todayId }: Guild) => paths.parade(todayId),
    act: async (page) => {
      await page.getByText('Abgehakt und kassiert').click()
      await showText(page, /^Bar bezahlt: /)
    },
  },
  { name: 'parade-delete', ...onParade, act: (page) => press(page, 'Löschen') },
  { name: 'parade-cancel', ...onParade, act: askToCallOff },
  { name: 'parade-called-off', ...onParade, isKept: true, act: openCalledOff(paths.parade) },
  { name: 'participants-ticked', ...onParade, act: (page) => tickRows(page, 3) },
  {
    name: 'participants-cancel',
    ...onParade,
    act: async (page) => {
      await tickRows(page, 3)
      await press(page, 'Streichen')
      await page.getByRole('alertdialog', { name: '3 Teilnahmen streichen?' }).waitFor()
    },
  },
  { name: 'participant-menu', ...onParade, act: openMenu },
  { name: 'participant-costume', ...onParade, act: changeCostume },
  { name: 'participant-enter', ...onParade, act: enterSomebody },
  // Not part of the check-in page itself.
  { name: 'sign-out-while-waiting', ...onToday, isKept: true, act: askToSignOut },
]

export const checkInScreens: Screen[] = [
  { name: 'check-in', inGate: true, ...onToday },
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
  { name: 'check-in-unpaid', ...onToday, act: openUnpaid },
  {
    name: 'check-in-own-cash',
    ...onToday,
    act: (page) => showText(page, 'Du hast bar angenommen:'),
  },
  { name: 'check-in-filters', ...onToday, act: (page) => press(page, 'Filter') },
  { name: 'check-in-called-off', ...onToday, isKept: true, act: openCalledOff(paths.checkIn) },
  { name: 'check-in-waiting', ...onToday, isKept: true, act: confirmOffline },
  { name: 'check-in-told', ...onToday, isKept: true, act: confirmInCancelledParade },
  { name: 'check-in-to-settle', ...onToday, isKept: true, act: settle },
  { name: 'check-in-sign-in-over', ...onToday, isKept: true, act: expireSession },
  { name: 'check-in-of-another-user', ...onToday, isKept: true, act: signInAsAnotherUser },
  { name: 'check-in-not-kept', ...onToday, isKept: true, act: askForUnknownList },
  { name: 'check-in-on-site', ...onToday, act: (page) => press(page, 'Vor Ort eintragen') },
]
