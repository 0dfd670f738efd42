import type { Locator, Page } from '@playwright/test'
import { addDays, berlinDay, germanDate } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import { getAs, postAs } from './session.ts'

// Steps of a visitor on the public enrolment page.

export type Person = {
  firstName: string
  lastName: string
  emailAddress: string
  birthday: string | null
}

export type Costume = { number: string; type: string }

export async function fillPerson(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Vorname').fill(person.firstName)
  await page.getByLabel('Nachname').fill(person.lastName)
  // By name, since the foot of the page has a field for an address as well.
  await page.locator('[name=emailAddress]').fill(person.emailAddress)
  if (person.birthday === null) return
  await page.getByLabel('Geburtstag').fill(germanDate(person.birthday))
  await page.getByLabel('Geburtstag').blur()
}

/** A parade far ahead with a bus and a thing to buy. */
export function aParadeWithBus(
  origin: string,
  title: string,
  change: { guardianBelow?: number; capacity?: number } = {},
): Promise<EnrolmentParade> {
  const today = berlinDay(new Date())
  return postAs(origin, 'management', '/api/parade', {
    title,
    host: 'Narrenzunft Busbach',
    date: addDays(today, 60),
    dateEnrolmentStart: today,
    dateEnrolmentEnd: addDays(today, 50),
    priceForAdultsInCent: 800,
    priceForChildrenInCent: 300,
    extras: [
      {
        title: 'Bus ab Rathaus',
        kind: 'bus',
        priceForAdultsInCent: 500,
        priceForChildrenInCent: 200,
        capacity: 8,
        departure: { time: '09:10', place: 'Rathaus' },
      },
      {
        title: 'Plakette',
        kind: 'item',
        priceForAdultsInCent: 150,
        priceForChildrenInCent: 150,
        capacity: null,
        departure: null,
      },
    ],
    ...change,
  })
}

/** Places that staff book, each with so many seats in each bus of the parade. */
export async function bookByStaff(
  origin: string,
  { id: paradeId, extras }: EnrolmentParade,
  { count, seats = 0 }: { count: number; seats?: number },
): Promise<void> {
  const [type] = await getAs<{ id: number }[]>(origin, 'management', '/api/costumeType')
  const buses = extras.filter(({ kind }) => kind === 'bus')
  for (let number = 1; number <= count; number += 1) {
    await postAs(origin, 'management', '/api/parades/internal-enrol', {
      firstName: `Erster ${number}`,
      lastName: `Gebucht ${paradeId}`,
      birthday: '1980-02-01',
      parades: [
        {
          paradeId,
          costumeTypeId: type?.id,
          costumeNumber: `G${number} ${paradeId}`,
          extras: seats > 0 ? buses.map(({ id }) => ({ id, quantity: seats })) : [],
        },
      ],
    })
  }
}

type Parade = Pick<EnrolmentParade, 'id' | 'title'>

export function paradeCard(page: Page, { title }: Pick<Parade, 'title'>): Locator {
  const tick = page.getByRole('checkbox', { name: title, exact: true })
  return page.getByRole('main').getByRole('listitem').filter({ has: tick })
}

export async function chooseParade(page: Page, parade: Parade, costume: Costume): Promise<void> {
  const card = paradeCard(page, parade)
  await card.getByRole('checkbox').check()
  await card.getByLabel('Kleidernummer').fill(costume.number)
  await card.getByLabel('Kleidertyp').selectOption(costume.type)
}

/** Opens the confirmation dialog. */
export async function askToEnrol(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Für \d+ Umz(ug|üge) anmelden$/ }).click()
  return page.getByRole('dialog', { name: 'Stimmt alles?' })
}

export async function confirmEnrolment(page: Page): Promise<void> {
  const dialog = await askToEnrol(page)
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
}
