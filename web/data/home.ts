import { call, client } from '#web/lib/api.ts'
import { defineMutation, defineQuery } from '#web/lib/query.ts'
import type { SetupStep } from '#worker/domain/codes.ts'

// Separate from guild.ts, so that the home page, which is opened first, loads little code.

const { home, guild } = client.api

export const homeQuery = defineQuery(['home'], 'Die Übersicht konnte nicht geladen werden', () =>
  call(home.$get()),
)

/** „Was noch fehlt“: marks a step as skipped, or as open again. */
export const saveSetupStep = defineMutation(
  'Das konnte nicht gespeichert werden',
  (json: { step: SetupStep; skipped: boolean }) => call(guild.setup.$put({ json })),
  { changes: [['home']] },
)
