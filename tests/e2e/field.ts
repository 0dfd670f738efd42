import type { Locator, Page } from '@playwright/test'

/** Finds a field by its complete label; required ones end with an asterisk. */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(new RegExp(`^${label}\\*?$`))
}
