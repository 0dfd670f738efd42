import type { Page } from '@playwright/test'
import type { Person } from '#tests/e2e/enrolment-steps.ts'
import { expect, test } from '#tests/e2e/fixtures.ts'
import { enrol, history, openOrderOf, places, refundPlace } from '#tests/e2e/order-steps.ts'
import { type Server, startServer } from '#tests/e2e/server.ts'
import { copyState } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { type ProviderName, startProvider, type TestProvider } from './test-providers.ts'

// The same story for every provider: the browser, the built worker and the provider's API.

const providerNames: ProviderName[] = ['sandbox', 'stripe', 'mollie']

const payer = (lastName: string): Person => ({
  firstName: 'Jörg',
  lastName,
  emailAddress: 'joerg@example.de',
  birthday: '1991-11-01',
})

for (const id of providerNames) {
  const port = await freePort()
  test.describe(id, () => paymentStory(id, port))
}

function paymentStory(id: ProviderName, port: number): void {
  const baseURL = `http://localhost:${port}`
  let server: Server
  let provider: TestProvider

  test.use({ baseURL })

  test.beforeAll(async () => {
    const stateDir = await copyState()
    provider = await startProvider(id, { appOrigin: baseURL, stateDir })
    server = await startServer({ port, stateDir, env: provider.env })
  })

  test.afterAll(async () => {
    await server?.stop()
    await provider?.stop()
  })

  test('A payer who pays and returns is enrolled even without a webhook, and a refund of one place reaches the provider', async ({
    browserOf,
    guild,
  }) => {
    const person = payer('Heimkehr')
    const [first, second] = guild.open
    const costume = { number: 'h 1', type: guild.costumeTypes[0] }
    const sum = germanEuro(first.priceForAdultsInCent + second.priceForAdultsInCent)
    const price = germanEuro(first.priceForAdultsInCent)
    // Without webhooks, returning is sufficient.
    provider.setWebhooks(false)
    const page = await browserOf(null)
    await enrol(page, person, [first, second], costume)
    const ref = await arriveAt(provider, page)
    await expect(page.getByText(sum)).toBeVisible()
    await page.getByRole('button', { name: provider.payButton }).click()
    await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()

    const office = await browserOf('management')
    await openOrderOf(office, person)
    await expect(office.getByRole('heading', { level: 1 })).toContainText('Bezahlt')
    await expect(history(office)).toContainText(`Bezahlt: ${sum}`)
    expect(provider.refundedCents(ref)).toBe(0)

    await refundPlace(office, first)
    await expect(office.getByRole('heading', { level: 1 })).toContainText('Teilweise erstattet')
    const placeOf = (title: string) => places(office).getByRole('row').filter({ hasText: title })
    await expect(placeOf(first.title)).toContainText('Abgesagt, erstattet')
    await expect(placeOf(second.title)).toContainText('Angemeldet')
    await expect(history(office)).toContainText(`Erstattet: ${price}`)
    expect(provider.refundedCents(ref)).toBe(first.priceForAdultsInCent)
  })

  test('A payer who cancels the payment is not enrolled, and another person gets the costume', async ({
    browserOf,
    guild,
  }) => {
    const person = payer('Rückzieher')
    const costume = { number: 'r 1', type: guild.costumeTypes[0] }
    provider.setWebhooks(true)
    const page = await browserOf(null)
    await enrol(page, person, [guild.open[0]], costume)
    await arriveAt(provider, page)
    await page.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(page.getByRole('heading', { name: 'Anmeldung fehlgeschlagen' })).toBeVisible()

    const office = await browserOf('management')
    await openOrderOf(office, person)
    await expect(office.getByRole('heading', { level: 1 })).toContainText('Abgebrochen')

    const successor = await browserOf(null)
    await enrol(successor, payer('Nachfolger'), [guild.open[0]], costume)
    await arriveAt(provider, successor)
    await successor.getByRole('button', { name: provider.payButton }).click()
    await expect(successor.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  })

  test("A payer who closes the page after paying is enrolled by the provider's webhook", async ({
    browserOf,
    guild,
  }) => {
    const person = payer('Verschwunden')
    provider.setWebhooks(true)
    const page = await browserOf(null)
    await enrol(page, person, [guild.open[1]], { number: 'v 1', type: guild.costumeTypes[0] })
    await arriveAt(provider, page)
    await payAndDisappear(provider, page)

    const office = await browserOf('management')
    await openOrderOf(office, person)
    await expect(office.getByRole('heading', { level: 1 })).toContainText('Bezahlt')
    const price = germanEuro(guild.open[1].priceForAdultsInCent)
    await expect(history(office)).toContainText(`Bezahlt: ${price}`)
  })
}

/** @returns the provider's id of the payment */
async function arriveAt({ pages }: TestProvider, page: Page): Promise<string> {
  await page.waitForURL(({ href }) => href.startsWith(pages))
  return page.url().slice(pages.length)
}

/** Sends the payment and drops the redirect back to the app. */
async function payAndDisappear({ payButton }: TestProvider, page: Page): Promise<void> {
  const isPaid = Promise.withResolvers<number>()
  await page.route(page.url(), async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    isPaid.resolve(answer.status())
  })
  await page.getByRole('button', { name: payButton }).click({ noWaitAfter: true })
  expect(await isPaid.promise).toBe(303)
  await page.close()
}
