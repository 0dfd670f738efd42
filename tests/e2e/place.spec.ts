import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'

// The scroll position of a long list or form: focus, a selection or going back does not change it.

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`${paths.members}${query}`)
  await page.getByRole('row').nth(20).waitFor()
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo(0, y), top)
  await expect.poll(() => scrolled(page)).toBe(top)
}

test('When an element that sticks to an edge of the window gets the focus, the page does not scroll', async ({
  browserOf,
  guild,
}, { project }) => {
  test.skip(project.name === 'phone', 'the foot of a list stands in the flow there')
  const page = await browserOf('management')
  await openList(page)
  await page.getByRole('combobox', { name: 'Rows per page:' }).click()
  expect(await scrolled(page)).toBe(0)
  await page.getByRole('button', { name: 'Nächste Seite' }).focus()
  expect(await scrolled(page)).toBe(0)
  await scrollTo(page, 500)
  await page.getByRole('link', { name: 'Übersicht' }).focus()
  expect(await scrolled(page)).toBe(500)
  await page.goto(paths.memberEdit(guild.veteran.id))
  await page.getByRole('button', { name: 'Speichern' }).focus()
  expect(await scrolled(page)).toBe(0)
})

test('"Back" from a member and the link to the list restore the scroll position of the list', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await openList(page, '?size=50')
  const row = page.locator('a[data-row-link]').nth(18)
  await row.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
  const left = await scrolled(page)
  await row.click()
  await page.getByRole('link', { name: 'Mitgliederliste' }).waitFor()
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(left)
  await row.click()
  await page.getByRole('link', { name: 'Mitgliederliste' }).click()
  await expect(page).toHaveURL(`${paths.members}?size=50`)
  await expect.poll(() => scrolled(page)).toBe(left)
})

test('After "Back" from a member the list is shown at once at its position, and refreshed in the background', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await openList(page, '?size=50')
  const row = page.locator('a[data-row-link]').nth(18)
  await row.evaluate((link) => link.scrollIntoView({ block: 'center' }))
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
  const left = await scrolled(page)
  const name = (await row.getAttribute('aria-label')) ?? ''
  await row.click()
  await page.getByRole('link', { name: 'Mitgliederliste' }).waitFor()

  // Old enough to be refetched, while the response is held back: the rows shown are cached ones.
  await page.clock.setSystemTime(Date.now() + 60_000)
  const { promise: release, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/member', async (route) => {
    // Without If-None-Match, because the server would answer 304 without a body.
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const members: { lastName: string; firstName: string }[] = await response.json()
    await release
    const json = members.filter((one) => `${one.lastName}, ${one.firstName}` !== name)
    await route.fulfill({ response, json })
  })
  const asked = page.waitForRequest('**/api/member')
  await page.goBack()
  await asked
  await expect(page.getByRole('link', { name, exact: true })).toBeInViewport()
  await expect.poll(() => scrolled(page)).toBe(left)
  await expect(page.getByText('Laden...')).toHaveCount(0)

  answer()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  expect(await scrolled(page)).toBe(left)
})

test('The link from a member to the list restores filter and order even after the member was saved', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await openList(page, '?filter.membershipState=Active&sort=-birthday')
  await page.locator('a[data-row-link]').first().click()
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('link', { name: 'Mitgliederliste' }).click()
  await expect(page).toHaveURL(`${paths.members}?filter.membershipState=Active&sort=-birthday`)
})

test('The list of sections in the member form marks the section that contains the focused field', async ({
  browserOf,
  guild,
}, { project }) => {
  test.skip(project.name === 'phone', 'there is no room for it there')
  const page = await browserOf('management')
  await page.goto(paths.memberEdit(guild.veteran.id))
  const marked = page.getByRole('navigation', { name: 'Abschnitte' }).locator('[aria-current]')
  await expect(marked).toHaveText('Allgemein')
  await field(page, 'BIC').focus()
  await expect(marked).toHaveText('Bankdaten')
  await field(page, 'Ort').focus()
  await expect(marked).toHaveText('Kontaktdaten')
})
