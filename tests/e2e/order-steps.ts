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
 * Somebody from the street enrols, up to the moment in which they are sent to the payment.
 * @param origin where the browser knows none by itself
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

/** The same, and pays in the test payment. */
export async function enrolAndPay(...[page, ...rest]: Parameters<typeof enrol>): Promise<void> {
  await enrol(page, ...rest)
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await page.getByRole('heading', { name: 'Anmeldung erfolgreich' }).waitFor()
}

/** From the list of payments to the one of this person, by the search. */
export async function openOrderOf(page: Page, person: Person, origin = ''): Promise<void> {
  await page.goto(`${origin}${paths.orders}`)
  await page.getByRole('searchbox').fill(`${person.firstName} ${person.lastName}`)
  const link = page.getByRole('link', { name: `${person.lastName}, ${person.firstName}` })
  await expect(link).toHaveCount(1)
  await link.click()
  await page.getByRole('heading', { level: 2, name: 'Plätze' }).waitFor()
}

/** One place of the order on the screen goes back; answers when the app has said so. */
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
