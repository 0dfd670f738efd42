import type { Page } from '@playwright/test'
import { seenKey } from '#web/lib/first-visits.ts'
import { paths } from '#web/paths.ts'
import { billingScreens } from './billing-screens.ts'
import { costumeScreens } from './costume-screens.ts'
import { staffEnrolmentScreens } from './enrolment-screens.ts'
import { askToEnrol, chooseParade, confirmEnrolment, fillPerson } from './enrolment-steps.ts'
import { field } from './field.ts'
import type { Guild } from './guild.ts'
import { historyScreens } from './history-screens.ts'
import { importScreens } from './import-screens.ts'
import { legalScreens } from './legal-screens.ts'
import { letterScreens } from './letter-screens.ts'
import { memberScreens } from './member-screens.ts'
import { orderScreens } from './order-screens.ts'
import { checkInScreens, paradeScreens } from './parade-screens.ts'
import { passkeyScreens } from './passkey-screens.ts'
import { privacyScreens } from './privacy-screens.ts'
import type { Screen } from './screen.ts'
import { statisticScreens } from './statistic-screens.ts'
import { userScreens } from './user-screens.ts'
import { waitingScreens } from './waiting-screens.ts'

/** Every screen of the app, in each state that looks different. */
export const screens: Screen[] = [
  { name: 'sign-in', inGate: true, role: null, path: () => paths.login },
  { name: 'sign-in-failed', role: null, path: () => paths.login, act: failToSignIn },
  { name: 'enrolment', inGate: true, role: null, path: () => paths.paradeEnrolment },
  {
    name: 'enrolment-filled',
    role: null,
    // The draft stays in the browser.
    isKept: true,
    path: () => paths.paradeEnrolment,
    act: fillEnrolment,
  },
  {
    name: 'enrolment-dialog',
    role: null,
    isKept: true,
    path: () => paths.paradeEnrolment,
    act: async (page, guild) => {
      await fillEnrolment(page, guild)
      await askToEnrol(page)
    },
  },
  {
    name: 'enrolment-without-script',
    role: null,
    isKept: true,
    path: () => paths.paradeEnrolment,
    act: async (page, guild) => {
      await fillEnrolment(page, guild)
      await page.locator('form[method=post]').evaluate((form: HTMLFormElement) => form.submit())
      await page.getByRole('heading', { level: 1, name: 'Stimmt alles?' }).waitFor()
    },
  },
  {
    name: 'enrolment-calendar',
    role: null,
    path: () => paths.paradeEnrolment,
    act: async (page) => {
      // Before its scripts are loaded the button does nothing.
      await page.locator('button[type=submit]:disabled').waitFor()
      await page.getByRole('button', { name: 'Kalender öffnen' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'payment',
    role: null,
    isKept: true,
    path: () => paths.paradeEnrolment,
    act: async (page, guild) => {
      await fillEnrolment(page, guild)
      // Sent again it is the same order, so that repeated runs do not fill the parades.
      await confirmEnrolment(page)
      await page.getByRole('heading', { name: 'Bezahlung' }).waitFor()
    },
  },
  {
    name: 'enrolment-result-success',
    role: null,
    path: () => `${paths.paradeEnrolmentResult}?state=success`,
  },
  {
    name: 'enrolment-result-error',
    role: null,
    path: () => `${paths.paradeEnrolmentResult}?state=error`,
  },
  {
    name: 'enrolment-result-of-an-order',
    role: null,
    isKept: true,
    path: () => paths.paradeEnrolment,
    act: payEnrolment,
  },
  {
    name: 'my-enrolment',
    role: null,
    isKept: true,
    path: () => paths.paradeEnrolment,
    act: async (page, guild) => {
      await payEnrolment(page, guild)
      await page.getByRole('link', { name: 'Meine Anmeldung' }).click()
      await page.getByText(/^Bezahlt am/).waitFor()
    },
  },
  ...waitingScreens,
  { name: 'my-enrolment-without-link', role: null, path: () => paths.myEnrolmentPage },
  { name: 'home-management', inGate: true, role: 'management', path: () => paths.home },
  { name: 'home-readonly', role: 'readonly', path: () => paths.home },
  { name: 'home-helper', role: 'helper', path: () => paths.home },
  { name: 'search', role: 'management', path: () => paths.home, act: openSearch },
  {
    name: 'search-hits',
    role: 'management',
    path: () => paths.home,
    act: async (page) => {
      await openSearch(page)
      await page.getByRole('combobox', { name: 'Suchen' }).fill('mar')
      await page.getByRole('option', { selected: true }).waitFor()
      await page
        .getByRole('status')
        .filter({ hasText: /^\d+ Treffer/ })
        .waitFor()
      // Each group of hits is loaded by itself.
      await page.getByText('Wird geladen …').first().waitFor({ state: 'detached' })
    },
  },
  {
    name: 'search-nothing',
    role: 'helper',
    path: () => paths.home,
    act: async (page) => {
      await openSearch(page)
      await page.getByRole('combobox', { name: 'Suchen' }).fill('gibt es nicht')
      await page.getByText('Nichts gefunden').waitFor()
    },
  },
  { name: 'help', role: 'management', path: () => paths.members, act: openHelp },
  {
    name: 'help-all-chapters',
    role: 'readonly',
    path: () => paths.home,
    act: async (page) => {
      await openHelp(page)
      await page.getByRole('button', { name: 'Alle Kapitel' }).click()
    },
  },
  {
    name: 'help-in-the-street',
    role: 'helper',
    path: ({ todayId }) => paths.checkIn(todayId),
    act: openHelp,
  },
  {
    name: 'first-visit',
    role: 'management',
    isKept: true,
    path: () => paths.members,
    act: seeAsNew,
  },
  {
    name: 'first-visit-in-the-street',
    role: 'helper',
    isKept: true,
    path: ({ todayId }) => paths.checkIn(todayId),
    act: seeAsNew,
  },
  { name: 'profile', role: 'management', path: () => paths.profile, act: openPasswordForm },
  ...memberScreens,
  ...letterScreens,
  ...paradeScreens,
  ...costumeScreens,
  {
    name: 'account-menu',
    role: 'management',
    path: () => paths.home,
    act: (page) => page.getByRole('button', { name: /^Account/ }).click(),
  },
  ...checkInScreens,
  ...staffEnrolmentScreens,
  ...statisticScreens,
  ...billingScreens,
  ...orderScreens,
  ...historyScreens,
  ...legalScreens,
  ...userScreens,
  ...importScreens,
  ...passkeyScreens,
  ...privacyScreens,
  { name: 'no-access', role: 'helper', path: () => paths.parades },
  { name: 'not-found', role: 'readonly', path: () => '/gibt-es-nicht' },
]

/** Opens a screen and waits until the network is idle. */
export async function openScreen(page: Page, screen: Screen, guild: Guild): Promise<void> {
  await page.goto(`${guild.origin}${screen.path(guild)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await screen.act?.(page, guild)
}

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('combobox', { name: 'Suchen' }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function openHelp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hilfe' }).filter({ visible: true }).click()
  await page.getByRole('complementary', { name: 'Hilfe' }).waitFor()
}

async function seeAsNew(page: Page): Promise<void> {
  await page.evaluate((key) => localStorage.removeItem(key), seenKey)
  await page.reload()
  await page.getByRole('button', { name: 'Hinweis schließen' }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function failToSignIn(page: Page): Promise<void> {
  await page.getByLabel('E-Mail Adresse').fill('niemand@demo.example')
  await field(page, 'Passwort').fill('falsch')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('alert').waitFor()
}

async function fillEnrolment(page: Page, { open, costumeTypes }: Guild): Promise<void> {
  await fillPerson(page, {
    firstName: 'Jörg',
    lastName: 'Straßer',
    emailAddress: 'joerg@example.de',
    birthday: '1991-11-01',
  })
  const costume = { number: '1117', type: costumeTypes[0] }
  for (const parade of open.slice(0, 3)) await chooseParade(page, parade, costume)
}

/** With another name each time, since the place stays taken. */
async function payEnrolment(page: Page, { open: [parade], costumeTypes }: Guild): Promise<void> {
  const stamp = String(Date.now())
  await fillPerson(page, {
    firstName: 'Jörg',
    lastName: `Straßer ${stamp}`,
    emailAddress: 'joerg@example.de',
    birthday: '1991-11-01',
  })
  await chooseParade(page, parade, { number: stamp, type: costumeTypes[0] })
  await confirmEnrolment(page)
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await page.getByRole('heading', { name: 'Anmeldung erfolgreich' }).waitFor()
}

async function openPasswordForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByLabel('Aktuelles Passwort').waitFor()
}
