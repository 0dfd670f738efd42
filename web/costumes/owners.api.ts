import { call, client } from '#web/lib/api.ts'

const { costume, member } = client.api

const byId = (id: number) => ({ param: { id: String(id) } })

export const loadOwnerships = (costumeId: number) =>
  call(costume[':id'].ownerships.$get(byId(costumeId)))
export const ownershipsNotLoaded = 'Die Besitzer konnten nicht geladen werden'

/** `null` gives the costume back to the guild. */
export const changeOwner = (costumeId: number, newMemberId: number | null) =>
  call(costume[':id'].owner.$post({ ...byId(costumeId), json: { newMemberId } }))
export const ownerNotChanged = 'Das Mitglied konnte nicht geändert werden'

export const loadMembers = () => call(member.$get())
export const membersNotLoaded = 'Die Mitglieder konnten nicht geladen werden'

/** A row of the member list. */
export type Member = Extract<Awaited<ReturnType<typeof loadMembers>>, { ok: true }>['data'][number]
