import { call, client } from '#web/lib/api.ts'
import { reading } from '#web/lib/query.ts'

// By itself: the overview, where everybody begins, needs nothing else of the guild.

export const homeQuery = reading(['home'], 'Die Übersicht konnte nicht geladen werden', () =>
  call(client.api.home.$get()),
)
