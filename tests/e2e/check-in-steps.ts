import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// Steps of a helper on the check-in page.

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

/** The sheet ignores taps for its first moment, so that a double tap does not confirm. */
export async function confirmIn(page: Page): Promise<void> {
  const sheet = page.getByRole('alertdialog', { name: 'Teilnahme bestätigen?' })
  // Waits for the sheet first, because a sheet not shown yet looks like a closed one.
  await sheet.waitFor()
  await expect(async () => {
    if (await sheet.isVisible()) await sheet.getByRole('button', { name: 'OK' }).click()
    await expect(sheet).toBeHidden({ timeout: 400 })
  }).toPass()
}
