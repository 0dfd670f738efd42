import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'

// Two tabs with the same member in the form. Each project has its own member.

const home = {
  addressStreet: 'Lindengasse',
  addressNumber: '14',
  addressPlz: '72999',
  addressTown: 'Schellental',
}

test('If two users change different fields of a member, both are stored; if they change the same field, the second user is asked which value to store', async ({
  browserOf,
}, { project }) => {
  const hers = await browserOf('management')
  const mine = await hers.context().newPage()
  const id = await enter(hers, { firstName: 'Erna', lastName: `Konflikt ${project.name}`, ...home })
  const openBoth = () => Promise.all([hers, mine].map((page) => open(page, id)))

  await test.step('different fields: both are stored', async () => {
    await openBoth()
    await field(hers, 'Straße').fill('Brühlgasse')
    await save(hers, id)
    await field(mine, 'Mobil').fill('0170 1')
    await save(mine, id)
    await expect(mine.getByText('Brühlgasse 14')).toBeVisible()
    await expect(mine.getByRole('link', { name: '0170 1' })).toBeVisible()
  })

  await test.step('the same field: the stored value is kept', async () => {
    await openBoth()
    await field(hers, 'Straße').fill('Marktplatz')
    await save(hers, id)
    await field(mine, 'Straße').fill('Rathausgasse')
    await field(mine, 'Mobil').fill('0170 2')
    await press(mine, 'Speichern')
    const asked = mine.getByRole('alertdialog', { name: 'Inzwischen geändert' })
    await expect(asked).toContainText(/\S+ \S+ hat um \d\d:\d\d „Straße“ geändert\./)
    await expect(asked.getByRole('radio', { name: 'Rathausgasse Deine Eingabe' })).toBeChecked()
    await press(mine, 'Gespeicherten Stand behalten')
    await mine.waitForURL(`**${paths.member(id)}`)
    await expect(mine.getByText('Marktplatz 14')).toBeVisible()
    await expect(mine.getByRole('link', { name: '0170 2' })).toBeVisible()
  })

  await test.step('fields of one address: chosen with the keyboard alone', async () => {
    await openBoth()
    await field(hers, 'Ort').fill('Moosried')
    await save(hers, id)
    await field(mine, 'Straße').fill('Hauptstraße')
    await mine.keyboard.press('Enter')
    const asked = mine.getByRole('alertdialog')
    await expect(asked).toContainText('„Ort“ geändert.')
    await expect(asked.getByRole('radio', { name: 'Schellental Deine Eingabe' })).toBeFocused()
    await mine.keyboard.press('ArrowDown')
    await expect(asked.getByRole('radio', { name: /^Moosried/ })).toBeChecked()
    await mine.keyboard.press('Escape')
    await expect(asked).toBeHidden()
    await expect(field(mine, 'Straße')).toHaveValue('Hauptstraße')
    await mine.keyboard.press('Enter')
    await expect(asked).toBeVisible()
    await mine.keyboard.press('Tab')
    await mine.keyboard.press('Enter')
    await mine.waitForURL(`**${paths.member(id)}`)
    await expect(mine.getByText('Hauptstraße 14')).toBeVisible()
    await expect(mine.getByText('72999 Schellental')).toBeVisible()
  })
})

async function enter(page: Page, member: Record<string, string>): Promise<number> {
  await page.goto(paths.members)
  const stored = await page.evaluate(() => localStorage.getItem('user'))
  const { accessToken } = JSON.parse(stored ?? '{}')
  const answer = await page.request.post('/api/member', {
    headers: { Authorization: `Bearer ${accessToken}` },
    data: member,
  })
  expect(answer.status()).toBe(201)
  const { id } = await answer.json()
  return id
}

async function open(page: Page, id: number): Promise<void> {
  await page.goto(paths.memberEdit(id))
  await page.getByRole('button', { name: 'Speichern' }).waitFor()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function save(page: Page, id: number): Promise<void> {
  await press(page, 'Speichern')
  await page.waitForURL(`**${paths.member(id)}`)
}
