import { expect, type Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import {
  type Costume,
  chooseParade,
  confirmEnrolment,
  fillPerson,
  type Person,
} from './enrolment-steps.ts'
import { expectToast } from './toast.ts'

/**
 * A visitor enrols up to the redirect to the payment. @param origin for a browser without a base
 * address
 */
export async function enrol(
  page: Page,
  person: Person,
  parades: readonly EnrolmentParade[],
  costume: Costume,
  origin = '',
): Promise<void> {
  await page.goto(`${origin}${paths.paradeEnrolment}`)
  await fillPerson(page, person)
  for (const parade of parades) await chooseParade(page, parade, costume)
  await confirmEnrolment(page)
}

/** Enrols and pays with the sandbox provider. */
export async function enrolAndPay(...[page, ...rest]: Parameters<typeof enrol>): Promise<void> {
  await enrol(page, ...rest)
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await page.getByRole('heading', { name: 'Anmeldung erfolgreich' }).waitFor()
}

/** Opens this person's order from the list of payments. */
export async function openOrderOf(page: Page, person: Person, origin = ''): Promise<void> {
  await page.goto(`${origin}${paths.orders}`)
  await page.getByRole('searchbox').fill(`${person.firstName} ${person.lastName}`)
  const link = page.getByRole('link', { name: `${person.lastName}, ${person.firstName}` })
  await expect(link).toHaveCount(1)
  await link.click()
  await page.getByRole('heading', { level: 2, name: 'Plätze' }).waitFor()
}

/** Refunds one place of the open order, and waits for the message. */
export async function refundPlace(
  page: Page,
  { title, priceForAdultsInCent }: EnrolmentParade,
): Promise<void> {
  await page.getByRole('button', { name: `Erstatten: ${title}` }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(`„${title}“`)
  await dialog
    .getByRole('button', { name: `${germanEuro(priceForAdultsInCent)} erstatten` })
    .click()
  await expectToast(page, 'Erstattung veranlasst')
}

export const places = (page: Page) => page.getByRole('table', { name: /^Plätze/ })
export const history = (page: Page) => page.getByRole('list', { name: 'Verlauf' })
