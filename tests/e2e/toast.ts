import type { Page } from '@playwright/test'

/** Waits for the toast and closes it, since it covers part of the page. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: text })
  await toast.getByRole('button', { name: 'Schließen' }).click()
}
