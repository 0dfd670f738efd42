import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { CostumeType } from '#worker/enrolment/enrolment.contract.ts'
import { confirmIn, rowOf } from './check-in-steps.ts'
import { confirmEnrolment, fillPerson } from './enrolment-steps.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import type { Guild } from './guild.ts'
import { postAs } from './session.ts'

// A whole Saturday: a costume changes hands, participants enrol at the stall and at home, staff
// match them, a helper confirms all, another one arrives late, and all counts agree.

const today = berlinDay(new Date())

type Member = { id: number; firstName: string; lastName: string; birthday: string | null }
type Saturday = {
  guild: Guild
  office: Page
  parade: { id: number; title: string }
  costume: { id: number; number: string; type: CostumeType }
  berta: Member
  konrad: Member
  gerda: Member
  gustl: Member
  neuling: Member
}

test('A costume changes its owner; members and guests are enrolled, matched and confirmed at a parade; all counts agree @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  // This test loads many pages in succession.
  test.slow()
  const office = await browserOf('management')
  const saturday = await prepare(guild, office, project.name)
  const { gustl, neuling, gerda, berta, konrad, parade } = saturday
  await test.step('a costume changes hands', () => changeOwner(saturday))
  await test.step('two members and a guest enrol at the stall', () => enrolInTheStall(saturday))
  await test.step('two enrol at home and are not matched', async () => {
    const guest = await browserOf(null)
    await enrolFromHome(guest, saturday, { ...gerda, birthday: null }, '41')
    await enrolFromHome(guest, saturday, neuling, '42')
  })
  await test.step('the office matches them with members', () => matchMembers(saturday))

  const helper = await browserOf('helper')
  const lena = { firstName: 'Lena', lastName: `Spät ${project.name}` }
  await test.step('a helper confirms all of them', async () => {
    await helper.goto(paths.checkIn(parade.id))
    for (const person of [berta, konrad, gerda, gustl, neuling]) {
      const row = rowOf(helper, listName(person))
      await row.getByRole('button', { name: /bestätigen$/ }).click()
      await confirmIn(helper)
      await expect(row).toContainText(/Bestätigt um/)
    }
    await expect(helper.getByRole('main')).toContainText('5 von 5')
  })
  await test.step('a participant arrives late', async () => {
    await helper.getByRole('button', { name: 'Vor Ort eintragen' }).click()
    const sheet = helper.getByRole('dialog', { name: 'Teilnahme vor Ort eintragen' })
    await sheet.getByLabel('Vorname').fill(lena.firstName)
    await sheet.getByLabel('Nachname').fill(lena.lastName)
    await sheet.getByLabel('Kleidertyp').selectOption(guild.costumeTypes[1])
    await sheet.getByRole('button', { name: 'OK' }).click()
    await expect(sheet).toBeHidden()
    await expect(helper.getByRole('main')).toContainText('6 von 6')
  })
  await test.step('all counts agree', () => compareCounts(saturday, helper, lena))
})

async function prepare(guild: Guild, office: Page, project: string): Promise<Saturday> {
  const post = <T>(path: string, body: object) => postAs<T>(guild.origin, 'management', path, body)
  const types: CostumeType[] = await (await fetch(`${guild.origin}/api/costumeType`)).json()
  const [type] = types
  if (!type) throw new Error('The demo guild has no costume type')
  // Helpers can confirm from the day before the parade.
  const date = addDays(today, 1)
  const parade = await post<Saturday['parade']>('/api/parade', {
    title: `Samstagsumzug ${project}`,
    host: 'Narrenzunft Neuhalden',
    date,
    dateEnrolmentStart: today,
    dateEnrolmentEnd: date,
    priceForAdultsInCent: 750,
  })
  const number = `7${project.length} S`
  const costume = await post<Omit<Saturday['costume'], 'type'>>('/api/costume', {
    number,
    costumeTypeId: type.id,
  })
  const person = (firstName: string, birthday: string) => ({
    firstName,
    lastName: `Samstag ${project}`,
    birthday,
  })
  const member = (firstName: string, birthday: string) =>
    post<Member>('/api/member', person(firstName, birthday))
  return {
    guild,
    office,
    parade,
    costume: { ...costume, type },
    berta: await member('Berta', '1980-03-04'),
    konrad: await member('Konrad', '1975-06-07'),
    gerda: await member('Gerda', '1990-09-10'),
    gustl: { id: 0, ...person('Gustl', '1985-01-02') },
    neuling: { id: 0, ...person('Nora', '1999-12-31') },
  }
}

async function changeOwner({ office, costume, berta }: Saturday): Promise<void> {
  await office.goto(paths.costume(costume.id))
  await office.getByRole('button', { name: 'Besitzer ändern' }).click()
  const dialog = office.getByRole('dialog', { name: 'Besitzer ändern' })
  await field(dialog, 'Mitglied').fill(listName(berta))
  await dialog.getByRole('option', { name: listName(berta) }).click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(
    office.getByRole('list', { name: 'Besitzer' }).getByRole('listitem').first(),
  ).toContainText(berta.lastName)
}

async function enrolInTheStall(saturday: Saturday): Promise<void> {
  const { office, parade, costume, berta, konrad, gustl, guild } = saturday
  await office.goto(paths.internalParadeEnrolment)
  await office.getByLabel('Mitglied', { exact: true }).fill(`berta ${berta.lastName}`)
  await office.getByRole('option', { name: listName(berta) }).click()
  await expect(office.getByLabel('Vorname')).toHaveValue('Berta')
  await office.getByRole('checkbox', { name: parade.title }).check()
  // The member's own costume is proposed.
  await expect(office.getByLabel('Kleidernummer')).toHaveValue(costume.number)
  await expect(office.getByLabel('Kleidertyp')).toHaveValue(String(costume.type.id))
  await sendFromStall(office)

  await office.getByLabel('Mitglied', { exact: true }).fill(listName(konrad))
  await office.getByRole('option', { name: listName(konrad) }).click()
  await chooseParade(office, saturday, guild.costumeTypes[0], '31')
  await sendFromStall(office)

  await office.getByLabel('Vorname').fill(gustl.firstName)
  await office.getByLabel('Nachname').fill(gustl.lastName)
  await chooseParade(office, saturday, guild.costumeTypes[0], '32')
  await sendFromStall(office)
}

async function chooseParade(page: Page, { parade }: Saturday, type: string, number: string) {
  const tick = page.getByRole('checkbox', { name: parade.title })
  await tick.check()
  const card = page.getByRole('listitem').filter({ has: tick })
  await card.getByLabel('Kleidernummer').fill(number)
  await card.getByLabel('Kleidertyp').selectOption(type)
}

/** Afterwards the form is empty for the next person. */
async function sendFromStall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Für 1 Umzug anmelden' }).click()
  await expect(page.getByText('Anmeldung war erfolgreich!')).toBeVisible()
  await expect(page.getByLabel('Vorname')).toHaveValue('')
}

async function enrolFromHome(page: Page, saturday: Saturday, person: Member, number: string) {
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, { ...person, emailAddress: 'zuhause@example.de' })
  await chooseParade(page, saturday, saturday.guild.costumeTypes[1], number)
  await confirmEnrolment(page)
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
}

async function matchMembers({ office, gerda, neuling }: Saturday): Promise<void> {
  await office.goto(paths.enrolmentDataCleanup)
  const rowOfPerson = (person: Member) =>
    office.getByRole('row').filter({ hasText: listName(person) })
  const known = rowOfPerson(gerda)
  await expect(known).toContainText('gleicher Name, ohne Geburtstag angemeldet')
  await known.getByRole('button', { name: 'Diesem Mitglied zuordnen' }).click()
  await expect(known).toContainText(`Zugeordnet: ${listName(gerda)}`)
  await expect(known.getByRole('button', { name: 'Neues passives Mitglied' })).toBeDisabled()

  const unknown = rowOfPerson(neuling)
  await unknown.getByRole('button', { name: 'Neues passives Mitglied' }).click()
  await expect(unknown).toContainText(`Neu angelegt: ${listName(neuling)}`)
}

async function compareCounts(
  { office, parade, gerda, berta, costume }: Saturday,
  helper: Page,
  lena: { firstName: string; lastName: string },
): Promise<void> {
  await office.goto(paths.parade(parade.id))
  const participants = office.getByLabel('Teilnehmer', { exact: true }).getByRole('row')
  await expect(participants.filter({ hasText: /Uhr/ })).toHaveCount(6)
  await expect(participants.filter({ hasText: listName(lena) })).toContainText('Nicht bezahlt')
  await expect(participants.filter({ hasText: listName(berta) })).toContainText(costume.number)

  for (const member of [berta, gerda]) {
    await office.goto(paths.member(member.id))
    const danced = office.getByRole('row').filter({ hasText: parade.title })
    await expect(danced).toContainText(germanDate(addDays(today, 1)))
    await expect(danced).toContainText('Bestätigt')
  }

  await helper.goto(paths.enrolmentPerParades)
  const card = helper.getByRole('region', { name: parade.title })
  await expect(card).toContainText('6 Anmeldungen')
}
