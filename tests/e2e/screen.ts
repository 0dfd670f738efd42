import type { Page } from '@playwright/test'
import type { Role } from '#worker/domain/codes.ts'
import type { Guild } from './guild.ts'

export type Screen = {
  name: string
  role: Role | null
  path: (guild: Guild) => string
  /** Tested by `npm test` as well: one screen of each shape. */
  inGate?: true
  /** The browser keeps something of it: it has one of its own. */
  isKept?: true
  /** Brings the page into the state to look at. */
  act?: (page: Page, guild: Guild) => Promise<unknown>
}
