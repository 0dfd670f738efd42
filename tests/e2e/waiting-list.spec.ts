import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import { fillPerson, paradeCard } from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'
import { deleteAs, getAs, postAs, putAs } from './session.ts'

// A full parade: who waits is offered the free places as a whole, in the order of the ranks.

test('A person who waits behind a family is offered the only free place and pays, and the family is offered two places once both are free @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  test.slow()
  const { origin } = guild
  const stamp = `${project.name} ${Date.now() % 100_000}`
  const today = berlinDay(new Date())
  const [type = ''] = guild.costumeTypes
  const [{ id: costumeTypeId } = { id: 0 }] = await getAs<{ id: number }[]>(
    origin,
    'management',
    '/api/costumeType',
  )
  const parade = await postAs<EnrolmentParade>(origin, 'management', '/api/parade', {
    title: `Warteumzug ${stamp}`,
    host: 'Narrenzunft Wartheim',
    date: addDays(today, 60),
    dateEnrolmentStart: today,
    dateEnrolmentEnd: addDays(today, 50),
    priceForAdultsInCent: 800,
    priceForChildrenInCent: 300,
    capacity: 2,
  })
  for (const number of [1, 2]) {
    await postAs(origin, 'management', '/api/parades/internal-enrol', {
      firstName: `Erster ${number}`,
      lastName: `Warte ${stamp}`,
      parades: [{ paradeId: parade.id, costumeTypeId, costumeNumber: `E${number} ${stamp}` }],
    })
  }
  const cancelOne = async (lastName: string) => {
    const places = await getAs<{ id: number; memberName: string }[]>(
      origin,
      'management',
      `/api/parade/${parade.id}/participation`,
    )
    const place = places.find(({ memberName }) => memberName.startsWith(lastName))
    await deleteAs(origin, 'management', `/api/paradeParticipation/${place?.id}`)
  }

  /** Fills the form and joins the waiting list; ends on "Meine Anmeldung". */
  const wait = async (firstNames: readonly string[]): Promise<Page> => {
    const page = await browserOf(null)
    const lastName = `${firstNames[0]} ${stamp}`
    await page.goto(paths.paradeEnrolment)
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
    return page
  }

  const family = await wait(['Alma', 'Kaspar'])
  await expect(family.getByText(/Rang: 1/)).toBeVisible()
  const alone = await wait(['Benno'])
  await expect(alone.getByText(/Rang: 2/)).toBeVisible()

  await cancelOne(`Warte ${stamp}`)
  await family.reload()
  await expect(family.getByText(/Rang: 1/)).toBeVisible()
  await alone.reload()
  await alone.getByRole('button', { name: 'Annehmen und bezahlen' }).click()
  await alone.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(alone.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()

  await cancelOne(`Warte ${stamp}`)
  await family.reload()
  await expect(family.getByText(/Rang: 1/)).toBeVisible()
  await putAs(origin, 'management', `/api/parade/${parade.id}`, { capacity: 3 })
  await family.reload()
  await expect(family.getByRole('button', { name: 'Annehmen und bezahlen' })).toBeVisible()

  const office = await browserOf('management')
  await office.goto(paths.parade(parade.id))
  await expect(office.getByRole('main')).toContainText('Angebot bis')
})
