import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'

// A caller is found from any page, without the mouse.

test('The clerk finds a member by both names and by digits of the phone number; a helper finds no members @gate-desktop', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.goto(paths.members)
  const rows = await page.evaluate(async () => {
    const { accessToken } = JSON.parse(localStorage.getItem('user') ?? '{}')
    const headers = { Authorization: `Bearer ${accessToken}` }
    return (await fetch('/api/member', { headers })).json()
  })
  const known = rows.find(
    ({ phone, firstName, lastName }: Record<string, string>) =>
      (phone ?? '').replace(/\D/g, '').length > 8 &&
      /^\w{3}/.test(firstName ?? '') &&
      /^\w{3}/.test(lastName ?? ''),
  )
  const { id, firstName, lastName, phone } = known
  await page.goto(paths.home)
  // The app requests the guild's name and the helpers' lists at its start, on any page.
  const ofStart = ['/api/check-in', '/api/guild']
  const asked: string[] = []
  const field = page.getByRole('combobox', { name: 'Suchen' })
  const hit = page.getByRole('option', { name: `${lastName}, ${firstName}` }).first()

  await test.step('by two fragments in any order', async () => {
    await page.getByRole('button', { name: 'Suchen' }).waitFor()
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill(`${lastName.slice(0, 3)}`)
    await expect(hit.or(page.getByText(/· 8 von/)).first()).toBeVisible()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !ofStart.includes(pathname)) asked.push(pathname)
    })
    await field.fill('')
    await field.pressSequentially(`${firstName} ${lastName}`.toLowerCase())
    await expect(hit).toBeVisible()
    expect(asked).toEqual([])
  })

  await test.step('by digits of the phone number, opened with Enter', async () => {
    await field.fill(phone.replace(/\D/g, '').slice(1))
    await expect(hit).toContainText('Tel.')
    expect(asked).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(paths.member(id))
  })

  await test.step("the member's page needs one call besides the history", async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
    for (const part of [/^Kleider/, /^Ehrungen/, /^Dienstbuch/, /^Umzüge/]) {
      const heading = page.getByRole('heading', { level: 2, name: part })
      const card = page.locator('section').filter({ has: heading })
      await expect(
        card
          .getByRole('table')
          .or(card.getByText(/^Noch kein/))
          .first(),
      ).toBeVisible()
    }
    await expect(page.getByText(/^für das Jahr \d{4}/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText(/Noch nichts|Heute/)
    expect(asked.sort()).toEqual(['/api/history', `/api/member/${id}/page`])
  })

  await test.step('also after a change and when loaded directly', async () => {
    await page.goto(paths.memberEdit(id))
    await page.getByLabel('Kommentar').fill('Ruft abends an')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page).toHaveURL(paths.member(id))
    const history = page.getByRole('region', { name: 'Verlauf' })
    // Waits for the page's calls after saving, before the list of calls is cleared.
    await expect(history).toContainText('Ruft abends an')
    asked.length = 0
    await page.reload()
    await expect(history).toContainText('Ruft abends an')
    await expect(page.getByText(/^für das Jahr \d{4}/)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.sort()).toEqual(['/api/history', `/api/member/${id}/page`])
  })

  await test.step('helpers get results for their own pages', async () => {
    const helper = await browserOf('helper')
    await helper.goto(paths.home)
    await helper.getByRole('button', { name: 'Suchen' }).click()
    const list = helper.getByRole('listbox', { name: 'Treffer' })
    await expect(list.getByRole('option', { name: 'Umzugsteilnahme abhaken' })).toBeVisible()
    await helper.getByRole('combobox', { name: 'Suchen' }).fill(lastName)
    await expect(list.getByRole('group', { name: 'Mitglieder' })).toHaveCount(0)
    await helper.keyboard.press('Escape')
    await expect(helper.getByRole('button', { name: 'Suchen' })).toBeFocused()
  })
})
