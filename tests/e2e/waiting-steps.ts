import { expect, type Page } from '@playwright/test'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import { bookByStaff, fillPerson, paradeCard } from './enrolment-steps.ts'
import { deleteAs, getAs, postAs } from './session.ts'

// Steps of a full parade and of visitors who wait for it.

/** A parade far ahead whose places staff have booked. */
export async function aFullParade(
  origin: string,
  title: string,
  capacity: number,
): Promise<EnrolmentParade> {
  const today = berlinDay(new Date())
  const parade = await postAs<EnrolmentParade>(origin, 'management', '/api/parade', {
    title,
    host: 'Narrenzunft Wartheim',
    date: addDays(today, 60),
    dateEnrolmentStart: today,
    dateEnrolmentEnd: addDays(today, 50),
    priceForAdultsInCent: 800,
    priceForChildrenInCent: 300,
    capacity,
  })
  await bookByStaff(origin, parade, { count: capacity })
  return parade
}

/** Cancels one of the places that staff have booked. */
export async function cancelOneOf(origin: string, { id }: { id: number }): Promise<void> {
  const path = `/api/parade/${id}/participation`
  const places = await getAs<{ id: number; memberName: string }[]>(origin, 'management', path)
  const place = places.find(({ memberName }) => memberName.startsWith(`Gebucht ${id}`))
  await deleteAs(origin, 'management', `/api/paradeParticipation/${place?.id}`)
}

type Waiting = {
  /** One order for all of them. */
  firstNames: readonly string[]
  /** Makes names and costumes unique. */
  stamp: string
  type: string
}

/** Fills the open form of the enrolment and joins the waiting list; ends on "Meine Anmeldung". */
export async function joinWaitingList(
  page: Page,
  parade: EnrolmentParade,
  { firstNames, stamp, type }: Waiting,
): Promise<void> {
  const lastName = `${firstNames[0]} ${stamp}`
  for (const [index, firstName] of firstNames.entries()) {
    if (index === 0) {
      const emailAddress = 'warten@example.de'
      await fillPerson(page, { firstName, lastName, emailAddress, birthday: '1991-11-01' })
    } else {
      await page.getByRole('button', { name: 'Weitere Person' }).click()
      await expect(page.getByLabel('Vorname')).toHaveValue('')
      await page.getByLabel('Vorname').fill(firstName)
      await page.getByLabel('Geburtstag').fill('01.11.1992')
    }
    // A person's box is a list item too, around those of the parades.
    const card = paradeCard(page, parade).last()
    if (index === 0) await card.getByRole('checkbox').check()
    await card.getByLabel('Kleidernummer').fill(`${firstName} ${stamp}`)
    await card.getByLabel('Kleidertyp').selectOption(type)
  }
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  await dialog.getByRole('button', { name: 'Auf die Warteliste' }).click()
  await expect(page.getByRole('heading', { name: 'Du stehst auf der Warteliste' })).toBeVisible()
  await page.getByRole('link', { name: 'Meine Anmeldung' }).click()
  await expect(page.getByText(/^Dein Rang: \d/)).toBeVisible()
}
