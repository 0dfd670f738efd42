import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'

declare global {
  var shifted: number
}

/** Runs in the page: sums up how far what is shown moves by itself. */
function countShifts(): void {
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.shifted += 'value' in entry ? Number(entry.value) : 0
  }).observe({ type: 'layout-shift', buffered: true })
}

test('Nothing that is shown jumps while the parades load on a phone, and the arrow of the next year stands inside', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(countShifts)
  // The answers arrive one after the other.
  let calls = 0
  await page.route('**/api/parade/**', async (route) => {
    calls += 1
    await new Promise((go) => setTimeout(go, calls * 250))
    await route.continue()
  })
  await page.goto(paths.parades)
  const arrow = await page.getByRole('button', { name: 'Nächstes Jahr' }).boundingBox()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.05)
  expect((arrow?.x ?? 0) + (arrow?.width ?? 0)).toBeLessThanOrEqual(390 - 16)
})

test('Nothing that is shown jumps on a phone when the overview gets its hint about a missing passkey', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(countShifts)
  await page.goto(paths.home)
  await expect(page.getByText('Du hast noch keinen Passkey')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Wartet auf Dich' })).toBeVisible()
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.05)
})

test('On a phone the list of offices ends above the buttons of its dialog', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(paths.member(1))
  await page.getByRole('button', { name: 'Dienst eintragen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dienst eintragen' })
  await dialog.getByRole('combobox').click()
  const list = await dialog.locator('[data-slot="suggest-content"]').boundingBox()
  const ok = await dialog.getByRole('button', { name: 'OK' }).boundingBox()
  expect(list?.height).toBeGreaterThan(144)
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(ok?.y ?? 0)
})

test('A link to the SEPA file shows its button on a phone, and nothing that appears later pushes it away', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${paths.membershipFees}#einziehen`)
  const button = page.getByRole('button', { name: /^SEPA-Datei erzeugen|^Nur noch offene/ })
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.waitForLoadState('networkidle')
  await expect(button).toBeInViewport({ ratio: 1 })
  const tabs = await page.getByRole('navigation', { name: 'Hauptmenü' }).boundingBox()
  const box = await button.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(tabs?.y ?? 0)
})

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

for (const size of sizes) {
  test(`No field of the sign-in moves when it fails, at ${size.width} px`, async ({
    browserOf,
  }) => {
    const page = await browserOf(null)
    await page.setViewportSize(size)
    await page.goto(paths.loginAfter('ended'))
    const button = page.getByRole('button', { name: 'Anmelden', exact: true })
    const before = await button.boundingBox()
    await button.click()
    await expect(page.getByRole('alert')).toBeFocused()
    await page.evaluate(() => scrollTo(0, 0))
    expect(await button.boundingBox()).toEqual(before)
  })
}

for (const size of sizes) {
  test(`The button that sends an invitation is in sight when its form opens, at ${size.width} px`, async ({
    browserOf,
  }) => {
    const page = await browserOf('management')
    await page.setViewportSize(size)
    await page.goto(paths.users)
    await page.getByRole('button', { name: 'Jemanden einladen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Jemanden einladen' })
    const button = dialog.getByRole('button', { name: 'Einladung senden' })
    await expect(button).toBeInViewport({ ratio: 1 })
    // Scrolled to the end, the last role stands above it.
    const last = dialog.getByText('Helfer')
    await last.scrollIntoViewIfNeeded()
    const role = await last.boundingBox()
    expect((role?.y ?? 0) + (role?.height ?? 0)).toBeLessThan((await button.boundingBox())?.y ?? 0)
  })
}

for (const size of sizes) {
  test(`No row moves when the first row is ticked or unticked, at ${size.width} px, and the bar covers no row's last place`, async ({
    browserOf,
  }) => {
    const page = await browserOf('management')
    await page.setViewportSize(size)
    for (const path of [paths.members, paths.parades, paths.costumes]) {
      await page.goto(path)
      const tick = page.locator('[data-row-tick]').nth(1)
      const bar = page.locator('[data-slot="selection-bar"]')
      await tick.scrollIntoViewIfNeeded()
      const before = await tick.boundingBox()
      await tick.click()
      await expect(page.getByText('1 ausgewählt')).toBeVisible()
      // The actions are loaded with the first tick.
      await expect(bar.getByRole('group').getByRole('button').nth(1)).toBeVisible()
      expect((await tick.boundingBox())?.y, path).toBe(before?.y)
      if (size.width > 768)
        await expect(page.getByRole('searchbox', { name: 'Suchen', exact: true })).toBeHidden()
      // At the page's end the last row stands above the bar, which stands above the tab bar.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      const last = await page.locator('tbody tr').last().boundingBox()
      const box = await bar.boundingBox()
      if (size.width < 768) {
        expect((last?.y ?? 0) + (last?.height ?? 0), path).toBeLessThanOrEqual(box?.y ?? 0)
        const tabs = await page.getByRole('navigation', { name: 'Hauptmenü' }).boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((tabs?.y ?? 0) + 1)
      }
      await page.getByRole('button', { name: 'Aufheben' }).click()
      await tick.scrollIntoViewIfNeeded()
      expect(await page.getByText('1 ausgewählt').count()).toBe(0)
    }
  })
}
