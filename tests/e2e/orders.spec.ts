import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { Person } from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'
import { enrolAndPay, history, openOrderOf, places, refundPlace } from './order-steps.ts'
import { expectToast } from './toast.ts'

// Names contain the project's, since phone and desktop write to the same guild.

const payer = (lastName: string): Person => ({
  firstName: 'Jörg',
  lastName,
  emailAddress: 'joerg@example.de',
  birthday: '1991-11-01',
})

test('A clerk finds a payment and refunds one place; then the history and the mails of the payment contain the refund @gate-desktop', async ({
  browserOf,
  guild,
}, { project }) => {
  const person = payer(`Zahlung ${project.name}`)
  const [first, second] = guild.open
  const costume = { number: `z1 ${project.name}`, type: guild.costumeTypes[0] }
  await enrolAndPay(await browserOf(null), person, [first, second], costume)
  const sum = germanEuro(first.priceForAdultsInCent + second.priceForAdultsInCent)
  const price = germanEuro(first.priceForAdultsInCent)

  const page = await browserOf('management')
  await openOrderOf(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bezahlt')
  await expect(places(page).getByRole('row').filter({ hasText: first.title })).toContainText(price)
  await expect(history(page)).toContainText(`Bezahlt: ${sum}`)

  await refundPlace(page, first)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Teilweise erstattet')
  await expect(places(page).getByRole('row').filter({ hasText: first.title })).toContainText(
    'Abgesagt, erstattet',
  )
  await expect(places(page).getByRole('row').filter({ hasText: second.title })).toContainText(
    'Angemeldet',
  )
  await expect(history(page)).toContainText(`Erstattung veranlasst: ${price}`)
  await expect(history(page)).toContainText(`Erstattet: ${price}`)

  await readMail(page, 'Nachricht zur Erstattung', price)
  await readMail(page, 'Bestätigung der Anmeldung', second.title)

  await findParticipant(page, first, person)
  await expect(page.getByText('Kein Teilnehmer gefunden')).toBeVisible()
})

async function readMail(page: Page, kind: string, words: string): Promise<void> {
  await page.getByRole('button', { name: `Ansehen: ${kind}` }).click()
  const mail = page.getByRole('dialog', { name: kind })
  await expect(mail).toContainText('joerg@example.de')
  await expect(mail.getByRole('region', { name: 'Text' })).toContainText(words)
  await mail.getByRole('button', { name: 'Schließen' }).click()
  await expect(mail).toBeHidden()
}

async function findParticipant(page: Page, { id }: { id: number }, person: Person): Promise<void> {
  await page.goto(paths.parade(id))
  // The search is shown before the rows, and starts again when they arrive.
  await expect(page.getByText(/^1–\d+ von \d+$/)).toBeVisible()
  await page.getByRole('searchbox').fill(person.lastName)
}

test('A clerk refunds a whole order without cancelling its places @gate-desktop', async ({
  browserOf,
  guild,
}, { project }) => {
  const person = payer(`Kulanz ${project.name}`)
  const [, parade] = guild.open
  const costume = { number: `z2 ${project.name}`, type: guild.costumeTypes[0] }
  await enrolAndPay(await browserOf(null), person, [parade], costume)

  const page = await browserOf('management')
  await openOrderOf(page, person)
  await page.getByRole('button', { name: 'Alles erstatten' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('checkbox', { name: 'Plätze auch streichen' }).uncheck()
  await expect(dialog).toContainText(/stehen danach als „Nicht bezahlt“/)
  await dialog.getByRole('button', { name: /erstatten$/ }).click()
  await expectToast(page, 'Erstattung veranlasst')
  await expect(page.getByRole('button', { name: 'Alles erstatten' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Erstattet')

  await findParticipant(page, parade, person)
  const row = page.getByRole('row').filter({ hasText: person.lastName })
  await expect(row).toContainText('Nicht bezahlt')
})

test('A read-only user sees the payment and can change nothing @gate-desktop', async ({
  browserOf,
  guild,
}, { project }) => {
  const person = payer(`Leser ${project.name}`)
  const costume = { number: `z3 ${project.name}`, type: guild.costumeTypes[0] }
  await enrolAndPay(await browserOf(null), person, [guild.open[2]], costume)
  const page = await browserOf('readonly')
  await openOrderOf(page, person)
  await expect(page.getByRole('button', { name: /erstatten/i })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Ansehen/ }).first()).toBeVisible()
})
