import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './toast.ts'

const entries = [
  { noun: 'Dienst', label: 'Amt', own: 'Häswart', next: 'Von' },
  { noun: 'Ehrung', label: 'Ehrung', own: 'Goldene Schelle', next: 'Datum' },
]

for (const { noun, label, own, next } of entries) {
  test(`${own}, which does not exist yet, is added while an entry is made, with at most four clicks`, async ({
    browserOf,
  }, { project }) => {
    const page = await browserOf('management')
    const name = `${own} ${project.name}`
    await page.goto(paths.member(1))
    const today = new Date().toLocaleDateString('de-DE', {
      timeZone: 'Europe/Berlin',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    })
    let clicks = 0
    const click = async (
      role: 'button' | 'option',
      text: string,
      inside = page.locator('body'),
    ) => {
      clicks += 1
      await inside.getByRole(role, { name: text }).click()
    }
    await click('button', `${noun} eintragen`)
    const dialog = page.getByRole('dialog', { name: `${noun} eintragen` })
    // The field has the focus already: typing needs no click.
    await expect(field(dialog, label)).toBeFocused()
    await page.keyboard.type(name)
    await click('option', `„${name}“ neu anlegen`, dialog)
    await expect(field(dialog, label)).toHaveValue(name)
    await expect(field(dialog, next)).toBeFocused()
    if (noun === 'Dienst') await expect(field(dialog, next)).toHaveValue(today)
    // Replaces the suggested day, which is selected.
    await page.keyboard.type('1.4.2011')
    await click('button', 'OK', dialog)
    await expectToast(page, `${noun} eingetragen`)
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('01.04.2011')
    expect(clicks).toBeLessThanOrEqual(4)
  })
}
