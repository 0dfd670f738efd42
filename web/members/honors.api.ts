import { call, client } from '#web/lib/api.ts'
import type { HonorFields } from '#worker/members/members.contract.ts'

const { honors } = client.api.member[':id']

const of = (memberId: number) => ({ id: String(memberId) })
const one = (memberId: number, id: number) => ({ ...of(memberId), honorId: String(id) })

export const loadHonors = (memberId: number) => call(honors.$get({ param: of(memberId) }))
export const honorsNotLoaded = 'Die Ehrungen konnten nicht geladen werden'

export const createHonor = (memberId: number, json: HonorFields) =>
  call(honors.$post({ param: of(memberId), json }))
export const honorNotCreated = 'Die Ehrung konnte nicht eingetragen werden'

export const saveHonor = (memberId: number, id: number, json: HonorFields) =>
  call(honors[':honorId'].$put({ param: one(memberId, id), json }))
export const honorNotSaved = 'Die Ehrung konnte nicht geändert werden'

export const deleteHonor = (memberId: number, id: number) =>
  call(honors[':honorId'].$delete({ param: one(memberId, id) }))
export const honorNotDeleted = 'Die Ehrung konnte nicht gelöscht werden'
