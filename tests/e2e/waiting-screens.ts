import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import {
  aParadeWithBus,
  bookByStaff,
  chooseParade,
  fillPerson,
  paradeCard,
} from './enrolment-steps.ts'
import type { Guild } from './guild.ts'
import type { Screen } from './screen.ts'
import { aFullParade, cancelOneOf, joinWaitingList } from './waiting-steps.ts'

// A browser caches the open parades for a minute, so each screen starts elsewhere and has a browser of its own.
const ofPayer = { role: null, isKept: true, path: () => paths.myEnrolmentPage } as const

const stampOf = () => String(Date.now() % 1_000_000)

/** A child with a guardian, and a bus without free seats in a parade that has places. */
async function chooseFullBus(page: Page, { origin, costumeTypes: [type] }: Guild): Promise<void> {
  const stamp = stampOf()
  const parade = await aParadeWithBus(origin, `Busumzug ${stamp}`, { guardianBelow: 16 })
  await bookByStaff(origin, parade, { count: 2, seats: 4 })
  await page.goto(`${origin}${paths.paradeEnrolment}`)
  await fillPerson(page, {
    firstName: 'Mia',
    lastName: `Straßer ${stamp}`,
    emailAddress: 'mia@example.de',
    birthday: `${Number(berlinDay(new Date()).slice(0, 4)) - 13}-01-15`,
  })
  await chooseParade(page, parade, { number: stamp, type })
  for (const box of await paradeCard(page, parade).getByRole('checkbox').all()) await box.check()
  await page.getByLabel('Name der Begleitung').fill('Eva Straßer')
  await page.getByLabel('Telefon am Umzugstag').fill('0171 2345678')
  await page.getByRole('checkbox', { name: /^Ich bin erziehungsberechtigt/ }).check()
}

/** Joins the waiting list of a full parade and ends on "Meine Anmeldung". */
async function waitAs(firstNames: readonly string[], page: Page, guild: Guild) {
  const { origin, costumeTypes } = guild
  const stamp = stampOf()
  const parade = await aFullParade(origin, `Warteumzug ${stamp}`, firstNames.length)
  await page.goto(`${origin}${paths.paradeEnrolment}`)
  await joinWaitingList(page, parade, { firstNames, stamp, type: costumeTypes[0] })
  return parade
}

async function beOffered(firstNames: readonly string[], page: Page, guild: Guild) {
  const parade = await waitAs(firstNames, page, guild)
  for (const _ of firstNames) await cancelOneOf(guild.origin, parade)
  await page.reload()
  await page.getByRole('button', { name: 'Annehmen und bezahlen' }).waitFor()
  return parade
}

/** The office's browser enrols too, which leaves the payer's cookie behind. */
async function openList(page: Page, guild: Guild): Promise<void> {
  const { origin, costumeTypes } = guild
  const parade = await beOffered(['Alma'], page, guild)
  for (const firstNames of [['Kaspar', 'Josefine'], ['Benno']]) {
    await page.goto(`${origin}${paths.paradeEnrolment}`)
    const stamp = `${firstNames[0]} ${parade.id}`
    await joinWaitingList(page, parade, { firstNames, stamp, type: costumeTypes[0] })
  }
  await page.getByRole('button', { name: 'Warteliste verlassen' }).click()
  await page.getByRole('button', { name: 'Ja, verlassen' }).click()
  await page.getByText('Nicht mehr auf der Warteliste').waitFor()
  await page.context().clearCookies({ name: 'order' })
  await page.goto(`${origin}${paths.parade(parade.id)}`)
  await page.getByRole('button', { name: /^Auch die früheren zeigen/ }).click()
}

/** Places that are taken: what is seen while one waits for them. */
export const waitingScreens: Screen[] = [
  { name: 'waiting-full-bus', ...ofPayer, act: chooseFullBus },
  {
    name: 'waiting-confirm',
    ...ofPayer,
    act: async (page, guild) => {
      await chooseFullBus(page, guild)
      await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'waiting-result',
    ...ofPayer,
    act: async (page, guild) => {
      await waitAs(['Alma'], page, guild)
      await page.goto(`${guild.origin}${paths.paradeEnrolmentResult}?state=success`)
    },
  },
  {
    name: 'waiting-rank',
    ...ofPayer,
    act: (page, guild) => waitAs(['Alma', 'Kaspar'], page, guild),
  },
  {
    name: 'waiting-offer',
    ...ofPayer,
    act: (page, guild) => beOffered(['Alma', 'Kaspar'], page, guild),
  },
  {
    name: 'waiting-refuse',
    ...ofPayer,
    act: async (page, guild) => {
      await beOffered(['Alma'], page, guild)
      await page.getByRole('button', { name: 'Angebot ablehnen' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'waiting-list',
    role: 'management',
    isKept: true,
    path: () => paths.parades,
    act: openList,
  },
]
