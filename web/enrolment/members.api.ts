import { call, client } from '#web/lib/api.ts'

export const loadMembers = () => call(client.api.member.$get())
export const membersNotLoaded = 'Die Mitglieder konnten nicht geladen werden'

/** A row of the member list. */
export type Member = Extract<Awaited<ReturnType<typeof loadMembers>>, { ok: true }>['data'][number]
