import type { Page } from '@playwright/test'
import type { Role } from '#worker/domain/codes.ts'
import type { Guild } from './guild.ts'

export type Screen = {
  name: string
  role: Role | null
  path: (guild: Guild) => string
  /** Also tested by `npm test`: one screen of each kind. */
  inGate?: true
  /** The browser stores something of it, so it needs a browser of its own. */
  isKept?: true
  /** Brings the page into the state to be tested. */
  act?: (page: Page, guild: Guild) => Promise<unknown>
}
