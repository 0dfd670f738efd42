import { expect, type Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import {
  type Costume,
  chooseParade,
  confirmEnrolment,
  fillPerson,
  type Person,
} from './enrolment-steps.ts'

/**
 * Somebody from the street enrols and pays in the test payment.
 * @param origin where the browser knows none by itself
 */
export async function enrolAndPay(
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
