import { call, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import type { SetupStep } from '#worker/domain/codes.ts'

// By itself: the overview, where everybody begins, needs nothing else of the guild.

const { home, guild } = client.api

export const homeQuery = reading(['home'], 'Die Übersicht konnte nicht geladen werden', () =>
  call(home.$get()),
)

/** „Was noch fehlt“: whether a step is not asked for any more. */
export const saveSetupStep = writing(
  'Das konnte nicht gespeichert werden',
  (json: { step: SetupStep; skipped: boolean }) => call(guild.setup.$put({ json })),
  { changes: [['home']] },
)
