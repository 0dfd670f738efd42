import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'
import { putAs } from './session.ts'
import { aFullParade, cancelOneOf, joinWaitingList } from './waiting-steps.ts'

// A full parade: who waits is offered the free places as a whole, in the order of the ranks.

test('A person who waits behind a family is offered the only free place and pays, and the family is offered two places once both are free @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  test.slow()
  const { origin } = guild
  const stamp = `${project.name} ${Date.now() % 100_000}`
  const [type = ''] = guild.costumeTypes
  const parade = await aFullParade(origin, `Warteumzug ${stamp}`, 2)
  const wait = async (firstNames: readonly string[]): Promise<Page> => {
    const page = await browserOf(null)
    await page.goto(paths.paradeEnrolment)
    await joinWaitingList(page, parade, { firstNames, stamp, type })
    return page
  }

  const family = await wait(['Alma', 'Kaspar'])
  await expect(family.getByText(/Rang: 1/)).toBeVisible()
  const alone = await wait(['Benno'])
  await expect(alone.getByText(/Rang: 2/)).toBeVisible()

  await cancelOneOf(origin, parade)
  await family.reload()
  await expect(family.getByText(/Rang: 1/)).toBeVisible()
  await alone.reload()
  await alone.getByRole('button', { name: 'Annehmen und bezahlen' }).click()
  await alone.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(alone.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()

  await cancelOneOf(origin, parade)
  await family.reload()
  await expect(family.getByText(/Rang: 1/)).toBeVisible()
  await putAs(origin, 'management', `/api/parade/${parade.id}`, { capacity: 3 })
  await family.reload()
  await expect(family.getByRole('button', { name: 'Annehmen und bezahlen' })).toBeVisible()

  const office = await browserOf('management')
  await office.goto(paths.parade(parade.id))
  await expect(office.getByRole('main')).toContainText('Angebot bis')
})
