import { call, client } from '#web/lib/api.ts'

const { participation } = client.api

const byId = (id: number) => ({ param: { id: String(id) } })

export const loadUnmatched = () => call(participation.unmatched.$get())
export const unmatchedNotLoaded = 'Die Teilnehmer konnten nicht geladen werden'

/** `null` takes a match back. */
export const matchMember = (id: number, memberId: number | null) =>
  call(participation[':id'].member.$post({ ...byId(id), json: { memberId } }))
export const notMatched = 'Das Mitglied konnte nicht zugeordnet werden.'
export const notUndone = 'Die Zuordnung konnte nicht rückgängig gemacht werden.'

export const createMember = (id: number, query: { allowDuplicate?: 'true' }) =>
  call(participation[':id'].member.create.$post({ ...byId(id), query }))
export const memberNotCreated = 'Das Mitglied konnte nicht neu angelegt werden.'
