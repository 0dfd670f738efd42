import { call, client } from '#web/lib/api.ts'
import type { LeaveBody, MemberFields } from '#worker/members/members.contract.ts'

const { member } = client.api

const byId = (id: number) => ({ param: { id: String(id) } })

export const loadNextMemberNumber = () => call(member.number.$get())

export const loadMember = (id: number) => call(member[':id'].$get(byId(id)))
export const memberNotLoaded = 'Das Mitglied konnte nicht geladen werden'

/** What somebody said yes to after the server had asked. */
export type Consent = { allowDuplicate?: 'true'; sameMandate?: 'true' }

export const createMember = (json: MemberFields, query: Consent) =>
  call(member.$post({ json, query }))
export const memberNotCreated =
  'Das Mitglied konnte nicht angelegt werden. Prüfe, ob alle Werte korrekt eingegeben wurden.'

export const saveMember = (id: number, json: Partial<MemberFields>, query: Consent) =>
  call(member[':id'].$put({ ...byId(id), json, query }))
export const leaveMember = (id: number, json: LeaveBody) =>
  call(member[':id'].leave.$post({ ...byId(id), json }))
export const memberNotSaved = 'Das Mitglied konnte nicht gespeichert werden'

export const deleteMember = (id: number) => call(member[':id'].$delete(byId(id)))
export const memberNotDeleted = 'Das Mitglied konnte nicht gelöscht werden'

export const loadFee = (id: number) => call(member[':id'].membershipfee.$get(byId(id)))
export const feeNotLoaded = 'Der Mitgliedsbeitrag konnte nicht geladen werden'

export const loadCostumes = (id: number) => call(member[':id'].costumes.$get(byId(id)))
export const costumesNotLoaded = 'Die Kleider konnten nicht geladen werden'

export const loadParades = (id: number) => call(member[':id'].parades.$get(byId(id)))
export const paradesNotLoaded = 'Die Umzüge konnten nicht geladen werden'

type RowOf<Load extends (id: number) => Promise<unknown>> =
  Extract<Awaited<ReturnType<Load>>, { ok: true }> extends { data: (infer Row)[] } ? Row : never

export type CostumeOfMember = RowOf<typeof loadCostumes>
export type ParadeOfMember = RowOf<typeof loadParades>
