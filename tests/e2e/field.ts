import type { Locator, Page } from '@playwright/test'

/** A field by its whole label; required ones carry an asterisk. */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(new RegExp(`^${label}\\*?$`))
}
