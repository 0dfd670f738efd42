import type { Page } from '@playwright/test'

/** What already happened is told at the bottom, for a moment over what lies there. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: text })
  await toast.getByRole('button', { name: 'Schließen' }).click()
}
