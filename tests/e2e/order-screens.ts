import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { calledOffParade } from './called-off-steps.ts'
import type { Guild } from './guild.ts'
import { enrolAndPay, openOrderOf } from './order-steps.ts'
import type { Screen } from './screen.ts'

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** Opens a newly paid order of its own. */
async function openFreshOrder(page: Page, { origin, open, costumeTypes }: Guild): Promise<void> {
  const lastName = `Zahler ${Date.now()}`
  const person = { firstName: 'Jörg', lastName, emailAddress: 'joerg@example.de', birthday: null }
  const costume = { number: lastName.slice(-6), type: costumeTypes[0] }
  await enrolAndPay(page, person, open.slice(2, 4), costume, origin)
  // The office's browser must not keep the payer's cookie.
  await page.context().clearCookies({ name: 'order' })
  await openOrderOf(page, person, origin)
}

// A browser caches the open parades for a minute, so this needs a browser of its own.
const ofOwnParade = { role: 'management', path: () => paths.orders, isKept: true } as const

/** A parade of its own, since cancelling one of the demo's would disturb other tests. */
async function openRefunds(page: Page, guild: Guild): Promise<void> {
  const { id } = await calledOffParade(page, guild)
  await page.goto(`${guild.origin}${paths.paradeRefunds(id)}`)
  await page.getByRole('table', { name: /^In bar bezahlt/ }).waitFor()
}

export const orderScreens: Screen[] = [
  { name: 'orders', inGate: true, role: 'management', path: () => paths.orders },
  { name: 'orders-none', role: 'readonly', path: () => `${paths.orders}?season=2001` },
  {
    name: 'order-of-family',
    role: 'management',
    // The names of several people are separated by a semicolon.
    path: () => `${paths.orders}?filter.name=%3B`,
    act: async (page) => {
      const orders = page.getByRole('region', { name: 'Zahlungen' })
      await orders.getByRole('link').first().click()
      await page.getByRole('heading', { level: 2, name: /^Plätze/ }).waitFor()
    },
  },
  { name: 'order-details', role: 'management', path: () => paths.orders, act: openFreshOrder },
  {
    name: 'order-refund',
    role: 'management',
    path: () => paths.orders,
    act: async (page, guild) => {
      await openFreshOrder(page, guild)
      await press('Alles erstatten')(page)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'order-refunded',
    role: 'management',
    path: () => paths.orders,
    act: async (page, guild) => {
      await openFreshOrder(page, guild)
      await press(/^Erstatten: /)(page)
      await press(/€ erstatten$/)(page)
      await page.getByRole('table', { name: /^Erstattungen/ }).waitFor()
    },
  },
  {
    name: 'order-mail',
    role: 'management',
    path: () => paths.orders,
    act: async (page, guild) => {
      await openFreshOrder(page, guild)
      await press(/^Ansehen: /)(page)
      await page.getByRole('dialog').getByText('Betreff').waitFor()
    },
  },
  { name: 'parade-refunds', ...ofOwnParade, act: openRefunds },
  {
    name: 'parade-refunds-dialog',
    ...ofOwnParade,
    act: async (page, guild) => {
      await openRefunds(page, guild)
      await press('Alle erstatten')(page)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'payment-setup', role: 'management', path: () => paths.paymentSetup },
]
