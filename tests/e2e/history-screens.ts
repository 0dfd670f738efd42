import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseParade, confirmEnrolment, fillPerson } from './enrolment-steps.ts'
import type { Guild } from './guild.ts'
import type { Screen } from './screen.ts'

/** Changes the comment of the first costume, so that the history has an entry. */
export async function changeCostume(page: Page, { origin }: Guild, comment: string): Promise<void> {
  await page.goto(`${origin}${paths.costumes}`)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await page.getByLabel('Kommentar').fill(comment)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('heading', { level: 2, name: 'Verlauf' }).waitFor()
}

/** Leaves a payment pending and opens management's page of the enrolment evening. */
async function openEvening(page: Page, guild: Guild): Promise<void> {
  const { origin, open, costumeTypes } = guild
  const lastName = `Zahler ${Date.now()}`
  await page.goto(`${origin}${paths.paradeEnrolment}`)
  await fillPerson(page, {
    firstName: 'Jörg',
    lastName,
    emailAddress: 'joerg@example.de',
    birthday: null,
  })
  const [parade] = open.slice(3)
  if (!parade) throw new Error('no parade is open')
  await chooseParade(page, parade, { number: lastName.slice(-6), type: costumeTypes[0] ?? '' })
  await confirmEnrolment(page)
  await page.getByRole('heading', { name: 'Bezahlung' }).waitFor()
  await page.context().clearCookies({ name: 'order' })
  await page.goto(`${origin}${paths.enrolmentEvening}`)
  await page.getByRole('button', { name: `Zahlung von Jörg ${lastName} beenden` }).waitFor()
}

const evening = { role: 'management', path: () => paths.home, isKept: true } as const

export const historyScreens: Screen[] = [
  {
    name: 'costume-history',
    role: 'management',
    path: () => paths.costumes,
    act: (page, guild) => changeCostume(page, guild, `Neu genäht ${Date.now()}`),
  },
  {
    name: 'history',
    role: 'management',
    path: () => paths.costumes,
    act: async (page, guild) => {
      await changeCostume(page, guild, `Neu genäht ${Date.now()}`)
      await page.goto(`${guild.origin}${paths.history}`)
      await page
        .getByRole('button', { name: /^Rückgängig: / })
        .first()
        .waitFor()
    },
  },
  { ...evening, name: 'enrolment-evening', act: openEvening },
  {
    ...evening,
    name: 'enrolment-evening-end',
    act: async (page, guild) => {
      await openEvening(page, guild)
      await page
        .getByRole('button', { name: /^Zahlung von .* beenden$/ })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
]
